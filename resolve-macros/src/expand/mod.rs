//! A checked tool as code: one small function for each item.

mod arguments;
mod definition;
mod handlers;

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::model::{Source, Structure, Tool};
use crate::signature::Function;

/// The function as it was, the struct beside it, and everything else where no name of it can
/// clash with the user's.
pub(crate) fn expand(tool: &Tool, function: &Function) -> TokenStream {
    let function = function.without_helpers();
    let structure = structure(&tool.structure, &tool.cfgs);
    let cfgs = &tool.cfgs;
    let arguments = arguments::items(tool);
    let implementation = implementation(tool);
    quote_spanned! {Span::mixed_site()=>
        #function
        #structure
        #(#cfgs)*
        #[allow(deprecated, unused_qualifications)]
        const _: () = {
            #arguments
            #implementation
        };
    }
}

/// The struct that stands for the tool.
pub(crate) fn structure(structure: &Structure, cfgs: &[syn::Attribute]) -> TokenStream {
    let Structure {
        name,
        visibility,
        docs,
    } = structure;
    quote_spanned! {Span::mixed_site()=>
        #(#cfgs)*
        #(#docs)*
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #visibility struct #name;
    }
}

fn implementation(tool: &Tool) -> TokenStream {
    let name = &tool.structure.name;
    let preview_tool = tool.paths.runtime("PreviewTool");
    let plan = plan(tool);
    let extra = match &tool.extra {
        Some(extra) => quote_spanned!(Span::mixed_site()=> #extra),
        None => tool.paths.runtime("FreeForm"),
    };
    let definition = definition::definition(tool);
    let required_state = required_state(tool);
    let preview = arguments::preview(tool);
    let verify = handlers::verify(tool);
    let apply = handlers::apply(tool);
    let reject = handlers::reject(tool);
    quote_spanned! {Span::mixed_site()=>
        #[automatically_derived]
        impl #preview_tool for #name {
            type Plan = #plan;
            type Extra = #extra;
            #definition
            #required_state
            #preview
            #verify
            #apply
            #reject
        }
    }
}

/// The plan as the result's own trait tells it, so that aliases of `Result` are as good.
fn plan(tool: &Tool) -> TokenStream {
    let result = &tool.outcome.result;
    let preview_result = tool.paths.runtime("PreviewResult");
    quote_spanned!(Span::mixed_site()=> <#result as #preview_result>::Plan)
}

fn required_state(tool: &Tool) -> Option<TokenStream> {
    let requirement = tool.paths.runtime("StateRequirement");
    let requirements: Vec<_> = tool
        .parameters
        .iter()
        .filter_map(|parameter| match &parameter.source {
            Source::State(ty) => {
                let cfgs = &parameter.cfgs;
                Some(quote_spanned!(Span::mixed_site()=> #(#cfgs)* #requirement::of::<#ty>()))
            }
            _ => None,
        })
        .collect();
    if requirements.is_empty() {
        return None;
    }
    Some(quote_spanned! {Span::mixed_site()=>
        fn required_state(&self) -> ::std::vec::Vec<#requirement> {
            ::std::vec::Vec::from([#(#requirements),*])
        }
    })
}
