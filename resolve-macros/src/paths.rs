//! The one place that knows how generated code names the runtime.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Ident, LitStr, Path};

/// What the runtime's private module is called within a block of generated code.
const ALIAS: &str = "__runtime";

/// How the runtime is reached from the user's crate.
pub(crate) struct Paths {
    root: TokenStream,
}

impl Paths {
    /// By the path that the attribute names, or by the crate's own name.
    pub(crate) fn new(crate_path: Option<&Path>) -> Self {
        let default = || quote_spanned!(Span::mixed_site()=> ::resolve_runtime);
        let root = crate_path.map_or_else(default, Path::to_token_stream);
        Self { root }
    }

    /// What makes [`item`](Self::item)s known in a block of generated code: the whole path stands
    /// there once, instead of in front of every name.
    pub(crate) fn import(&self) -> TokenStream {
        let root = &self.root;
        let alias = Ident::new(ALIAS, Span::mixed_site());
        // Of the traits a tool needs some or others.
        quote_spanned! {Span::mixed_site()=>
            use #root::__private::{self as #alias, traits::*};
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
