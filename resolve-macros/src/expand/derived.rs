//! Arguments whose attributes only a derive understands, as fields of a struct.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{format_ident, quote_spanned};
use syn::ext::IdentExt;
use syn::{Attribute, Ident};

use super::arguments::{arguments, asked};
use crate::model::{Absent, Argument, Tool};

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
        let default = (argument.field.absent == Absent::Optional).then(|| optional(attributes));
        let decoder = argument.field.decoder.as_ref().map(|_| {
            let decoder = decoder_name(argument).to_string();
            quote_spanned!(mixed=> #[serde(deserialize_with = #decoder)])
        });
        quote_spanned!(mixed=> #(#cfgs)* #(#attributes)* #decoder #default #name: #ty)
    });
    let decoders = arguments(tool).filter_map(|(parameter, argument)| {
        let decoder = decoder(tool, argument)?;
        let cfgs = &parameter.cfgs;
        Some(quote_spanned!(mixed=> #(#cfgs)* #decoder))
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
        #(#decoders)*
    }
}

fn decoder_name(argument: &Argument) -> Ident {
    format_ident!("__decode_{}", argument.field.name.unraw(), span = Span::mixed_site())
}

/// Calls the author's own function for a field: one of another kind is one mistake, at its name.
fn decoder(tool: &Tool, argument: &Argument) -> Option<TokenStream> {
    let path = argument.field.decoder.as_ref()?;
    let mixed = Span::mixed_site();
    let deserializer = tool.paths.item("serde");
    let name = decoder_name(argument);
    let ty = field_type(tool, argument);
    Some(quote_spanned! {mixed=>
        fn #name<'de, __D: #deserializer::Deserializer<'de>>(
            __deserializer: __D,
        ) -> ::core::result::Result<#ty, __D::Error> {
            let __decode: fn(__D) -> ::core::result::Result<#ty, __D::Error> = #path;
            __decode(__deserializer)
        }
    })
}

/// The fields that are demanded whatever their types say, by their names on the wire.
pub(super) fn demanded(tool: &Tool) -> Option<TokenStream> {
    let demanded = arguments(tool).filter(|(_, it)| it.field.absent == Absent::Demanded);
    let names: Vec<_> = demanded
        .map(|(parameter, argument)| {
            let (cfgs, name) = (&parameter.cfgs, &argument.name);
            quote_spanned!(Span::mixed_site()=> #(#cfgs)* #name)
        })
        .collect();
    let some = !names.is_empty();
    some.then(|| quote_spanned!(Span::mixed_site()=> .demanded(&[#(#names),*])))
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
