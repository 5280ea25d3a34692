//! Lints that would ask for another shape of the function than the attribute does.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{FnArg, Type, Visibility};

use crate::signature::Function;

/// Allows those of clippy that could be about this function.
pub(super) fn allow(function: &Function) -> TokenStream {
    let lints = applicable(function).map(|lint| Ident::new(lint, Span::mixed_site()));
    quote_spanned!(Span::mixed_site()=> #[allow(#(clippy::#lints),*)])
}

fn applicable(function: &Function) -> impl Iterator<Item = &'static str> {
    let types = || {
        function.signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(input) => Some(&*input.ty),
            FnArg::Receiver(_) => None,
        })
    };
    let is_visible = !matches!(function.visibility, Visibility::Inherited);
    let is_bool = |ty: &&Type| matches!(ty, Type::Path(path) if path.path.is_ident("bool"));
    let is_lent = |ty: &Type| matches!(ty, Type::Reference(_));
    let has_hasher = |ty: &Type| ty.to_token_stream().to_string().contains("Hash");
    [
        ("fn_params_excessive_bools", types().filter(is_bool).count() > 3),
        ("implicit_hasher", is_visible && types().any(has_hasher)),
        ("missing_errors_doc", is_visible),
        ("needless_pass_by_value", types().any(|ty| !is_lent(ty))),
        ("too_many_arguments", types().count() > 7),
        ("trivially_copy_pass_by_ref", types().any(is_lent)),
        ("unnecessary_wraps", true),
        ("unused_async", function.signature.asyncness.is_some()),
    ]
    .into_iter()
    .filter_map(|(lint, applies)| applies.then_some(lint))
}
