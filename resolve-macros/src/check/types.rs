//! Questions about types, answered by their tokens: a type may hide in a macro or a path of any
//! kind, and nothing more than its words is asked for.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;

/// Whether `impl Trait` stands anywhere in the type.
pub(super) fn has_impl(ty: impl ToTokens) -> bool {
    any(
        ty.into_token_stream(),
        &mut |tree| matches!(tree, TokenTree::Ident(ident) if ident == "impl"),
    )
}

/// Whether a reference or a lifetime other than `'static` stands anywhere in the type.
pub(super) fn has_lifetime(ty: impl ToTokens) -> bool {
    let mut after_quote = false;
    any(ty.into_token_stream(), &mut |tree| {
        let is_lifetime =
            matches!(tree, TokenTree::Ident(ident) if after_quote && ident != "static");
        after_quote = matches!(tree, TokenTree::Punct(punct) if punct.as_char() == '\'');
        let is_reference = matches!(tree, TokenTree::Punct(punct) if punct.as_char() == '&');
        is_lifetime || is_reference
    })
}

/// Whether the tokens name this item without a path in front of it.
pub(super) fn names(tokens: impl ToTokens, name: &Ident) -> bool {
    let mut after_colons = 0_u8;
    any(tokens.into_token_stream(), &mut |tree| {
        let found = matches!(tree, TokenTree::Ident(ident) if ident == name && after_colons < 2);
        after_colons = match tree {
            TokenTree::Punct(punct) if punct.as_char() == ':' => after_colons + 1,
            _ => 0,
        };
        found
    })
}

fn any(tokens: TokenStream, test: &mut impl FnMut(&TokenTree) -> bool) -> bool {
    tokens.into_iter().any(|tree| {
        test(&tree)
            || match tree {
                TokenTree::Group(group) => any(group.stream(), test),
                _ => false,
            }
    })
}
