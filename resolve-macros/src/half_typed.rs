//! A function whose signature is still being written. Its name is there already, so that everything
//! that uses the tool can be resolved while the author is at the parameters.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, FnArg, Pat, Token, Type};

use crate::check::types;
use crate::signature::Function;

/// A function with parameters that cannot be parsed, or without a body.
pub(crate) struct HalfTyped {
    /// The function without its parameters, and with a body that stands for its own.
    pub(crate) function: Function,
    /// Whether it takes `self`.
    pub(crate) is_method: bool,
    /// Whether the compiler has said already what is wrong. It reads the item before the attribute
    /// gets it.
    pub(crate) is_told: bool,
    /// What the compiler can go on with, without more to say about it.
    pub(crate) item: TokenStream,
}

impl HalfTyped {
    /// The item if it is such a function.
    pub(crate) fn parse(item: TokenStream) -> Option<Self> {
        let mut trees: Vec<TokenTree> = item.clone().into_iter().collect();
        let is_fn = |tree: &TokenTree| matches!(tree, TokenTree::Ident(ident) if ident == "fn");
        let name = 1 + trees.iter().position(is_fn)?;
        let at = name + trees.get(name..)?.iter().position(is_parameters)?;
        let TokenTree::Group(parameters) = trees.get(at)?.clone() else {
            return None;
        };
        let is_method = types::find_word(parameters.stream(), "self").is_some();
        let is_told = is_told.parse2(parameters.stream()).unwrap_or(false);

        *trees.last_mut()? = Group::new(Delimiter::Brace, quote!(::core::unreachable!())).into();
        let with_body: TokenStream = trees.iter().cloned().collect();
        *trees.get_mut(at)? = Group::new(Delimiter::Parenthesis, TokenStream::new()).into();
        let function = Function::parse(trees.into_iter().collect()).ok()?;

        // What never ends is of every type, but implements no trait.
        let can_stand_in = types::find_word(&function.signature.output, "impl").is_none();
        let item = if is_told && can_stand_in {
            function.without_helpers()
        } else if Function::parse(with_body.clone()).is_ok() && can_stand_in && !is_method {
            quote!(#[allow(unused_variables)] #with_body)
        } else {
            item
        };
        Some(Self { function, is_method, is_told, item })
    }
}

fn is_parameters(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis)
}

/// Whether the first parameter that cannot be parsed is one of which the compiler, too, cannot make
/// anything, whatever its version: with something left out, or with something behind its type.
fn is_told(input: ParseStream<'_>) -> syn::Result<bool> {
    while !input.is_empty() {
        input.call(Attribute::parse_outer)?;
        if input.is_empty() {
            return Ok(true);
        }
        let ahead = input.fork();
        if ahead.parse::<FnArg>().is_err() {
            return Ok(lacks_something(input));
        }
        input.parse::<FnArg>()?;
        if !input.is_empty() && input.parse::<Token![,]>().is_err() {
            input.parse::<TokenStream>()?;
            return Ok(true);
        }
    }
    Ok(false)
}

fn lacks_something(input: ParseStream<'_>) -> bool {
    let ends = |error: syn::Error| error.to_string().starts_with("unexpected end of input");
    let lacks = input.peek(Token![,])
        || match Pat::parse_single(input) {
            Err(error) => ends(error),
            Ok(_) if input.parse::<Token![:]>().is_err() => true,
            Ok(_) if input.is_empty() || input.peek(Token![,]) => true,
            Ok(_) => input.parse::<Type>().is_err_and(ends),
        };
    // The rest is of no interest.
    let _ = input.parse::<TokenStream>();
    lacks
}
