//! Documentation as text for a model.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

use crate::conditional::Conditional;

/// A text that is known here, or only when the user's crate is compiled.
pub(crate) enum Text {
    Known(String),
    Computed(TokenStream),
}

impl Text {
    /// The text of an expression that becomes a string literal.
    pub(crate) fn of_expr(expr: &Expr) -> Self {
        Self::Computed(expr.to_token_stream())
    }

    /// The text of the `doc` attributes among these.
    ///
    /// Of each line one leading space goes, as it stands behind `///`; blank lines stay, because
    /// they part paragraphs.
    pub(crate) fn of_docs(attributes: &[Attribute]) -> Self {
        let pieces: Vec<Piece> = attributes.iter().filter_map(Piece::of).collect();
        let lines: Option<Vec<&str>> = pieces.iter().map(Piece::known).collect();
        match lines {
            Some(lines) => Self::Known(lines.join("\n").trim().to_owned()),
            None => Self::Computed(joined(&pieces)),
        }
    }
}

/// The first `doc` attribute, where all of them together say nothing.
pub(crate) fn blank(attributes: &[Attribute]) -> Option<&Attribute> {
    let first = attributes.iter().find(|attribute| Piece::of(attribute).is_some())?;
    matches!(Text::of_docs(attributes), Text::Known(text) if text.is_empty()).then_some(first)
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Known(text) => LitStr::new(text, Span::mixed_site()).to_tokens(tokens),
            Self::Computed(expr) => expr.to_tokens(tokens),
        }
    }
}

/// One `doc` attribute.
struct Piece {
    /// Under what condition it is there, if not always.
    predicate: Option<TokenStream>,
    text: PieceText,
}

enum PieceText {
    Line(String),
    Expr(Expr),
}

impl Piece {
    fn of(attribute: &Attribute) -> Option<Self> {
        let Conditional { predicate, attribute } = Conditional::of(attribute);
        let Meta::NameValue(doc) = &attribute.meta else {
            // `#[doc(hidden)]` and the like.
            return None;
        };
        if !doc.path.is_ident("doc") {
            return None;
        }
        let text = match ungrouped(&doc.value) {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                PieceText::Line(undecorated(&text.value()))
            }
            expr => PieceText::Expr(expr.clone()),
        };
        Some(Self { predicate, text })
    }

    /// The text, if it is known here.
    fn known(&self) -> Option<&str> {
        match self {
            Self { predicate: None, text: PieceText::Line(line) } => Some(line),
            _ => None,
        }
    }
}

/// The file that documentation is read from, and that is not there. The compiler would say so of each
/// place that has the documentation, twice.
pub(crate) fn missing_file(attribute: &Attribute) -> Option<LitStr> {
    let Some(Piece { predicate: None, text: PieceText::Expr(Expr::Macro(read)) }) =
        Piece::of(attribute)
    else {
        return None;
    };
    let file: LitStr =
        read.mac.path.is_ident("include_str").then(|| read.mac.parse_body().ok()).flatten()?;
    // Relative to the file that names it, which only the compiler knows.
    let source = proc_macro::is_available().then(|| file.span().unwrap().local_file()).flatten()?;
    let missing = !source.parent()?.join(file.value()).exists();
    missing.then_some(file)
}

/// Whether an attribute is text of the documentation.
pub(crate) fn is_text(attribute: &Attribute) -> bool {
    Piece::of(attribute).is_some()
}

/// The expression that a `macro_rules!` was given.
pub(crate) fn ungrouped(mut expr: &Expr) -> &Expr {
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

/// Joins when the user's crate is compiled. Macros and conditions are expanded then.
fn joined(pieces: &[Piece]) -> TokenStream {
    let mixed = Span::mixed_site();
    let pieces = pieces.iter().enumerate().map(|(index, piece)| {
        let line_break = (index > 0).then(|| quote!("\n",));
        let text = match &piece.text {
            PieceText::Line(line) => quote!(#line_break #line),
            PieceText::Expr(expr) => quote!(#line_break #expr),
        };
        match &piece.predicate {
            None => text,
            Some(predicate) => quote_spanned! {mixed=>
                ::core::cfg_select! { #predicate => { ::core::concat!(#text) } _ => { "" } }
            },
        }
    });
    quote_spanned!(mixed=> ::core::concat!(#(#pieces),*).trim_ascii())
}

/// A line without the space behind `///`, or a block comment without its frame of asterisks.
fn undecorated(text: &str) -> String {
    if !text.contains('\n') {
        return without_space(text).to_owned();
    }
    let lines = || text.lines().map(str::trim_start).filter(|line| !line.is_empty());
    let framed = lines().all(|line| line.starts_with('*'));
    let lines = text.lines().map(|line| match line.trim_start().strip_prefix('*') {
        Some(inner) if framed => without_space(inner),
        _ => without_space(line),
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn without_space(line: &str) -> &str {
    line.strip_prefix(' ').unwrap_or(line).trim_end()
}

#[cfg(test)]
mod tests {
    use syn::{Attribute, parse_quote};

    use super::Text;

    fn text(attributes: &[Attribute]) -> String {
        match Text::of_docs(attributes) {
            Text::Known(text) => text,
            Text::Computed(tokens) => tokens.to_string(),
        }
    }

    #[test]
    fn paragraphs_and_indentation_stay() {
        let attributes: [Attribute; 4] = [
            parse_quote!(#[doc = " One."]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = " - two"]),
            parse_quote!(#[doc = "   three"]),
        ];
        assert_eq!(text(&attributes), "One.\n\n- two\n  three");
    }

    #[test]
    fn block_comments_lose_their_frame() {
        let framed: Attribute = parse_quote!(#[doc = "\n * One.\n *\n * Two.\n "]);
        assert_eq!(text(&[framed]), "One.\n\nTwo.");
        let plain: Attribute = parse_quote!(#[doc = " One.\n Two. "]);
        assert_eq!(text(&[plain]), "One.\nTwo.");
    }

    #[test]
    fn expressions_are_left_to_the_compiler() {
        let attributes: [Attribute; 2] =
            [parse_quote!(#[doc = " One."]), parse_quote!(#[doc = include_str!("two.md")])];
        assert!(
            text(&attributes).starts_with(":: core :: concat ! (\"One.\" , \"\\n\" , include_str")
        );
    }

    #[test]
    fn conditions_are_left_to_the_compiler() {
        let attributes: [Attribute; 2] = [
            parse_quote!(#[doc = " One."]),
            parse_quote!(#[cfg_attr(feature = "two", doc = " Two.")]),
        ];
        assert_eq!(
            text(&attributes),
            ":: core :: concat ! (\"One.\" , :: core :: cfg_select ! { feature = \"two\" => \
             { :: core :: concat ! (\"\\n\" , \"Two.\") } _ => { \"\" } }) . trim_ascii ()"
        );
    }
}
