//! The function under the attribute. Its body is kept as it was written.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::{Abi, Attribute, FnArg, ReturnType, Signature, Token, Visibility, token};

use crate::check::types;
use crate::conditional::{Conditional, flattened};
use crate::docs;
use crate::errors::did_you_mean;

/// The attributes on parameters that belong to `#[preview_tool]` and not to the function.
const HELPERS: [&str; 6] = ["doc", "serde", "schemars", "state", "context", "args"];

/// How each of them is written.
const WRITTEN: [(&str, &str); 6] = [
    ("doc", "/// Documentation"),
    ("serde", "#[serde(..)]"),
    ("schemars", "#[schemars(..)]"),
    ("state", "#[state]"),
    ("context", "#[context]"),
    ("args", "#[args]"),
];

/// What other frameworks call the same, and how it is written here.
const FOREIGN: [(&str, &str); 7] = [
    ("arg", "#[args]"),
    ("ctx", "#[context]"),
    ("cx", "#[context]"),
    ("default", "#[serde(default)]"),
    ("description", "/// Documentation"),
    ("desc", "/// Documentation"),
    ("rename", "#[serde(rename = \"..\")]"),
];

/// A function whose body was not parsed.
pub(crate) struct Function {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    body: TokenStream,
}

impl Function {
    /// Fails for every item but a function with a body.
    pub(crate) fn parse(item: TokenStream) -> syn::Result<Self> {
        syn::parse2(item)
    }

    /// The function as it was written, without the helper attributes of its parameters.
    pub(crate) fn without_helpers(&self) -> TokenStream {
        self.without(is_helper)
    }

    /// The same as far as the compiler has nothing to add to what is wrong with it: without those
    /// attributes either that were probably meant as helpers, without `...`, and with a reference
    /// in the place of a value of unknown size.
    pub(crate) fn without_mistakes(&self) -> TokenStream {
        let output = without_missing_lifetimes(&self.signature);
        let mut signature = Signature { variadic: None, output, ..self.signature.clone() };
        for input in &mut signature.inputs {
            if let FnArg::Typed(parameter) = input
                && let Some(_) = types::unsized_kind(&parameter.ty)
            {
                let ty = &parameter.ty;
                *parameter.ty = syn::parse_quote!(&(#ty));
            }
        }
        let is_readable = |attribute: &&Attribute| docs::missing_file(attribute).is_none();
        let attributes = self.attributes.iter().filter(is_readable).cloned().collect();
        let visibility = self.visibility.clone();
        Self { attributes, visibility, signature, body: self.body.clone() }
            .without(|attribute| is_helper(attribute) || meant_helper(attribute).is_some())
    }

    fn without(&self, unwanted: impl Fn(&Attribute) -> bool) -> TokenStream {
        let Self { attributes, visibility, signature, body } = self;
        let mut signature = signature.clone();
        for input in &mut signature.inputs {
            if let FnArg::Typed(parameter) = input {
                parameter.attrs.retain(|attribute| !unwanted(attribute));
            }
        }
        let signature = with_empty_generics(signature);
        quote!(#(#attributes)* #visibility #signature #body)
    }
}

/// What the function returns, without the lifetimes that nothing it takes could give: the compiler
/// would say that they are missing, beside what is said of them already.
fn without_missing_lifetimes(signature: &Signature) -> ReturnType {
    let borrows = |input: &FnArg| types::has_lifetime(input) || types::has_reference(input);
    let ReturnType::Type(arrow, result) = &signature.output else {
        return ReturnType::Default;
    };
    if signature.inputs.iter().any(borrows) {
        return signature.output.clone();
    }
    let named = types::with_static_lifetimes(result.to_token_stream());
    let result = syn::parse2(named).map_or_else(|_| result.clone(), Box::new);
    ReturnType::Type(*arrow, result)
}

/// Says that a function without generics has none. Where the compiler finds an unknown type it would
/// else advise to add a generic parameter, which no tool can have.
fn with_empty_generics(signature: Signature) -> TokenStream {
    let none = signature.generics.params.is_empty();
    let name = signature.ident.clone();
    let mut tokens = TokenStream::new();
    let mut before_name = none;
    for tree in signature.into_token_stream() {
        let is_name = before_name && matches!(&tree, TokenTree::Ident(ident) if *ident == name);
        tokens.extend([tree]);
        if is_name {
            before_name = false;
            tokens.extend(quote_spanned!(Span::mixed_site()=> <>));
        }
    }
    tokens
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = flattened(input.call(Attribute::parse_outer)?);
        let visibility = input.parse()?;
        refuse_other_items(input)?;
        let mut signature: Signature = input.parse()?;
        for input in &mut signature.inputs {
            if let FnArg::Typed(parameter) = input {
                parameter.attrs = flattened(std::mem::take(&mut parameter.attrs));
            }
        }
        if !input.peek(token::Brace) {
            let message = "`#[preview_tool]` needs a function with a body; a trait's method \
                           without one cannot be a tool";
            return Err(syn::Error::new_spanned(&signature.ident, message));
        }
        Ok(Self { attributes, visibility, signature, body: input.parse()? })
    }
}

fn refuse_other_items(input: ParseStream<'_>) -> syn::Result<()> {
    let ahead = input.fork();
    // In the order of the grammar, and whatever the outcome: only `fn` decides.
    let _ = ahead.parse::<Option<Token![const]>>();
    let _ = ahead.parse::<Option<Token![async]>>();
    let _ = ahead.parse::<Option<Token![unsafe]>>();
    let _ = ahead.parse::<Option<Abi>>();
    if ahead.peek(Token![fn]) {
        return Ok(());
    }
    let message = "`#[preview_tool]` is for functions: put it on the `async fn` that computes the \
                   preview; a type becomes a tool by `impl PreviewTool`";
    Err(input.error(message))
}

/// Whether an attribute of a parameter belongs to `#[preview_tool]`.
pub(crate) fn is_helper(attribute: &Attribute) -> bool {
    let attribute = Conditional::of(attribute).attribute;
    HELPERS.iter().any(|helper| attribute.path().is_ident(helper))
}

/// The helper that an attribute of a parameter was probably meant to be.
pub(crate) fn meant_helper(attribute: &Attribute) -> Option<&'static str> {
    /// What the compiler itself takes on a parameter.
    const BUILT_IN: [&str; 7] = ["allow", "cfg", "cfg_attr", "deny", "expect", "forbid", "warn"];
    let written = Conditional::of(attribute).attribute.path().get_ident()?.to_string();
    if BUILT_IN.contains(&written.as_str()) || is_helper(attribute) {
        return None;
    }
    let foreign = FOREIGN.iter().find(|(foreign, _)| *foreign == written);
    foreign.map(|(_, meant)| *meant).or_else(|| {
        let meant = did_you_mean(&written, &HELPERS)?;
        WRITTEN.iter().find(|(helper, _)| *helper == meant).map(|(_, written)| *written)
    })
}
