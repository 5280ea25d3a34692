//! The grammar of `#[preview_tool(..)]`. Each key is kept with its span.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Expr, ExprPath, Ident, LitStr, Path, Token, Type};

use crate::docs;
use crate::errors::{Errors, did_you_mean};

/// The keys, in the order of their documentation.
const KEYS: [&str; 12] = [
    "apply",
    "reject",
    "verify",
    "extra",
    "output",
    "name",
    "title",
    "description",
    "destructive",
    "idempotent",
    "struct",
    "crate",
];

const NO_COMMA: &str = "expected `,` before the next key";

/// What is written in the attribute, before anything but its grammar was looked at.
#[derive(Default)]
pub(crate) struct RawAttribute {
    pub(crate) apply: Option<ExprPath>,
    pub(crate) reject: Option<ExprPath>,
    pub(crate) verify: Option<ExprPath>,
    pub(crate) extra: Option<Type>,
    pub(crate) output: Option<Type>,
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Option<Expr>,
    pub(crate) destructive: Option<()>,
    pub(crate) idempotent: Option<()>,
    pub(crate) struct_name: Option<Ident>,
    pub(crate) crate_path: Option<Path>,
    /// Set where `apply` was written, but misspelt or with a value that could not be read: it is not
    /// missing then.
    pub(crate) apply_is_broken: bool,
}

impl RawAttribute {
    /// Reads as many keys as can be read.
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut attribute = Self::default();
        let parser = |input: ParseStream<'_>| {
            while !input.is_empty() {
                if let Err(error) =
                    attribute.parse_entry(input, errors).and_then(|()| expect_end_of_entry(input))
                {
                    errors.push(error);
                    skip_entry(input);
                }
                input.parse::<Option<Token![,]>>()?;
            }
            Ok(())
        };
        if let Err(error) = parser.parse2(tokens) {
            errors.push(error);
        }
        attribute
    }

    fn parse_entry(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
        let Ok(key) = input.call(Ident::parse_any) else {
            return Err(input.error("expected a key, such as `apply = rename` or `destructive`"));
        };
        let key = &key;
        match key.unraw().to_string().as_str() {
            "apply" => {
                self.apply_is_broken = true;
                set(&mut self.apply, key, handler(input, key)?, errors);
                self.apply_is_broken = false;
            }
            "reject" => set(&mut self.reject, key, handler(input, key)?, errors),
            "verify" => set(&mut self.verify, key, handler(input, key)?, errors),
            "extra" => {
                let usage = "a type that can be decoded: `extra = Options`";
                set(&mut self.extra, key, value(input, key, usage)?, errors);
            }
            "output" => {
                let usage = "the type of the preview's details: `output = Renamed`";
                set(&mut self.output, key, value(input, key, usage)?, errors);
            }
            "name" => {
                let usage = "a string literal: `name = \"batch_rename\"`";
                set(&mut self.name, key, value(input, key, usage)?, errors);
            }
            "title" => {
                let example = "`title = \"Batch Rename\"`";
                set(&mut self.title, key, text(input, key, example)?, errors);
            }
            "description" => {
                let example = "`description = \"Renames files.\"`";
                set(&mut self.description, key, text(input, key, example)?, errors);
            }
            "destructive" => set(&mut self.destructive, key, flag(input, key)?, errors),
            "idempotent" => set(&mut self.idempotent, key, flag(input, key)?, errors),
            "struct" => {
                let usage = "the name of the generated struct: `struct = BatchRename`";
                set(&mut self.struct_name, key, value(input, key, usage)?, errors);
            }
            "crate" => {
                let usage = "the path of `resolve_runtime`: `crate = ::facade::resolve_runtime`";
                let path = value_with(input, key, usage, Path::parse_mod_style)?;
                set(&mut self.crate_path, key, path, errors);
            }
            written => {
                let meant = did_you_mean(written, &KEYS);
                self.apply_is_broken |= meant == Some("apply") || "apply".starts_with(written);
                return Err(unknown_key(key, meant));
            }
        }
        Ok(())
    }
}

fn set<T>(slot: &mut Option<T>, key: &Ident, value: T, errors: &mut Errors) {
    if slot.is_some() {
        errors.at(key, format!("`{key}` is given twice; keep one of them"));
    } else {
        *slot = Some(value);
    }
}

