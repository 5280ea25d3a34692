//! Questions about types, answered by their tokens: a type may hide in a macro or a path of any
//! kind, and nothing more than its words is asked for.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{Path, Type};

/// Whether the type is written as an `Option`, by whatever path.
pub(super) fn is_option(ty: &Type) -> bool {
    let last = path(ty).and_then(|path| path.segments.last());
    last.is_some_and(|last| last.ident == "Option")
}

/// Whether the type is one that JSON writes as a value without members, by its usual name.
pub(super) fn is_scalar(ty: &Type) -> bool {
    const SCALARS: [&str; 20] = [
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16",
        "u32", "u64", "u128", "usize", "str", "String", "PathBuf", "Vec",
    ];
    let last = path(ty).and_then(|path| path.segments.last());
    last.is_some_and(|last| SCALARS.iter().any(|scalar| last.ident == scalar))
        || matches!(ungrouped(ty), Type::Array(_) | Type::Slice(_) | Type::Tuple(_))
}

/// The type within parentheses, and within the group that a `macro_rules!` makes of what it was
/// given.
pub(super) fn ungrouped(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            ty => return ty,
        };
    }
}

/// The path of a type that is one.
pub(super) fn path(ty: &Type) -> Option<&Path> {
    match ungrouped(ty) {
        Type::Path(path) => Some(&path.path),
        _ => None,
    }
}

/// What is written, if it is one of the kinds of types that no value can be decoded into.
pub(super) fn undecodable(ty: &Type) -> Option<&'static str> {
    let written = [(has_impl(ty), "`impl Trait`"), (has_dyn(ty), "`dyn Trait`")];
    if let Some((_, kind)) = written.into_iter().find(|(is_there, _)| *is_there) {
        return Some(kind);
    }
    match ungrouped(ty) {
        _ if has_placeholder(ty) => Some("`_`"),
        Type::Never(_) => Some("`!`"),
        ty => unsized_kind(ty),
    }
}

/// What is written, if it is one of the kinds of types whose values have no known size.
pub(crate) fn unsized_kind(ty: &Type) -> Option<&'static str> {
    match ungrouped(ty) {
        Type::Slice(_) => Some("a slice"),
        Type::TraitObject(_) => Some("`dyn Trait`"),
        ty => path(ty).is_some_and(|path| path.is_ident("str")).then_some("`str`"),
    }
}

/// Whether a type is left out, as in `Vec<_>`, which the compiler refuses in every signature.
pub(super) fn has_placeholder(ty: impl ToTokens) -> bool {
    let mut before = '<';
    // Within other brackets an underscore may be a name.
    ty.into_token_stream().into_iter().any(|tree| {
        let found = matches!(&tree, TokenTree::Ident(ident) if ident == "_")
            && matches!(before, '<' | ',' | '&');
        before = match tree {
            TokenTree::Punct(punct) => punct.as_char(),
            _ => ' ',
        };
        found
    })
}

/// Whether `impl Trait` stands anywhere in the type.
pub(super) fn has_impl(ty: impl ToTokens) -> bool {
    has_word(ty, "impl")
}

/// Whether `dyn Trait` stands anywhere in the type.
pub(super) fn has_dyn(ty: impl ToTokens) -> bool {
    has_word(ty, "dyn")
}

/// The first token that is this word.
pub(crate) fn find_word(tokens: impl ToTokens, word: &str) -> Option<Ident> {
    let mut found = None;
    // The rest of a lifetime is no word: `'_` has nothing of `_`.
    let mut after_quote = false;
    any(tokens.into_token_stream(), &mut |tree| {
        if let TokenTree::Ident(ident) = tree
            && ident == word
            && !after_quote
        {
            found = Some(ident.clone());
        }
        after_quote = matches!(tree, TokenTree::Punct(punct) if punct.as_char() == '\'');
        found.is_some()
    });
    found
}

fn has_word(ty: impl ToTokens, word: &str) -> bool {
    find_word(ty, word).is_some()
}

/// Whether a reference stands anywhere in the type, for whatever lifetime.
pub(crate) fn has_reference(ty: impl ToTokens) -> bool {
    any(
        ty.into_token_stream(),
        &mut |tree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == '&'),
    )
}

/// Whether a reference or a lifetime other than `'static` stands anywhere in the type.
pub(crate) fn has_lifetime(ty: impl ToTokens) -> bool {
    let mut before = Before::Other;
    any(ty.into_token_stream(), &mut |tree| {
        let now = match tree {
            TokenTree::Punct(punct) if punct.as_char() == '&' => Before::Reference,
            TokenTree::Punct(punct) if punct.as_char() == '\'' => Before::Quote,
            _ => Before::Other,
        };
        let borrows = match before {
            // Without a lifetime, it is one that the signature would have to give.
            Before::Reference => now != Before::Quote,
            Before::Quote => !matches!(tree, TokenTree::Ident(ident) if ident == "static"),
            Before::Other => false,
        };
        before = now;
        borrows
    })
}

/// The type with `'static` in the place of each lifetime that is left to be inferred.
pub(crate) fn with_static_lifetimes(ty: TokenStream) -> TokenStream {
    let mut before = Before::Other;
    let mut replaced = TokenStream::new();
    for tree in ty {
        let now = match &tree {
            TokenTree::Punct(punct) if punct.as_char() == '&' => Before::Reference,
            TokenTree::Punct(punct) if punct.as_char() == '\'' => Before::Quote,
            _ => Before::Other,
        };
        if before == Before::Reference && now != Before::Quote {
            replaced.extend(quote_spanned!(tree.span()=> 'static));
        }
        replaced.extend([match tree {
            TokenTree::Ident(ident) if before == Before::Quote && ident == "_" => {
                Ident::new("static", ident.span()).into()
            }
            TokenTree::Group(group) => {
                let stream = with_static_lifetimes(group.stream());
                Group::new(group.delimiter(), stream).into()
            }
            tree => tree,
        }]);
        before = now;
    }
    replaced
}

/// The token before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Reference,
    Quote,
    Other,
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
