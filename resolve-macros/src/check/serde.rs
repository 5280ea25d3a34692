//! The `serde` and `schemars` attributes of a parameter.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, ExprPath, Lit, LitStr, Meta, Token};

use crate::conditional::Conditional;
use crate::errors::Errors;
use crate::model::Default;

/// What the attributes of one parameter say.
pub(super) struct SerdeAttributes {
    pub(super) rename: Option<LitStr>,
    pub(super) default: Default,
    /// Whether one of them is understood by a derive alone.
    pub(super) needs_derive: bool,
    pub(super) flattened: bool,
}

impl SerdeAttributes {
    pub(super) fn read(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut read =
            Self { rename: None, default: Default::OfType, needs_derive: false, flattened: false };
        for attribute in attributes {
            let Conditional { predicate, attribute } = Conditional::of(attribute);
            let is_serde = attribute.path().is_ident("serde");
            if attribute.path().is_ident("schemars") || is_serde && predicate.is_some() {
                read.needs_derive = true;
            } else if is_serde {
                read.read_list(&attribute, errors);
            }
        }
        read
    }

    /// Whether the same was said before. Of what only a derive understands, that says so.
    fn is_second(&self, meta: &Meta) -> bool {
        meta.path().is_ident("rename") && self.rename.is_some()
            || meta.path().is_ident("default") && !matches!(self.default, Default::OfType)
    }

    fn read_list(&mut self, attribute: &Attribute, errors: &mut Errors) {
        let metas = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        match metas {
            Ok(metas) => metas.iter().for_each(|meta| self.read_meta(meta, errors)),
            Err(error) => errors.push(error),
        }
    }

    fn read_meta(&mut self, meta: &Meta, errors: &mut Errors) {
        match meta {
            meta if self.is_second(meta) => {
                let name = meta.path().to_token_stream();
                errors.at(meta, format!("`{name}` is given twice; keep one of them"));
            }
            Meta::Path(path) if path.is_ident("default") => self.default = Default::Trait,
            Meta::NameValue(pair) if pair.path.is_ident("default") => {
                match literal(&pair.value).and_then(|text| text.parse::<ExprPath>().ok()) {
                    Some(path) => self.default = Default::Function(path),
                    None => errors.at(
                        &pair.value,
                        "`default` takes the path of a function as text: \
                         `#[serde(default = \"module::function\")]`",
                    ),
                }
            }
            Meta::NameValue(pair) if pair.path.is_ident("rename") => match literal(&pair.value) {
                Some(text) => self.rename = Some(text.clone()),
                None => errors.at(
                    &pair.value,
                    "`rename` takes a string literal: `#[serde(rename = \"dry-run\")]`",
                ),
            },
            _ => {
                self.needs_derive = true;
                self.flattened |= meta.path().is_ident("flatten");
            }
        }
    }
}

/// Whether functions decode or describe the value, or it is not decoded at all.
pub(super) fn is_converted(attributes: &[Attribute]) -> bool {
    /// What makes it so in an attribute of serde or of schemars.
    const CONVERSIONS: [&str; 5] =
        ["with", "deserialize_with", "schema_with", "skip", "skip_deserializing"];
    let metas = attributes.iter().flat_map(|attribute| metas(attribute, &["serde", "schemars"]));
    metas.into_iter().any(|meta| CONVERSIONS.iter().any(|name| meta.path().is_ident(name)))
}

/// Takes the function that decodes the value out of the attributes: generated code calls it, where a
/// function of another kind is one mistake.
pub(super) fn take_decoder(attributes: &mut [Attribute], errors: &mut Errors) -> Option<ExprPath> {
    let mut decoder = None;
    for attribute in attributes.iter_mut().filter(|attribute| attribute.path().is_ident("serde")) {
        let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
        let Ok(metas) = attribute.parse_args_with(parse) else { continue };
        let (taken, kept): (Vec<Meta>, Vec<Meta>) = metas
            .into_iter()
            .partition(|meta| decoder.is_none() && meta.path().is_ident("deserialize_with"));
        let Some(Meta::NameValue(pair)) = taken.first() else { continue };
        match literal(&pair.value).and_then(|text| text.parse::<ExprPath>().ok()) {
            Some(path) => decoder = Some(path),
            None => errors.at(
                &pair.value,
                "`deserialize_with` takes the path of a function as text: \
                 `#[serde(deserialize_with = \"module::function\")]`",
            ),
        }
        attribute.meta = syn::parse_quote!(serde(#(#kept),*));
    }
    decoder
}

/// Whether serde demands the value even where it is an option: a function decodes it, and nothing
/// stands for one that is not there. What holds under a condition counts.
pub(super) fn is_demanded(attributes: &[Attribute]) -> bool {
    let metas: Vec<Meta> =
        attributes.iter().flat_map(|attribute| metas(attribute, &["serde"])).collect();
    let has = |name: &str| metas.iter().any(|meta| meta.path().is_ident(name));
    (has("with") || has("deserialize_with")) && !has("default") && !has("flatten")
}

/// What stands in the attributes of these names. What cannot be read is refused elsewhere.
fn metas(attribute: &Attribute, names: &'static [&str]) -> impl Iterator<Item = Meta> + use<> {
    let attribute = Conditional::of(attribute).attribute.into_owned();
    let is_named = |list: &Attribute| names.iter().any(|name| list.path().is_ident(name));
    let list = Some(attribute).filter(is_named);
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    list.and_then(|list| list.parse_args_with(parse).ok()).into_iter().flatten()
}

fn literal(expr: &Expr) -> Option<&LitStr> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        _ => None,
    }
}
