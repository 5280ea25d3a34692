//! `cfg` and `cfg_attr`, which the compiler has not looked at yet when it hands an item over.

use std::borrow::Cow;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

/// An attribute, and the condition of the `cfg_attr` that it stands in.
pub(crate) struct Conditional<'a> {
    pub(crate) predicate: Option<TokenStream>,
    pub(crate) attribute: Cow<'a, Attribute>,
}

impl<'a> Conditional<'a> {
    /// Of an attribute that was [`flattened`].
    pub(crate) fn of(attribute: &'a Attribute) -> Self {
        match parts(attribute).map(|(predicate, metas)| (predicate, <[Meta; 1]>::try_from(metas))) {
            Some((predicate, Ok([meta]))) => Self {
                predicate: Some(predicate),
                attribute: Cow::Owned(with_meta(attribute, meta)),
            },
            _ => Self { predicate: None, attribute: Cow::Borrowed(attribute) },
        }
    }
}

/// The same attributes, with only one in each `cfg_attr`, and none within another.
pub(crate) fn flattened(attributes: Vec<Attribute>) -> Vec<Attribute> {
    let mut flat = Vec::with_capacity(attributes.len());
    for attribute in attributes {
        match parts(&attribute) {
            None => flat.push(attribute),
            Some((predicate, metas)) => {
                let inner = metas.into_iter().map(|meta| with_meta(&attribute, meta)).collect();
                let inner = flattened(inner);
                flat.extend(inner.iter().map(|inner| under(&predicate, inner)));
            }
        }
    }
    flat
}

/// The attribute, which was [`flattened`], under one more condition.
pub(crate) fn under(predicate: &TokenStream, attribute: &Attribute) -> Attribute {
    let Conditional { predicate: own, attribute } = Conditional::of(attribute);
    let meta = &attribute.meta;
    let predicate = match own {
        Some(own) => quote!(all(#predicate, #own)),
        None => predicate.clone(),
    };
    with_meta(&attribute, syn::parse_quote!(cfg_attr(#predicate, #meta)))
}

/// Those attributes that decide whether an item is there.
pub(crate) fn cfgs(attributes: &[Attribute]) -> Vec<Attribute> {
    let is_cfg =
        |attribute: &&Attribute| Conditional::of(attribute).attribute.path().is_ident("cfg");
    attributes.iter().filter(is_cfg).cloned().collect()
}

/// The predicate of an item that is there when the one with these [`cfgs`] is not.
pub(crate) fn absent(cfgs: &[Attribute]) -> TokenStream {
    let mixed = Span::mixed_site();
    let present = cfgs.iter().map(|cfg| {
        let Conditional { predicate, attribute } = Conditional::of(cfg);
        let cfg = attribute.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
        match predicate {
            Some(predicate) => quote_spanned!(mixed=> any(not(#predicate), #cfg)),
            None => cfg,
        }
    });
    quote_spanned!(mixed=> not(all(#(#present),*)))
}

/// The predicate and the attributes of a `cfg_attr`.
fn parts(attribute: &Attribute) -> Option<(TokenStream, Vec<Meta>)> {
    if !attribute.path().is_ident("cfg_attr") {
        return None;
    }
    let parse = |input: ParseStream<'_>| {
        let mut predicate = TokenStream::new();
        while !input.peek(Token![,]) {
            predicate.extend([input.parse::<TokenTree>()?]);
        }
        input.parse::<Token![,]>()?;
        let metas = Punctuated::<Meta, Token![,]>::parse_terminated(input)?;
        Ok((predicate, metas.into_iter().collect()))
    };
    attribute.meta.require_list().ok()?.parse_args_with(parse).ok()
}

fn with_meta(attribute: &Attribute, meta: Meta) -> Attribute {
    Attribute { meta, ..attribute.clone() }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;
    use syn::{Attribute, parse_quote};

    use super::{absent, cfgs, flattened};

    fn flat(attribute: Attribute) -> Vec<String> {
        let attributes = flattened(vec![attribute]);
        attributes.iter().map(|attribute| attribute.meta.to_token_stream().to_string()).collect()
    }

    #[test]
    fn each_attribute_has_a_condition_of_its_own() {
        assert_eq!(
            flat(parse_quote!(#[cfg_attr(true, inline, doc = "x")])),
            ["cfg_attr (true , inline)", "cfg_attr (true , doc = \"x\")"]
        );
        assert_eq!(
            flat(parse_quote!(#[cfg_attr(a, b, cfg_attr(any(c, d), e))])),
            ["cfg_attr (a , b)", "cfg_attr (all (a , any (c , d)) , e)"]
        );
        assert!(flat(parse_quote!(#[cfg_attr(a,)])).is_empty());
        assert_eq!(flat(parse_quote!(#[cfg_attr])), ["cfg_attr"]);
    }

    #[test]
    fn an_item_is_absent_when_one_of_its_conditions_fails() {
        let attributes: [Attribute; 3] = [
            parse_quote!(#[cfg(a)]),
            parse_quote!(#[cfg_attr(b, cfg(c))]),
            parse_quote!(#[cfg_attr(b, allow(unused))]),
        ];
        let absent = absent(&cfgs(&attributes)).to_string();
        assert_eq!(absent, "not (all (a , any (not (b) , c)))");
    }
}
