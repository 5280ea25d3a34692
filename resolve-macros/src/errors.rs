//! Several mistakes in one compilation, each at its own token.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// What is wrong with one item.
#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    pub(crate) fn push(&mut self, error: syn::Error) {
        self.0.push(error);
    }

    /// A mistake that the given tokens make.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.0.push(syn::Error::new_spanned(tokens, message));
    }

    pub(crate) fn at_span(&mut self, span: Span, message: impl std::fmt::Display) {
        self.0.push(syn::Error::new(span, message));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn to_compile_errors(&self) -> TokenStream {
        self.0.iter().map(syn::Error::to_compile_error).collect()
    }
}

/// The known word that was probably meant.
pub(crate) fn did_you_mean<'k>(written: &str, known: &[&'k str]) -> Option<&'k str> {
    let limit = (written.chars().count() / 3).clamp(1, 3);
    known
        .iter()
        .map(|candidate| (distance(written, candidate), *candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters have to be changed, added, removed or swapped with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let row = |i: usize| (i..=i + right.len()).collect();
    let mut rows: Vec<Vec<usize>> = (0..=left.len()).map(row).collect();
    for i in 1..=left.len() {
        for j in 1..=right.len() {
            let changed = usize::from(left[i - 1] != right[j - 1]);
            let mut least =
                (rows[i - 1][j - 1] + changed).min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn a_slip_finds_its_word() {
        let known = ["name", "title", "apply", "reject"];
        assert_eq!(did_you_mean("nmae", &known), Some("name"));
        assert_eq!(did_you_mean("aply", &known), Some("apply"));
        assert_eq!(did_you_mean("rejected", &known), Some("reject"));
        assert_eq!(did_you_mean("timeout", &known), None);
    }
}
