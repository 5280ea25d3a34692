//! Rules about names: that of the tool, and that of the generated struct.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Ident, LitStr};

use super::types;
use crate::attribute::RawAttribute;
use crate::errors::Errors;
use crate::signature::Function;

/// What the name is and where it comes from.
pub(super) fn of_tool(
    attribute: &RawAttribute,
    function: &Function,
    errors: &mut Errors,
) -> Option<LitStr> {
    let function = &function.signature.ident;
    let name = match &attribute.name {
        Some(name) => name.clone(),
        None => LitStr::new(&function.unraw().to_string(), function.span()),
    };
    let text = name.value();
    if text.eq_ignore_ascii_case("resolve") {
        let message = "a tool cannot be called `resolve`: that is the hidden tool that every \
                       session adds; choose another name, as in `name = \"resolve_conflict\"`";
        errors.at_span(name.span(), message);
        return None;
    }
    if !is_tool_name(&text) {
        let message = format!(
            "`{text}` is no tool name: expected a letter or `_`, then up to 62 ASCII letters, \
             digits, `_` or `-`, as in `name = \"batch_rename\"`"
        );
        errors.at_span(name.span(), message);
        return None;
    }
    Some(name)
}

fn is_tool_name(name: &str) -> bool {
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let goes_on =
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    starts && goes_on && name.len() <= 63
}

pub(super) fn of_struct(
    attribute: &RawAttribute,
    function: &Function,
    errors: &mut Errors,
) -> Option<Ident> {
    let signature = &function.signature;
    let name = match &attribute.struct_name {
        Some(name) => name.clone(),
        None => derived_name(&signature.ident, errors)?,
    };
    if name == signature.ident {
        let message = format!(
            "the generated struct would be called `{name}` like the function: choose another \
             name, as in `struct = {name}Tool`"
        );
        errors.at_span(name.span(), message);
        return None;
    }
    if is_used(&name, attribute, function) {
        let message = format!(
            "the generated struct would be called `{name}`, a name that the tool itself uses: \
             choose another one, as in `struct = {name}Tool`"
        );
        errors.at_span(name.span(), message);
        return None;
    }
    Some(name)
}

/// Whether a type of the signature or a path of the attribute would mean the struct.
fn is_used(name: &Ident, attribute: &RawAttribute, function: &Function) -> bool {
    let handlers = [&attribute.apply, &attribute.reject, &attribute.verify];
    let mut handlers = handlers.into_iter().flatten();
    let mut types_of_keys = [&attribute.extra, &attribute.output].into_iter().flatten();
    types::names(&function.signature.inputs, name)
        || types::names(&function.signature.output, name)
        || handlers.any(|path| types::names(path, name))
        || types_of_keys.any(|ty| types::names(ty.to_token_stream(), name))
}

/// The types, traits and variants that every module knows by these names, in the edition of 2024:
/// <https://doc.rust-lang.org/std/prelude/>.
const PRELUDE: &str = "AsMut AsRef AsyncFn AsyncFnMut AsyncFnOnce Box Clone Copy Default \
                       DoubleEndedIterator Drop Eq Err ExactSizeIterator Extend Fn FnMut FnOnce \
                       From FromIterator Future Into IntoFuture IntoIterator Iterator None Ok \
                       Option Ord PartialEq PartialOrd Result Send Sized Some String Sync ToOwned \
                       ToString TryFrom TryInto Unpin Vec";

/// `batch_rename` becomes `BatchRename`.
fn derived_name(function: &Ident, errors: &mut Errors) -> Option<Ident> {
    let text = camel_case(&function.unraw().to_string());
    if PRELUDE.split(' ').any(|known| known == text) {
        let message = format!(
            "the generated struct would be called `{text}` and hide what everybody else means by \
             that: choose another name, as in `struct = {text}Tool`"
        );
        errors.at_span(function.span(), message);
        return None;
    }
    if syn::parse_str::<Ident>(&text).is_ok() {
        return Some(Ident::new(&text, function.span()));
    }
    let message = format!(
        "no struct name can be made of `{function}`: choose one, as in `struct = BatchRename`"
    );
    errors.at_span(function.span(), message);
    None
}

fn camel_case(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    for word in name.split('_') {
        let mut letters = word.chars();
        camel.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        camel.push_str(letters.as_str());
    }
    camel
}

/// The name of an argument that was given none.
pub(super) fn of_argument(parameter: &Ident) -> LitStr {
    LitStr::new(&parameter.unraw().to_string(), parameter.span())
}

/// Refuses names of arguments that providers refuse.
///
/// Gemini documents letters, digits and `_`, and at most 64 of them; others take `-` and `.` as well.
/// What is refused here, no provider is known to take.
pub(super) fn check_argument(name: &LitStr, errors: &mut Errors) {
    let text = name.value();
    let is_taken = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    if !(1..=64).contains(&text.len()) || !text.bytes().all(is_taken) {
        let message = format!(
            "`{text}` is no name of an argument for a model: expected up to 64 ASCII letters, \
             digits, `_`, `-` or `.`, as in `#[serde(rename = \"size\")]`"
        );
        errors.at(name, message);
    }
}
