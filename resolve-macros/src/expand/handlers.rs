//! What follows a preview. Each handler is called through a trait of the runtime that takes
//! functions of several shapes.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{ExprPath, Ident};

use crate::model::Tool;

pub(super) fn apply(tool: &Tool) -> TokenStream {
    handler(tool, "apply", "ToolOutput", &tool.handlers.apply)
}

pub(super) fn reject(tool: &Tool) -> Option<TokenStream> {
    let path = tool.handlers.reject.as_ref()?;
    Some(handler(tool, "reject", "Rejected", path))
}

fn handler(tool: &Tool, method: &str, output: &str, path: &ExprPath) -> TokenStream {
    let mixed = Span::mixed_site();
    let function = tool.paths.private(method);
    let output = tool.paths.private(output);
    let (private_of, by_clone, by_serde) = (
        tool.paths.private("Of"),
        tool.paths.private("CopyByClone"),
        tool.paths.private("CopyBySerde"),
    );
    let copy = quote_spanned!(mixed=> (&#private_of::<Self::Plan>::NEW).__copy());
    let call = quote_spanned! {super::at(path)=>
        #function::<Self::Plan, Self::Extra, _, _>(#path, plan, #copy, cx).await
    };
    let body = quote_spanned! {mixed=>
        use #by_clone as _;
        use #by_serde as _;
        #call
    };
    method_with(tool, (method, super::at(path)), &output, &body)
}

/// By the function that the author names, or else by the plan itself where it can.
pub(super) fn verify(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    let output = quote_spanned!(mixed=> ());
    let span = tool.handlers.verify.as_ref().map_or(mixed, super::at);
    let body = if let Some(path) = &tool.handlers.verify {
        let function = tool.paths.private("verify");
        quote_spanned! {super::at(path)=>
            #function::<Self::Plan, Self::Extra, _, _>(#path, plan, cx).await
        }
    } else {
        let (private_of, by_plan, nothing) = (
            tool.paths.private("Of"),
            tool.paths.private("VerifyByPlan"),
            tool.paths.private("VerifyNothing"),
        );
        quote_spanned! {mixed=>
            use #by_plan as _;
            use #nothing as _;
            (&#private_of::<Self::Plan>::NEW).__verify(plan, cx).await
        }
    };
    method_with(tool, ("verify", span), &output, &body)
}

/// A method, at the handler's place in the source: what is wrong with a handler is told there, once.
fn method_with(
    tool: &Tool,
    (method, span): (&str, Span),
    output: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let method = Ident::new(method, span);
    let context = tool.paths.runtime("ResolveContext");
    let result = tool.paths.private("Outcome");
    quote_spanned! {span=>
        async fn #method(&self, plan: &Self::Plan, cx: &#context<'_, Self::Extra>) -> #result<#output> {
            #body
        }
    }
}
