//! A checked tool as code: one small function for each item.

mod arguments;
mod definition;
mod derived;
mod handlers;
mod lints;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::model::{Source, Structure, Tool};
use crate::paths::Paths;
use crate::signature::Function;

/// The function as it was, the struct beside it, and everything else where no name of it can
/// clash with the user's.
pub(crate) fn expand(tool: &Tool, function: &Function) -> TokenStream {
    let lints = lints::allow(function);
    let function = function.without_helpers();
    let import = tool.paths.import();
    let result = &tool.outcome.result;
    let arguments = arguments::items(tool);
    let implementation = implementation(tool);
    let block = quote_spanned! {Span::mixed_site()=>
        #[allow(deprecated, unreachable_code, unused_imports, unused_qualifications)]
        const _: () = {
            #import
            type __R = #result;
            #arguments
            #implementation
        };
    };
    let structure = structure(&tool.paths, &tool.structure, &block);
    quote_spanned! {Span::mixed_site()=>
        #lints
        #function
        #structure
    }
}

/// The struct that stands for the tool, and beside it everything else in a block where no name of it
/// can clash with the user's.
pub(crate) fn structure(paths: &Paths, structure: &Structure, block: &TokenStream) -> TokenStream {
    let Structure { name, visibility, attributes, cfgs } = structure;
    // An error about the struct shows where its name comes from.
    // Lints leave alone what a macro makes: a way with `allow` would be an error under `forbid`.
    let span = at(name);
    let (keyword, end) = (quote_spanned!(span=> struct), quote_spanned!(span=> ;));
    let item = quote_spanned! {Span::mixed_site()=>
        #(#attributes)*
        #visibility #keyword #name #end
    };
    paths.beside(&item, cfgs, block)
}

/// Names resolve as in the macro, errors point to the user's tokens.
fn at(tokens: impl ToTokens) -> Span {
    Span::mixed_site().located_at(tokens.span())
}

/// The name of a type of generated code in the place of a type of the user's, which errors about it
/// show as a whole: to the compiler it reaches from its first token to its last.
fn in_place_of(user: impl ToTokens, name: &str) -> TokenStream {
    let (first, last) = ends(user);
    let name = Ident::new(name, first);
    let (open, close) = (quote_spanned!(first=> <), quote_spanned!(last=> >));
    quote!(#name #open #close)
}

/// Where the first and the last token of the user's stand.
fn ends(user: impl ToTokens) -> (Span, Span) {
    let tokens: Vec<_> = user.into_token_stream().into_iter().collect();
    let first = tokens.first().map_or_else(Span::call_site, TokenTree::span);
    let last = match tokens.last() {
        Some(TokenTree::Group(group)) => group.span_close(),
        Some(tree) => tree.span(),
        None => first,
    };
    (first, last)
}

fn implementation(tool: &Tool) -> TokenStream {
    let name = &tool.structure.name;
    let generated_tool = tool.paths.item("GeneratedTool");
    let plan = plan(tool);
    let extra = extra(tool);
    let check_extra = check_extra(tool);
    let definition = definition::definition(tool);
    let required_state = required_state(tool);
    let preview = arguments::preview(tool);
    let verify = handlers::verify(tool);
    let apply = handlers::apply(tool);
    let reject = handlers::reject(tool);
    quote_spanned! {Span::mixed_site()=>
        #check_extra
        #[automatically_derived]
        impl #generated_tool for #name {
            #plan
            #extra
            #definition
            #required_state
            #preview
            #verify
            #apply
            #reject
        }
    }
}

/// The plan as the result's own trait tells it, so that aliases of `Result` are as good. An error
/// about it, that it is private, shows the result.
fn plan(tool: &Tool) -> TokenStream {
    let plan_of = tool.paths.item("PlanOf");
    let of = tool.paths.item("Of");
    let plan = quote_spanned!(Span::mixed_site()=> #plan_of<__R, { <#of<__R>>::IS_PREVIEW }>);
    let (first, last) = ends(&tool.outcome.result);
    let (start, end) = (quote_spanned!(first=> type Plan), quote_spanned!(last=> ;));
    quote!(#start = #plan #end)
}

/// The same for the `extra`.
fn extra(tool: &Tool) -> TokenStream {
    let Some(extra) = &tool.extra else {
        let free_form = tool.paths.item("FreeForm");
        return quote_spanned!(Span::mixed_site()=> type Extra = #free_form;);
    };
    let extra_of = tool.paths.item("ExtraOf");
    let of = tool.paths.item("Of");
    let ty = quote_spanned!(Span::mixed_site()=> #extra_of<#extra, { <#of<#extra>>::IS_EXTRA }>);
    let (first, last) = ends(extra);
    let (start, end) = (quote_spanned!(first=> type Extra), quote_spanned!(last=> ;));
    quote!(#start = #ty #end)
}

fn check_extra(tool: &Tool) -> Option<TokenStream> {
    let extra = tool.extra.as_ref()?;
    let check = tool.paths.item("extra");
    Some(quote_spanned!(Span::mixed_site()=> const _: () = #check::<#extra>();))
}

fn required_state(tool: &Tool) -> Option<TokenStream> {
    let requirements_type = tool.paths.item("Requirements");
    let list = tool.paths.item("requirements");
    let of = tool.paths.item("Of");
    let requirements: Vec<_> = tool
        .parameters
        .iter()
        .filter_map(|parameter| match &parameter.source {
            Source::State(ty) => {
                let cfgs = &parameter.cfgs;
                Some(quote_spanned!(Span::mixed_site()=> #(#cfgs)* <#of<#ty>>::REQUIREMENT))
            }
            _ => None,
        })
        .collect();
    if requirements.is_empty() {
        return None;
    }
    Some(quote_spanned! {Span::mixed_site()=>
        fn required_state() -> #requirements_type {
            #list([#(#requirements),*])
        }
    })
}
