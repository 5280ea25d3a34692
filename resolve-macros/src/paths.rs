//! The one place that knows how generated code names the runtime.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Ident, LitStr, Path};

/// What the runtime's private module is called within a block of generated code.
const ALIAS: &str = "__rt";

/// How the runtime is reached from the user's crate.
pub(crate) struct Paths {
    root: TokenStream,
    /// The end of the path, where an error about it is shown.
    end: Span,
    is_default: bool,
}

impl Paths {
    /// By the path that the attribute names, or by the crate's own name.
    pub(crate) fn new(crate_path: Option<&Path>) -> Self {
        let default = || quote_spanned!(Span::mixed_site()=> ::resolve_runtime);
        let root = crate_path.map_or_else(default, Path::to_token_stream);
        let last = crate_path.and_then(|path| path.segments.last());
        Self {
            root,
            end: last.map_or_else(Span::mixed_site, |last| last.ident.span()),
            is_default: crate_path.is_none(),
        }
    }

    /// An item with a block of generated code beside it.
    ///
    /// An attribute puts it there: where no item can stand, as in an `impl`, the compiler says so of the
    /// item alone, and the block is not there to be complained about. By a path that the author
    /// wrote, the block comes at once: if it leads nowhere, that is told in the block, and nothing else.
    pub(crate) fn beside(
        &self,
        item: &TokenStream,
        cfgs: &[Attribute],
        block: &TokenStream,
    ) -> TokenStream {
        if self.is_default {
            let root = &self.root;
            quote!(#(#cfgs)* #[#root::__private::beside { #block }] #item)
        } else {
            quote!(#(#cfgs)* #item #(#cfgs)* #block)
        }
    }

    /// What makes [`item`](Self::item)s known in a block of generated code: the whole path stands
    /// there once, instead of in front of every name.
    pub(crate) fn import(&self) -> TokenStream {
        let root = &self.root;
        let alias = Ident::new(ALIAS, Span::mixed_site());
        // Of the traits a tool needs some or others.
        let private = Ident::new("__private", self.end);
        quote_spanned! {Span::mixed_site()=>
            use #root::#private as #alias;
            use #alias::traits::*;
        }
    }

    /// An item of the runtime, in a block that has the import.
    pub(crate) fn item(&self, name: &str) -> TokenStream {
        self.item_at(name, Span::mixed_site())
    }

    /// The same at a place of the user's source, which an error about it will show.
    #[expect(clippy::unused_self, reason = "who names an item has to have made the import")]
    pub(crate) fn item_at(&self, name: &str, span: Span) -> TokenStream {
        let alias = Ident::new(ALIAS, span);
        let name = Ident::new(name, span);
        quote_spanned!(span=> #alias::#name)
    }

    /// The path of a crate that the runtime re-exports, as the text that derives want, in a block
    /// that has the import.
    #[expect(clippy::unused_self, reason = "who names an item has to have made the import")]
    pub(crate) fn reexport_text(&self, name: &str) -> LitStr {
        LitStr::new(&format!("{ALIAS}::{name}"), Span::mixed_site())
    }
}
