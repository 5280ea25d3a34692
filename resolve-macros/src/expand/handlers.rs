//! What follows a preview. Each handler is called through a trait of the runtime that takes
//! functions of several shapes.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{ExprPath, Ident};

use crate::model::Tool;

pub(super) fn apply(tool: &Tool) -> TokenStream {
    let path = &tool.handlers.apply;
    let called = called(tool, "__apply_by", path);
    method(tool, ("apply", super::at(path)), "Applying", &called)
}

pub(super) fn reject(tool: &Tool) -> Option<TokenStream> {
    let path = tool.handlers.reject.as_ref()?;
    let called = some(&called(tool, "__reject_by", path));
    Some(method(tool, ("reject", super::at(path)), "Rejecting", &called))
}

/// By the function that the author names, or else by the plan itself where it can.
pub(super) fn verify(tool: &Tool) -> TokenStream {
    if let Some(path) = &tool.handlers.verify {
        let called = some(&called(tool, "__verify_by", path));
        return method(tool, ("verify", super::at(path)), "Verifying", &called);
    }
    let mixed = Span::mixed_site();
    let plan = tool.paths.item("plan");
    let verify = quote_spanned!(mixed=> #plan::<Self>().__verify(__plan));
    method(tool, ("verify", mixed), "Verifying", &verify)
}

/// The call of a handler, at the handler's own place: what is wrong with it is told there.
fn called(tool: &Tool, call: &str, path: &ExprPath) -> TokenStream {
    let span = super::at(path);
    let handlers = tool.paths.item_at("handlers", span);
    let plan = tool.paths.item_at("plan", span);
    let call = Ident::new(call, span);
    quote_spanned! {span=>
        #handlers::<Self>().#call(#path, __plan, #plan::<Self>().__copy(), __cx)
    }
}

fn some(value: &TokenStream) -> TokenStream {
    quote_spanned!(Span::mixed_site()=> ::core::option::Option::Some(#value))
}

/// A function of a plan and a context.
fn method(
    tool: &Tool,
    (name, span): (&str, Span),
    output: &str,
    body: &TokenStream,
) -> TokenStream {
    let name = Ident::new(name, span);
    let context = tool.paths.item("ContextOf");
    let output = tool.paths.item(output);
    quote_spanned! {Span::mixed_site()=>
        fn #name<'a>(__plan: &'a Self::Plan, __cx: &'a #context<'a, Self>) -> #output<'a> {
            #body
        }
    }
}
