//! Arguments whose attributes only a derive understands, as fields of a struct.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::Attribute;

use super::arguments::{arguments, asked};
use crate::model::{Argument, Tool};

/// The struct that all arguments are decoded as.
pub(super) fn structure(tool: &Tool) -> TokenStream {
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
        let ty = field_type(tool, argument);
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

fn field_type(tool: &Tool, argument: &Argument) -> TokenStream {
    let ty = asked(tool, &argument.decoded);
    if argument.field.converted && !argument.decoded.borrowed {
        return ty;
    }
    let mixed = Span::mixed_site();
    let field = tool.paths.item("Field");
    let of = tool.paths.item("Of");
    quote_spanned!(mixed=> #field<#ty, { <#of<#ty>>::IS_ARGUMENT }>)
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

pub(super) fn decode(tool: &Tool) -> TokenStream {
    let of = tool.paths.item("Of");
    quote_spanned! {Span::mixed_site()=>
        let __values = <#of<__Arguments>>::DECODE(__arguments)?;
    }
}

/// The value of one field.
pub(super) fn value(tool: &Tool, argument: &Argument) -> TokenStream {
    let mixed = Span::mixed_site();
    let name = &argument.field.name;
    let borrowed = argument.decoded.borrowed;
    if argument.field.converted && !borrowed {
        return quote_spanned!(mixed=> __values.#name);
    }
    let ty = &argument.decoded.ty;
    let asked = asked(tool, &argument.decoded);
    let require = tool.paths.item(if borrowed { "lent_argument" } else { "argument" });
    let of = tool.paths.item("Of");
    let field_of = tool.paths.item("FieldOf");
    quote_spanned! {mixed=> {
        let _ = #require::<#ty>();
        <#of<#asked> as #field_of<{ <#of<#asked>>::IS_ARGUMENT }>>::value(__values.#name)
    }}
}
