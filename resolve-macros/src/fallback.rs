//! What stands in for a tool in which something is wrong, so that everything that uses it still
//! resolves and the mistakes are all that the author reads.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::attribute::RawAttribute;
use crate::check;
use crate::conditional::cfgs;
use crate::errors::Errors;
use crate::expand;
use crate::half_typed::HalfTyped;
use crate::model::Structure;
use crate::paths::Paths;
use crate::signature::Function;

/// What is no function, or not yet: a struct is there as soon as there is a name for it.
pub(crate) fn for_unparsed(
    attribute: &RawAttribute,
    item: TokenStream,
    error: syn::Error,
    mut errors: Errors,
) -> TokenStream {
    let Some(half_typed) = HalfTyped::parse(item.clone()) else {
        errors.push(error);
        return for_other_item(item, errors);
    };
    if !half_typed.is_told {
        errors.push(error);
    }
    let stub = if half_typed.is_method { None } else { stub(attribute, &half_typed.function) };
    let errors = errors.to_compile_errors();
    let item = half_typed.item;
    quote!(#item #errors #stub)
}

/// An item that is no function, as it is.
#[expect(clippy::needless_pass_by_value, reason = "the errors end here")]
pub(crate) fn for_other_item(item: TokenStream, errors: Errors) -> TokenStream {
    let errors = errors.to_compile_errors();
    quote!(#item #errors)
}

/// The function as it is, and a struct that is a tool to the type checker.
#[expect(clippy::needless_pass_by_value, reason = "the errors end here")]
pub(crate) fn for_function(
    attribute: &RawAttribute,
    function: &Function,
    errors: Errors,
) -> TokenStream {
    let errors = errors.to_compile_errors();
    let stub = stub(attribute, function);
    let function = function.without_mistakes();
    quote!(#function #errors #stub)
}

fn stub(attribute: &RawAttribute, function: &Function) -> Option<TokenStream> {
    // A method stands in an `impl`, where a struct cannot.
    if check::is_associated(&function.signature) {
        return None;
    }
    let name = check::struct_name(attribute, function)?;
    let structure = Structure {
        attributes: vec![syn::parse_quote!(#[doc = ""])],
        name,
        visibility: function.visibility.clone(),
        cfgs: cfgs(&function.attributes),
    };
    let paths = Paths::new(attribute.crate_path.as_ref());
    let implementation = implementation(&paths, &structure);
    Some(expand::structure(&paths, &structure, &implementation))
}

fn implementation(paths: &Paths, structure: &Structure) -> TokenStream {
    let name = &structure.name;
    let import = paths.import();
    let generated_tool = paths.item("GeneratedTool");
    let definition = paths.item("Definition");
    let free_form = paths.item("FreeForm");
    let arguments = paths.item("Arguments");
    let call_context = paths.item("CallContext");
    let context_of = paths.item("ContextOf");
    let started = paths.item("Started");
    let verifying = paths.item("Verifying");
    let applying = paths.item("Applying");
    quote_spanned! {Span::mixed_site()=>
        const _: () = {
        #import
        #[automatically_derived]
        impl #generated_tool for #name {
            type Plan = ();
            type Extra = #free_form;
            fn definition() -> #definition {
                ::core::unreachable!()
            }
            fn preview<'a>(_: &'a #arguments<'a>, _: &'a #call_context<'a>) -> #started<'a> {
                ::core::unreachable!()
            }
            fn verify<'a>(_: &'a (), _: &'a #context_of<'a, Self>) -> #verifying<'a> {
                ::core::unreachable!()
            }
            fn apply<'a>(_: &'a (), _: &'a #context_of<'a, Self>) -> #applying<'a> {
                ::core::unreachable!()
            }
        }
        };
    }
}
