//! The `#[preview_tool]` attribute of `resolve-runtime`, which re-exports and documents it.
//!
//! An item passes through stages with types of their own: `attribute` and `signature` parse,
//! `check` collects every mistake, and only the `model::Tool` that it returns can be expanded.
#![forbid(unsafe_code)]

mod attribute;
mod check;
mod conditional;
mod docs;
mod errors;
mod expand;
mod fallback;
mod model;
mod paths;
mod signature;

use proc_macro2::TokenStream;

use crate::attribute::RawAttribute;
use crate::errors::Errors;
use crate::signature::Function;

/// Expands with absolute paths only; nothing has to be imported for it.
#[proc_macro_attribute]
pub fn preview_tool(
    attribute: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    run(attribute.into(), item.into()).into()
}

fn run(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let attribute = RawAttribute::parse(attribute, &mut errors);
    let function = match Function::parse(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            errors.push(error);
            return fallback::for_other_item(item, errors);
        }
    };
    match check::check(&attribute, &function, &mut errors) {
        Some(tool) if errors.is_empty() => expand::expand(&tool, &function),
        _ => fallback::for_function(&attribute, &function, errors),
    }
}
