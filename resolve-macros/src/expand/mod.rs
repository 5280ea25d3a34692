//! A checked tool as code: one small function for each item.

mod arguments;
mod definition;
mod handlers;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

use crate::model::{Source, Structure, Tool};
use crate::signature::Function;

/// The function as it was, the struct beside it, and everything else where no name of it can
/// clash with the user's.
pub(crate) fn expand(tool: &Tool, function: &Function) -> TokenStream {
    let function = function.without_helpers();
    let structure = structure(&tool.structure, &tool.cfgs);
    let cfgs = &tool.cfgs;
    let import = tool.paths.import();
    let arguments = arguments::items(tool);
    let implementation = implementation(tool);
    quote_spanned! {Span::mixed_site()=>
        // The shape is what the attribute asks for, and the documentation is for a model: no lint
        // should ask for others.
        #[allow(
            clippy::fn_params_excessive_bools,
            clippy::implicit_hasher,
            clippy::missing_errors_doc,
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::trivially_copy_pass_by_ref,
            clippy::unnecessary_wraps,
            clippy::unused_async
        )]
        #function
        #structure
        #(#cfgs)*
        #[allow(deprecated, unused_imports, unused_qualifications)]
        const _: () = {
            #import
            #arguments
            #implementation
        };
    }
}

/// The struct that stands for the tool.
pub(crate) fn structure(structure: &Structure, cfgs: &[syn::Attribute]) -> TokenStream {
    let Structure { name, visibility, attributes } = structure;
    quote_spanned! {Span::mixed_site()=>
        #(#cfgs)*
        #(#attributes)*
        #[allow(clippy::exhaustive_structs)]
        #[derive(::core::fmt::Debug)]
        #visibility struct #name;
    }
}

/// Names resolve as in the macro, errors point to the user's tokens.
fn at(tokens: impl ToTokens) -> Span {
    Span::mixed_site().located_at(tokens.span())
}

fn implementation(tool: &Tool) -> TokenStream {
    let name = &tool.structure.name;
    let preview_tool = tool.paths.item("PreviewTool");
    let plan = plan(tool);
    let extra = match &tool.extra {
        Some(extra) => quote_spanned!(Span::mixed_site()=> #extra),
        None => tool.paths.item("FreeForm"),
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
    let plan_of = tool.paths.item_at("PlanOf", at(result));
    quote_spanned!(at(result)=> #plan_of<#result>)
}

fn required_state(tool: &Tool) -> Option<TokenStream> {
    let requirement = tool.paths.item("StateRequirement");
    let list = tool.paths.item("requirements");
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
            #list([#(#requirements),*])
        }
    })
}
