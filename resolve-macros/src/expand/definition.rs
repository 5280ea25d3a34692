//! What hosts tell models, as data from which it is made once.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::model::{Style, Tool};

pub(super) fn definition(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    let shared = tool.paths.item("Definition");
    let once = tool.paths.item("Once");
    let name = &tool.definition.name;
    let title = tool.definition.title.iter().map(|title| quote_spanned!(mixed=> .title(#title)));
    let description = &tool.definition.description;
    let input = input(tool);
    let output = tool.definition.output.iter().map(|output| {
        let of_output = tool.paths.item("output");
        quote_spanned!(mixed=> .output(#of_output::<#output>))
    });
    let destructive = tool.definition.destructive.then(|| quote_spanned!(mixed=> .destructive()));
    let idempotent = tool.definition.idempotent.then(|| quote_spanned!(mixed=> .idempotent()));
    quote_spanned! {mixed=>
        fn definition() -> #shared {
            static __DEFINITION: #once = #once::new(#name, #description)
                #(#title)* #input #(#output)* #destructive #idempotent;
            #once::get(&__DEFINITION)
        }
    }
}

fn input(tool: &Tool) -> TokenStream {
    let mixed = Span::mixed_site();
    match tool.style {
        Style::OneByOne => quote_spanned!(mixed=> .parameters(__PARAMETERS)),
        Style::Derived | Style::Whole => {
            let of = tool.paths.item("Of");
            let demanded = super::derived::demanded(tool);
            quote_spanned!(mixed=> .schema(<#of<__Arguments>>::SCHEMA) #demanded)
        }
    }
}
