//! From the arguments of a call to a call of the function.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::model::{Argument, Decoded, Default, Parameter, Source, Style, Tool};

/// What the implementation needs beside it: the list of parameters, or the derived struct.
pub(super) fn items(tool: &Tool) -> Option<TokenStream> {
    match tool.style {
        Style::OneByOne => Some(list(tool)),
        Style::Derived => Some(derived(tool)),
        Style::Whole => None,
    }
}

fn arguments(tool: &Tool) -> impl Iterator<Item = (&Parameter, &Argument)> {
    tool.parameters
        .iter()
        .filter_map(|parameter| match &parameter.source {
            Source::Argument(argument) => Some((parameter, argument)),
            _ => None,
        })
}

fn list(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    let path = tool.paths.runtime("Parameter");
    let parameters = arguments(tool).map(|(parameter, argument)| {
        let cfgs = &parameter.cfgs;
        let ty = owned(tool, &argument.decoded);
        let Argument {
            name, description, ..
        } = argument;
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
    let serde = tool.paths.runtime("serde");
    let schemars = tool.paths.runtime("schemars");
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
        quote_spanned!(mixed=> #(#cfgs)* #(#attributes)* #name: #ty)
    });
    quote_spanned! {mixed=>
        #[derive(#serde::Deserialize, #schemars::JsonSchema)]
        #[serde(crate = #serde_text #deny)]
        #[schemars(crate = #schemars_text)]
        struct __Arguments {
            #(#fields),*
        }
    }
}

/// The type that is decoded: for a reference, the owned form of what it points to.
pub(super) fn owned(tool: &Tool, decoded: &Decoded) -> TokenStream {
    let ty = &decoded.ty;
    let mixed = Span::mixed_site();
    if decoded.borrowed {
        let owned = tool.paths.private("Owned");
        quote_spanned!(mixed=> #owned<#ty>)
    } else {
        quote_spanned!(mixed=> #ty)
    }
}

pub(super) fn preview(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    let arguments = tool.paths.runtime("Arguments");
    let context = tool.paths.runtime("CallContext");
    let preview = tool.paths.runtime("Preview");
    let result = tool.paths.private("PreviewOutcome");
    let _ = preview;
    let preview_result = tool.paths.runtime("PreviewResult");
    let start = start(tool);
    let values = tool
        .parameters
        .iter()
        .filter_map(|parameter| value(tool, parameter));
    let call = call(tool);
    quote_spanned! {mixed=>
        async fn preview(&self, arguments: &#arguments<'_>, cx: &#context<'_>) -> #result<Self::Plan> {
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
            Some(quote_spanned!(mixed=> arguments.split::<0>(__PARAMETERS)?;))
        }
        Style::OneByOne => Some(quote_spanned! {mixed=>
            let mut values = arguments.split::<{ __PARAMETERS.len() }>(__PARAMETERS)?;
        }),
        Style::Derived => Some(quote_spanned! {mixed=>
            let values = arguments.decode::<__Arguments>()?;
        }),
        Style::Whole => None,
    }
}

fn value(tool: &Tool, parameter: &Parameter) -> Option<TokenStream> {
    let mixed = Span::mixed_site();
    let local = &parameter.local;
    let cfgs = &parameter.cfgs;
    let value = match &parameter.source {
        Source::Argument(argument) if tool.style == Style::Derived => {
            let field = &argument.field.name;
            quote_spanned!(mixed=> values.#field)
        }
        Source::Argument(argument) => {
            let ty = owned(tool, &argument.decoded);
            match &argument.default {
                Default::OfType => quote_spanned!(mixed=> values.next::<#ty>()?),
                Default::Trait => quote_spanned! {mixed=>
                    values.next_or::<#ty>(::core::default::Default::default)?
                },
                Default::Function(path) => {
                    quote_spanned!(mixed=> values.next_or::<#ty>(#path)?)
                }
            }
        }
        Source::Whole(decoded) => {
            let ty = owned(tool, decoded);
            quote_spanned!(mixed=> arguments.decode::<#ty>()?)
        }
        Source::State(ty) => quote_spanned!(mixed=> cx.require_state::<#ty>()?),
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
            Source::Context => quote_spanned!(mixed=> cx),
            Source::Argument(Argument { decoded, .. }) | Source::Whole(decoded)
                if decoded.borrowed =>
            {
                quote_spanned!(mixed=> ::core::borrow::Borrow::borrow(&#local))
            }
            _ => quote_spanned!(mixed=> #local),
        };
        quote_spanned!(mixed=> #(#cfgs)* #argument)
    });
    let awaited = tool
        .outcome
        .is_future
        .then(|| quote_spanned!(mixed=> .await));
    quote_spanned!(mixed=> #function(#(#arguments),*)#awaited)
}
