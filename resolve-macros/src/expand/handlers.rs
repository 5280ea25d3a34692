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
    let body = quote_spanned! {mixed=>
        use #by_clone as _;
        use #by_serde as _;
        #function(#path, plan, (&#private_of::<Self::Plan>::NEW).__copy(), cx).await
    };
    method_with(tool, method, &output, &body)
}

/// By the function that the author names, or else by the plan itself where it can.
pub(super) fn verify(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    let output = quote_spanned!(mixed=> ());
    let body = if let Some(path) = &tool.handlers.verify {
        let function = tool.paths.private("verify");
        quote_spanned!(mixed=> #function(#path, plan, cx).await)
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
    method_with(tool, "verify", &output, &body)
}

fn method_with(tool: &Tool, method: &str, output: &TokenStream, body: &TokenStream) -> TokenStream {
    let mixed = Span::mixed_site();
    let method = Ident::new(method, mixed);
    let context = tool.paths.runtime("ResolveContext");
    let result = tool.paths.private("Outcome");
    quote_spanned! {mixed=>
        async fn #method(&self, plan: &Self::Plan, cx: &#context<'_, Self::Extra>) -> #result<#output> {
            #body
        }
    }
}
