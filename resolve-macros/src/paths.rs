//! The one place that knows how generated code names other crates.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Ident, LitStr, Path};

/// How the runtime is reached from the user's crate.
pub(crate) struct Paths {
    root: TokenStream,
}

impl Paths {
    /// By the path that the attribute names, or by the crate's own name.
    pub(crate) fn new(crate_path: Option<&Path>) -> Self {
        let root = match crate_path {
            Some(path) => path.to_token_stream(),
            None => quote_spanned!(Span::mixed_site()=> ::resolve_runtime),
        };
        Self { root }
    }

    /// A public item of the runtime.
    pub(crate) fn runtime(&self, item: &str) -> TokenStream {
        let root = &self.root;
        let item = Ident::new(item, Span::mixed_site());
        quote_spanned!(Span::mixed_site()=> #root::#item)
    }

    /// An item that is there for generated code alone.
    pub(crate) fn private(&self, item: &str) -> TokenStream {
        let root = &self.root;
        let item = Ident::new(item, Span::mixed_site());
        quote_spanned!(Span::mixed_site()=> #root::__private::#item)
    }

    /// The path of a crate that the runtime re-exports, as the text that derives want.
    pub(crate) fn reexport_text(&self, name: &str) -> LitStr {
        let path = self.runtime(name).to_string().replace(' ', "");
        LitStr::new(&path, Span::mixed_site())
    }
}
