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

/// By the function that the author names, or else by the plan itself where it can.
pub(super) fn verify(tool: &Tool) -> TokenStream {
    if let Some(path) = &tool.handlers.verify {
        return handler(tool, "verify", "Verified", path);
    }
    let of = tool.paths.item("Of");
    let verify = quote_spanned! {Span::mixed_site()=>
        (&#of::<Self>::NEW).__verify(__plan, __cx)
    };
    method(tool, ("verify", Span::mixed_site()), "Verified", &verify)
}

/// The call of a handler, at the handler's own place: what is wrong with it is told there.
fn handler(tool: &Tool, name: &str, output: &str, path: &ExprPath) -> TokenStream {
    let span = super::at(path);
    let of = tool.paths.item_at("Of", span);
    let call = Ident::new(&format!("__{name}_by"), span);
    let called = quote_spanned! {span=>
        let __of = &#of::<Self>::NEW;
        __of.#call(#path, __plan, __of.__copy(), __cx)
    };
    method(tool, (name, span), output, &called)
}

/// A method of a plan and a context that awaits something.
fn method(
    tool: &Tool,
    (name, span): (&str, Span),
    output: &str,
    awaited: &TokenStream,
) -> TokenStream {
    let name = Ident::new(name, span);
    let output = tool.paths.item_at(output, span);
    let context = tool.paths.item_at("ContextOf", span);
    quote_spanned! {span=>
        async fn #name(&self, __plan: &Self::Plan, __cx: &#context<'_, Self>) -> #output {
            #awaited.await
        }
    }
}
