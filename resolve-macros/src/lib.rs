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
#[cfg(test)]
mod golden;
mod half_typed;
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

/// Puts its own tokens beside the item. Where no `struct` can stand, as in an `impl`, the compiler says
/// so of the struct alone, and the rest is not there to be complained about.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn beside(
    attribute: proc_macro::TokenStream,
    mut item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    item.extend(attribute);
    item
}

fn is_preview_tool(attribute: &syn::Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "preview_tool")
}

fn run(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let attribute = RawAttribute::parse(attribute, &mut errors);
    let function = match Function::parse(item.clone()) {
        Ok(function) => function,
        Err(error) => return fallback::for_unparsed(&attribute, item, error, errors),
    };
    if let Some(again) = function.attributes.iter().find(|other| is_preview_tool(other)) {
        errors.at(again, "`#[preview_tool]` stands here twice; keep one of them");
        // The other one makes the tool.
        return fallback::for_other_item(item, errors);
    }
    match check::check(&attribute, &function, &mut errors) {
        Some(tool) if errors.is_empty() => expand::expand(&tool, &function),
        _ => fallback::for_function(&attribute, &function, errors),
    }
}
