//! What follows a preview. Each handler is called through a trait of the runtime that takes
//! functions of several shapes.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{ExprPath, Ident};

use crate::model::Tool;

pub(super) fn apply(tool: &Tool) -> TokenStream {
    handler(tool, "apply", "Applied", &tool.handlers.apply)
}

pub(super) fn reject(tool: &Tool) -> Option<TokenStream> {
    let path = tool.handlers.reject.as_ref()?;
    Some(handler(tool, "reject", "Rejected", path))
}

fn handler(tool: &Tool, method: &str, output: &str, path: &ExprPath) -> TokenStream {
    let span = super::at(path);
    let function = tool.paths.item_at(method, span);
    let output = tool.paths.item_at(output, span);
    let of = tool.paths.item_at("Of", span);
    let body = quote_spanned! {span=>
        let __copy = (&#of::<Self::Plan>::NEW).__copy();
        #function::<Self::Plan, Self::Extra, _, _>(#path, __plan, __copy, __cx).await
    };
    method_with(tool, (method, span), &output, &body)
}

/// By the function that the author names, or else by the plan itself where it can.
pub(super) fn verify(tool: &Tool) -> TokenStream {
    let Some(path) = &tool.handlers.verify else {
        let mixed = Span::mixed_site();
        let of = tool.paths.item("Of");
        let output = tool.paths.item("Verified");
        let body = quote_spanned! {mixed=>
            (&#of::<Self::Plan>::NEW).__verify(__plan, __cx).await
        };
        return method_with(tool, ("verify", mixed), &output, &body);
    };
    let span = super::at(path);
    let function = tool.paths.item_at("verify", span);
    let output = tool.paths.item_at("Verified", span);
    let body = quote_spanned! {span=>
        #function::<Self::Plan, Self::Extra, _, _>(#path, __plan, __cx).await
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
    let context = tool.paths.item_at("ResolveContext", span);
    quote_spanned! {span=>
        async fn #method(&self, __plan: &Self::Plan, __cx: &#context<'_, Self::Extra>) -> #output {
            #body
        }
    }
}
