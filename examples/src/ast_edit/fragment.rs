//! Patterns that are code only in a certain place.

use ast_grep_core::matcher::PatternNode;
use ast_grep_core::{AstGrep, Pattern, PatternError};
use ast_grep_language::{Language as _, SupportLang};

/// Parses a pattern, as a file of its own or else in a place where such code stands.
///
/// ast-grep leaves the second part to its rule files (`context` and `selector`), and a pattern on its command line that
/// needs it finds nothing. It is done here only where the first part cannot match anything.
pub(super) fn parse(text: &str, language: SupportLang) -> Result<Pattern, PatternError> {
    let direct = Pattern::try_new(text, language);
    let usable = match &direct {
        Ok(pattern) => !pattern.has_error() && !is_misread(pattern, language),
        // No place can help with that.
        Err(error) => matches!(error, PatternError::RootMultiMetaVar(_)),
    };
    if usable {
        return direct;
    }
    let mut placed = places(language).iter().filter_map(|place| within(text, *place, language));
    placed.next().map_or(direct, Ok)
}

/// Whether a grammar takes a pattern for something that the same text never is inside of a function.
fn is_misread(pattern: &Pattern, language: SupportLang) -> bool {
    let kind = match language {
        // `f($A)` as a type that a macro makes.
        SupportLang::C => "macro_type_specifier",
        // `fmt.Println($A)` as a conversion to the type `fmt.Println`.
        SupportLang::Go => "type_conversion_expression",
        _ => return false,
    };
    matches!(pattern.node, PatternNode::Internal { kind_id, .. } if kind_id == language.kind_to_id(kind))
}

/// What to put before and after a pattern.
fn places(language: SupportLang) -> &'static [(&'static str, &'static str)] {
    match language {
        SupportLang::C => &[("void f() { ", "; }")],
        SupportLang::Go => &[("package p\nfunc f() { ", " }")],
        // The value of a declaration.
        SupportLang::Css => &[("a { b: ", " }")],
        // A member of an object.
        SupportLang::Json => &[("{", "}")],
        _ => &[],
    }
}

fn within(text: &str, (before, after): (&str, &str), language: SupportLang) -> Option<Pattern> {
    let text = language.pre_process_pattern(text.trim());
    let tree = AstGrep::try_new(&format!("{before}{text}{after}"), language).ok()?;
    let root = tree.root();
    if root.get_inner_node().has_error() {
        return None;
    }
    let range = before.len()..before.len() + text.len();
    // Statements consist of nothing but an expression often enough; the innermost one is the pattern.
    root.dfs().filter(|node| node.range() == range).last().map(Pattern::from)
}