fn unknown_key(key: &Ident, meant: Option<&str>) -> syn::Error {
    let known = || KEYS.map(|key| format!("`{key}`")).join(", ");
    let help = match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if "apply".starts_with(&key.unraw().to_string()) => "did you mean `apply`?".to_owned(),
        None => format!("the keys are {}", known()),
    };
    syn::Error::new_spanned(key, format!("there is no key `{key}`; {help}"))
}

fn handler(input: ParseStream<'_>, key: &Ident) -> syn::Result<ExprPath> {
    let usage = format!("the path of an `async fn`: `{key} = module::function`");
    let path: ExprPath = value(input, key, &usage)?;
    if let Some(first) = path.path.segments.first()
        && first.ident == "Self"
    {
        let message = format!("`Self` is not known here; `{key}` takes {usage}");
        return Err(syn::Error::new_spanned(first, message));
    }
    Ok(path)
}

/// A string literal, or a macro call such as `include_str!(..)` that becomes one.
fn text(input: ParseStream<'_>, key: &Ident, example: &str) -> syn::Result<Expr> {
    let usage = format!("a string literal, or a macro call that becomes one: {example}");
    value_with(input, key, &usage, |input| {
        let expr: Expr = input.parse()?;
        match docs::ungrouped(&expr) {
            Expr::Lit(literal) if matches!(literal.lit, syn::Lit::Str(_)) => Ok(expr),
            Expr::Macro(_) => Ok(expr),
            _ => Err(syn::Error::new_spanned(expr, "")),
        }
    })
    .and_then(|expr| refuse_blank(expr, key, example))
}

fn refuse_blank(expr: Expr, key: &Ident, example: &str) -> syn::Result<Expr> {
    if let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = docs::ungrouped(&expr)
        && text.value().trim().is_empty()
    {
        let message = format!("`{key}` says nothing: write {example}, or leave `{key}` out");
        return Err(syn::Error::new_spanned(expr, message));
    }
    Ok(expr)
}

fn flag(input: ParseStream<'_>, key: &Ident) -> syn::Result<()> {
    if at_end_of_entry(input) {
        Ok(())
    } else {
        let message = format!("`{key}` is a flag and takes no value: write `{key}` alone");
        Err(input.error(message))
    }
}

fn value<T: Parse>(input: ParseStream<'_>, key: &Ident, usage: &str) -> syn::Result<T> {
    value_with(input, key, usage, T::parse)
}

fn value_with<T>(
    input: ParseStream<'_>,
    key: &Ident,
    usage: &str,
    parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<T> {
    if input.parse::<Token![=]>().is_err() {
        let message = format!("`{key}` has no value; it takes {usage}");
        return Err(syn::Error::new_spanned(key, message));
    }
    if at_end_of_entry(input) {
        let message = format!("`{key}` has no value; it takes {usage}");
        return Err(syn::Error::new_spanned(key, message));
    }
    let ahead = input.fork();
    match parse(&ahead) {
        Ok(value) if at_end_of_entry(&ahead) => {
            input.advance_to(&ahead);
            Ok(value)
        }
        Ok(_) if ahead.peek(Ident::peek_any) => Err(ahead.error(NO_COMMA)),
        _ => {
            let tokens = written_value(input);
            Err(syn::Error::new_spanned(tokens, format!("`{key}` takes {usage}")))
        }
    }
}

/// The tokens of a value that could not be read, for the span of the error. There may be commas in
/// an expression, such as a closure.
fn written_value(input: ParseStream<'_>) -> TokenStream {
    let ahead = input.fork();
    if let Ok(expr) = ahead.parse::<Expr>()
        && at_end_of_entry(&ahead)
    {
        input.advance_to(&ahead);
        return expr.into_token_stream();
    }
    let mut tokens = TokenStream::new();
    while !at_end_of_entry(input) {
        match input.parse::<proc_macro2::TokenTree>() {
            Ok(tree) => tokens.extend([tree]),
            Err(_) => break,
        }
    }
    tokens
}

fn at_end_of_entry(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

fn expect_end_of_entry(input: ParseStream<'_>) -> syn::Result<()> {
    if at_end_of_entry(input) { Ok(()) } else { Err(input.error(NO_COMMA)) }
}

/// Goes to the next comma, so that the keys behind it are still looked at.
fn skip_entry(input: ParseStream<'_>) {
    while !at_end_of_entry(input) {
        if input.parse::<proc_macro2::TokenTree>().is_err() {
            return;
        }
    }
}
