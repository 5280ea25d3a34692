//! From the arguments of a call to a call of the function.
//!
//! Whether a type can be an argument is asked in `preview` alone, at the type's own place; all other
//! code asks the runtime for something that is there for every type.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};

use crate::conditional::absent;
use crate::model::{Argument, Decoded, Default, Parameter, Source, Style, Tool};

/// What the implementation needs beside it: the list of parameters, or one type for all of them.
pub(super) fn items(tool: &Tool) -> TokenStream {
    match tool.style {
        Style::OneByOne => list(tool),
        Style::Derived => super::derived::structure(tool),
        Style::Whole => {
            let arguments = tool.parameters.iter().filter_map(whole);
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

fn whole(parameter: &Parameter) -> Option<TokenStream> {
    let Source::Whole(decoded) = &parameter.source else {
        return None;
    };
    let cfgs = &parameter.cfgs;
    let ty = &decoded.ty;
    Some(quote_spanned!(Span::mixed_site()=> #(#cfgs)* type __Arguments = #ty;))
}

/// The parameters that are arguments.
pub(super) fn arguments(tool: &Tool) -> impl Iterator<Item = (&Parameter, &Argument)> {
    tool.parameters.iter().filter_map(|parameter| match &parameter.source {
        Source::Argument(argument) => Some((parameter, argument)),
        _ => None,
    })
}

fn list(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    let list = tool.paths.item("Parameter");
    let of = tool.paths.item("Of");
    let parameters = arguments(tool).map(|(parameter, argument)| {
        let cfgs = &parameter.cfgs;
        let ty = asked(tool, &argument.decoded);
        let Argument { name, description, .. } = argument;
        let default = match argument.default {
            Default::OfType => None,
            Default::Trait | Default::Function(_) => Some(quote_spanned!(mixed=> .with_default())),
        };
        quote_spanned!(mixed=> #(#cfgs)* <#of<#ty>>::SHAPE.of(#name, #description)#default)
    });
    quote_spanned!(mixed=> const __PARAMETERS: &[#list] = &[#(#parameters),*];)
}

/// The type that the runtime is asked about.
pub(super) fn asked(tool: &Tool, decoded: &Decoded) -> TokenStream {
    let ty = &decoded.ty;
    if decoded.borrowed {
        let lent = tool.paths.item("Lent");
        quote_spanned!(Span::mixed_site()=> #lent<#ty>)
    } else {
        ty.to_token_stream()
    }
}

pub(super) fn preview(tool: &Tool) -> TokenStream {
    let arguments = tool.paths.item("Arguments");
    let context = tool.paths.item("CallContext");
    let started = tool.paths.item("Started");
    let start = start(tool);
    let values = tool.parameters.iter().filter_map(|parameter| value(tool, parameter));
    let outcome = outcome(tool);
    quote_spanned! {Span::mixed_site()=>
        fn preview<'a>(__arguments: &'a #arguments<'a>, __cx: &'a #context<'a>) -> #started<'a> {
            #start
            #(#values)*
            #outcome
        }
    }
}

/// What is decoded before the single values are taken.
fn start(tool: &Tool) -> Option<TokenStream> {
    let mixed = Span::mixed_site();
    match tool.style {
        Style::OneByOne if arguments(tool).next().is_none() => {
            let split = tool.paths.item("split");
            Some(quote_spanned!(mixed=> #split::<0>(__arguments, __PARAMETERS)?;))
        }
        Style::OneByOne => {
            let number = number(tool);
            let split = tool.paths.item("split");
            Some(quote_spanned! {mixed=>
                let __values = &mut #split::<#number>(__arguments, __PARAMETERS)?;
            })
        }
        Style::Derived => Some(super::derived::decode(tool)),
        Style::Whole => whole_is_absent(tool)
            .map(|absent| quote_spanned!(mixed=> #[cfg(#absent)] __arguments.split::<0>(&[])?;)),
    }
}

/// How many arguments there are, which may depend on the configuration.
fn number(tool: &Tool) -> TokenStream {
    if arguments(tool).all(|(parameter, _)| parameter.cfgs.is_empty()) {
        Literal::usize_unsuffixed(arguments(tool).count()).to_token_stream()
    } else {
        quote_spanned!(Span::mixed_site()=> { __PARAMETERS.len() })
    }
}

fn value(tool: &Tool, parameter: &Parameter) -> Option<TokenStream> {
    let mixed = Span::mixed_site();
    let local = &parameter.local;
    let cfgs = &parameter.cfgs;
    let value = match &parameter.source {
        Source::Argument(argument) if tool.style == Style::Derived => {
            super::derived::value(tool, argument)
        }
        Source::Argument(argument) => taken(tool, argument),
        Source::Whole(Decoded { ty, borrowed: true }) => {
            let lent = tool.paths.item("lent_arguments");
            quote_spanned!(mixed=> #lent::<#ty>().__take_all(__arguments)?)
        }
        Source::Whole(Decoded { ty, borrowed: false }) => {
            let take_all = tool.paths.item("take_all");
            quote_spanned!(mixed=> #take_all::<#ty>(__arguments)?)
        }
        Source::State(ty) => {
            let state = if tool.outcome.is_future { "state" } else { "shared_state" };
            let state = tool.paths.item(state);
            quote_spanned!(mixed=> #state::<#ty>(__cx)?)
        }
        Source::Context(_) => return None,
    };
    Some(quote_spanned!(mixed=> #(#cfgs)* let #local = #value;))
}

fn taken(tool: &Tool, argument: &Argument) -> TokenStream {
    let mixed = Span::mixed_site();
    let ty = &argument.decoded.ty;
    let (take, default) = match &argument.default {
        Default::OfType => ("take", None),
        Default::Trait => ("take_or_default", None),
        Default::Function(path) => ("take_or", Some(quote_spanned!(mixed=> , #path))),
    };
    if argument.decoded.borrowed {
        let lent = tool.paths.item("lent_argument");
        let take = syn::Ident::new(&format!("__{take}"), mixed);
        quote_spanned!(mixed=> #lent::<#ty>().#take(__values #default)?)
    } else {
        let take = tool.paths.item(take);
        quote_spanned!(mixed=> #take::<#ty, _>(__values #default)?)
    }
}

/// The call of the function, and what becomes of its result. An error about its future shows the
/// function.
fn outcome(tool: &Tool) -> TokenStream {
    let returns = tool.paths.item("returns");
    let result = super::in_place_of(&tool.outcome.result, "__R");
    let call = call(tool);
    if !tool.outcome.is_future {
        return quote_spanned!(Span::mixed_site()=> #returns::<#result>().__end::<Self>(#call));
    }
    let future = if lends(tool) {
        // The future owns what it lends to the function.
        quote_spanned!(super::at(&tool.function)=> async move { #call.await })
    } else {
        call
    };
    quote_spanned!(super::at(&tool.function)=> #returns::<#result>().__run::<Self, _>(#future))
}

/// Whether the function borrows from values that were decoded for it.
fn lends(tool: &Tool) -> bool {
    tool.parameters.iter().any(|parameter| match &parameter.source {
        Source::Argument(Argument { decoded, .. }) | Source::Whole(decoded) => decoded.borrowed,
        Source::State(_) | Source::Context(_) => false,
    })
}

fn call(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    let function = &tool.function;
    let of = tool.paths.item("Of");
    let arguments = tool.parameters.iter().map(|parameter| {
        let local = &parameter.local;
        let cfgs = &parameter.cfgs;
        let argument = match &parameter.source {
            Source::Context(ty) => quote_spanned!(super::at(ty)=> __cx),
            Source::Argument(Argument { decoded, .. }) if decoded.borrowed => {
                let ty = &decoded.ty;
                quote_spanned!(mixed=> (&#of::<#ty>::NEW).__lend(&#local))
            }
            Source::Whole(Decoded { ty, borrowed: true }) => {
                quote_spanned!(mixed=> (&#of::<#ty>::NEW).__lend_all(&#local))
            }
            _ => quote_spanned!(mixed=> #local),
        };
        quote_spanned!(mixed=> #(#cfgs)* #argument)
    });
    quote_spanned!(super::at(function)=> #function(#(#arguments),*))
}
