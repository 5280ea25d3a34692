//! From the arguments of a call to a call of the function.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::Attribute;

use crate::conditional::absent;
use crate::model::{Argument, Decoded, Default, Parameter, Source, Style, Tool};

/// What the implementation needs beside it: the list of parameters, or one type for all of them.
pub(super) fn items(tool: &Tool) -> TokenStream {
    match tool.style {
        Style::OneByOne => list(tool),
        Style::Derived => derived(tool),
        Style::Whole => {
            let arguments = tool.parameters.iter().filter_map(|it| whole(tool, it));
            arguments.chain(no_whole(tool)).collect()
        }
    }
}

/// Stands in for the type of all arguments where the configuration leaves no parameter for them.
fn no_whole(tool: &Tool) -> Option<TokenStream> {
    let absent = whole_is_absent(tool)?;
    let none = tool.paths.item("NoArguments");
    Some(quote_spanned!(Span::mixed_site()=> #[cfg(#absent)] type __Arguments = #none;))
}

/// When there is no parameter for all arguments, if that may be.
fn whole_is_absent(tool: &Tool) -> Option<TokenStream> {
    let whole = |it: &&Parameter| matches!(it.source, Source::Whole(_));
    let cfgs: Vec<_> = tool.parameters.iter().filter(whole).map(|it| &*it.cfgs).collect();
    let may_be = tool.style == Style::Whole && cfgs.iter().all(|cfgs| !cfgs.is_empty());
    may_be.then(|| {
        let absent = cfgs.into_iter().map(absent);
        quote_spanned!(Span::mixed_site()=> all(#(#absent),*))
    })
}

fn whole(tool: &Tool, parameter: &Parameter) -> Option<TokenStream> {
    let Source::Whole(decoded) = &parameter.source else {
        return None;
    };
    let cfgs = &parameter.cfgs;
    let ty = owned(tool, decoded);
    Some(quote_spanned!(Span::mixed_site()=> #(#cfgs)* type __Arguments = #ty;))
}

fn arguments(tool: &Tool) -> impl Iterator<Item = (&Parameter, &Argument)> {
    tool.parameters.iter().filter_map(|parameter| match &parameter.source {
        Source::Argument(argument) => Some((parameter, argument)),
        _ => None,
    })
}

fn list(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    let path = tool.paths.item("Parameter");
    let parameters = arguments(tool).map(|(parameter, argument)| {
        let cfgs = &parameter.cfgs;
        let ty = owned(tool, &argument.decoded);
        let Argument { name, description, .. } = argument;
        let default = match argument.default {
            Default::OfType => None,
            Default::Trait | Default::Function(_) => Some(quote_spanned!(mixed=> .with_default())),
        };
        quote_spanned!(mixed=> #(#cfgs)* #path::new::<#ty>(#name, #description)#default)
    });
    quote_spanned!(mixed=> const __PARAMETERS: &[#path] = &[#(#parameters),*];)
}

fn derived(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    let serde = tool.paths.item("serde");
    let schemars = tool.paths.item("schemars");
    let serde_text = tool.paths.reexport_text("serde");
    let schemars_text = tool.paths.reexport_text("schemars");
    // Serde knows no unknown fields beside a flattened one.
    let deny = arguments(tool)
        .all(|(_, argument)| !argument.field.flattened)
        .then(|| quote_spanned!(mixed=> , deny_unknown_fields));
    let fields = arguments(tool).map(|(parameter, argument)| {
        let cfgs = &parameter.cfgs;
        let attributes = &argument.field.attributes;
        let name = &argument.field.name;
        let ty = owned(tool, &argument.decoded);
        let default = argument.field.demanded_option.then(|| optional(attributes));
        quote_spanned!(mixed=> #(#cfgs)* #(#attributes)* #default #name: #ty)
    });
    quote_spanned! {mixed=>
        // The derive of schemars calls it as if the prelude were always there.
        use ::core::convert::Into as _;
        #[derive(#serde::Deserialize, #schemars::JsonSchema)]
        #[serde(crate = #serde_text #deny)]
        #[schemars(crate = #schemars_text)]
        struct __Arguments {
            #(#fields),*
        }
    }
}

/// Lets an option be left out that serde would demand: its schema says that it may be.
fn optional(attributes: &[Attribute]) -> TokenStream {
    let mixed = Span::mixed_site();
    let mut words = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("schemars"))
        .filter_map(|attribute| attribute.meta.require_list().ok())
        .flat_map(|list| list.tokens.clone());
    // Schemars should not write the default down: for `with` it would want a `serialize` beside
    // the `deserialize`. Unless the author has told it about defaults.
    let unsaid = !words.any(|word| matches!(word, TokenTree::Ident(word) if word == "default"));
    let unsaid = unsaid.then(|| quote_spanned!(mixed=> #[schemars(!default)]));
    quote_spanned!(mixed=> #[serde(default)] #unsaid)
}

/// The type that is decoded: for a reference, the owned form of what it points to.
fn owned(tool: &Tool, decoded: &Decoded) -> TokenStream {
    let ty = &decoded.ty;
    if decoded.borrowed {
        let owned = tool.paths.item_at("Owned", super::at(ty));
        quote_spanned!(super::at(ty)=> #owned<#ty>)
    } else {
        ty.to_token_stream()
    }
}

pub(super) fn preview(tool: &Tool) -> TokenStream {
    let arguments = tool.paths.item("Arguments");
    let context = tool.paths.item("CallContext");
    let result = tool.paths.item("Previewed");
    let preview_result = tool.paths.item("PreviewResult");
    let start = start(tool);
    let values = tool.parameters.iter().filter_map(|parameter| value(tool, parameter));
    let call = call(tool);
    quote_spanned! {Span::mixed_site()=>
        async fn preview(&self, __arguments: &#arguments<'_>, __cx: &#context<'_>) -> #result<Self::Plan> {
            #start
            #(#values)*
            #preview_result::into_preview(#call)
        }
    }
}

/// What is decoded before the single values are taken.
fn start(tool: &Tool) -> Option<TokenStream> {
    let mixed = Span::mixed_site();
    match tool.style {
        Style::OneByOne if arguments(tool).next().is_none() => {
            Some(quote_spanned!(mixed=> __arguments.split::<0>(__PARAMETERS)?;))
        }
        Style::OneByOne => Some(quote_spanned! {mixed=>
            let __values = &mut __arguments.split::<{ __PARAMETERS.len() }>(__PARAMETERS)?;
        }),
        Style::Derived => Some(quote_spanned! {mixed=>
            let __values = __arguments.decode::<__Arguments>()?;
        }),
        Style::Whole => whole_is_absent(tool)
            .map(|absent| quote_spanned!(mixed=> #[cfg(#absent)] __arguments.split::<0>(&[])?;)),
    }
}

fn value(tool: &Tool, parameter: &Parameter) -> Option<TokenStream> {
    let mixed = Span::mixed_site();
    let local = &parameter.local;
    let cfgs = &parameter.cfgs;
    let value = match &parameter.source {
        Source::Argument(argument) if tool.style == Style::Derived => {
            let field = &argument.field.name;
            quote_spanned!(mixed=> __values.#field)
        }
        Source::Argument(argument) => {
            let ty = owned(tool, &argument.decoded);
            match &argument.default {
                Default::OfType => quote_spanned!(mixed=> __values.take::<#ty>()?),
                Default::Trait => quote_spanned! {mixed=>
                    __values.take_or::<#ty>(::core::default::Default::default)?
                },
                Default::Function(path) => {
                    quote_spanned!(mixed=> __values.take_or::<#ty>(#path)?)
                }
            }
        }
        Source::Whole(_) => quote_spanned!(mixed=> __arguments.decode::<__Arguments>()?),
        Source::State(ty) => quote_spanned!(mixed=> __cx.require_state::<#ty>()?),
        Source::Context => return None,
    };
    Some(quote_spanned!(mixed=> #(#cfgs)* let #local = #value;))
}

fn call(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    let function = &tool.function;
    let arguments = tool.parameters.iter().map(|parameter| {
        let local = &parameter.local;
        let cfgs = &parameter.cfgs;
        let argument = match &parameter.source {
            Source::Context => quote_spanned!(mixed=> __cx),
            Source::Argument(Argument { decoded, .. }) | Source::Whole(decoded)
                if decoded.borrowed =>
            {
                quote_spanned!(mixed=> ::core::borrow::Borrow::borrow(&#local))
            }
            _ => quote_spanned!(mixed=> #local),
        };
        quote_spanned!(mixed=> #(#cfgs)* #argument)
    });
    let awaited = tool.outcome.is_future.then(|| quote_spanned!(mixed=> .await));
    quote_spanned!(mixed=> #function(#(#arguments),*)#awaited)
}
