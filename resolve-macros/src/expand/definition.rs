//! What hosts tell models, made once.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::model::{Style, Tool};

pub(super) fn definition(tool: &Tool) -> TokenStream {
    let definition = tool.paths.item("ToolDefinition");
    let shared = tool.paths.item("Definition");
    let once = tool.paths.item("Once");
    let name = &tool.definition.name;
    let mixed = Span::mixed_site();
    let title =
        tool.definition.title.iter().map(|title| quote_spanned!(mixed=> .with_title(#title)));
    let description = &tool.definition.description;
    let input = input(tool);
    let destructive = flag(tool.definition.destructive, "with_destructive");
    let idempotent = flag(tool.definition.idempotent, "with_idempotent");
    quote_spanned! {mixed=>
        fn definition(&self) -> #shared {
            static __DEFINITION: #once = #once::new(|| {
                ::std::sync::Arc::new(#definition::new(#name)
                    #(#title)*
                    .with_description(#description)
                    #input
                    #destructive
                    #idempotent)
            });
            #once::get(&__DEFINITION)
        }
    }
}

fn flag(set: bool, method: &str) -> Option<TokenStream> {
    let method = syn::Ident::new(method, Span::mixed_site());
    set.then(|| quote_spanned!(Span::mixed_site()=> .#method(true)))
}

fn input(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    match tool.style {
        Style::OneByOne => quote_spanned!(mixed=> .with_parameters(__PARAMETERS)),
        Style::Derived | Style::Whole => quote_spanned!(mixed=> .with_input::<__Arguments>()),
    }
}
