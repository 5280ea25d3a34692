//! The operations on one text.

use std::borrow::Cow;
use std::ops::Range;

use ast_grep_core::AstGrep;
use ast_grep_core::replacer::Replacer as _;
use ast_grep_core::tree_sitter::StrDoc;
use ast_grep_language::SupportLang;

use super::pattern::{CompiledOp, Rules};
use super::{ParseErrors, Replacement, language};

type Tree = AstGrep<StrDoc<SupportLang>>;

/// What the operations make of a text.
pub(super) struct Rewritten {
    /// The new text; None if nothing changes.
    pub(super) text: Option<String>,
    pub(super) replacements: Vec<Replacement>,
    /// Line of the first syntax error in the old text, counted from 1.
    pub(super) error_line: Option<usize>,
}

/// Runs all operations, each on the result of the one before. An error is the parser's message.
pub(super) fn rewrite(
    text: &str,
    host: SupportLang,
    rules: &Rules<'_>,
    parse_errors: ParseErrors,
) -> Result<Rewritten, String> {
    let injectable = language::injectable(host);
    let mut current = Cow::Borrowed(text);
    let mut replacements = Vec::new();
    let mut trees = match parse_errors {
        ParseErrors::Everywhere => Some(parse(text, host, &injectable)?),
        ParseErrors::InCandidates => None,
    };
    let mut error_line = trees.as_deref().and_then(first_error);

    for op in 0..rules.len() {
        let candidate = std::iter::once(&host)
            .chain(&injectable)
            .filter_map(|language| rules.get(*language, op))
            .any(|compiled| compiled.may_match(&current));
        if !candidate {
            continue;
        }
        let parsed = match &mut trees {
            Some(parsed) => parsed,
            none => {
                let parsed = parse(&current, host, &injectable)?;
                // What an operation leaves behind is not an error of the file.
                if replacements.is_empty() {
                    error_line = first_error(&parsed);
                }
                none.insert(parsed)
            }
        };
        let edits = edits(parsed, &current, rules, op)?;
        if edits.is_empty() {
            continue;
        }
        current = Cow::Owned(splice(&current, &edits)?);
        replacements.extend(edits.into_iter().map(|edit| edit.replacement));
        trees = None;
    }
    let text = match current {
        Cow::Owned(after) if after != text => Some(after),
        _ => None,
    };
    Ok(Rewritten { text, replacements, error_line })
}

/// The tree of a text, and those of the other languages in it.
fn parse(text: &str, host: SupportLang, injectable: &[SupportLang]) -> Result<Vec<Tree>, String> {
    let tree = Tree::try_new(text, host)?;
    let mut trees = Vec::with_capacity(1);
    if !injectable.is_empty() {
        trees = tree.get_injections(|name| {
            name.parse().ok().filter(|language: &SupportLang| injectable.contains(language))
        });
    }
    trees.insert(0, tree);
    Ok(trees)
}

fn first_error(trees: &[Tree]) -> Option<usize> {
    trees
        .iter()
        .filter(|tree| tree.root().get_inner_node().has_error())
        .filter_map(|tree| {
            let root = tree.root();
            let error = root.dfs().find(|node| node.is_error() || node.is_missing());
            error.map(|node| node.start_pos().line() + 1)
        })
        .min()
}

struct Edit {
    range: Range<usize>,
    replacement: Replacement,
}

/// The replacements of one operation, in order and free of overlaps.
fn edits(trees: &[Tree], text: &str, rules: &Rules<'_>, op: usize) -> Result<Vec<Edit>, String> {
    let mut edits = Vec::new();
    for tree in trees {
        if let Some(compiled) = rules.get(*tree.lang(), op)
            && compiled.may_match(text)
        {
            tree_edits(tree, text, compiled, op, &mut edits)?;
        }
    }
    if trees.len() > 1 {
        edits.sort_by_key(|edit| edit.range.start);
        let mut end = 0;
        edits.retain(|edit| {
            let apart = edit.range.start >= end;
            if apart {
                end = edit.range.end;
            }
            apart
        });
    }
    // A match that already is what it should become is no replacement.
    edits.retain(|edit| edit.replacement.before != edit.replacement.after);
    Ok(edits)
}

fn tree_edits(
    tree: &Tree,
    text: &str,
    compiled: &CompiledOp,
    op: usize,
    edits: &mut Vec<Edit>,
) -> Result<(), String> {
    let root = tree.root();
    let mut end = 0;
    // Nodes come before their children, so an outer match is seen before the ones in it.
    for found in root.find_all(&compiled.pattern) {
        let range = compiled.fix.get_replaced_range(&found, &compiled.pattern);
        if range.start < end {
            continue;
        }
        end = range.end;
        let before = text.get(range.clone()).ok_or(SPLIT_CHARACTER)?;
        let after = String::from_utf8(compiled.fix.generate_replacement(&found))
            .map_err(|_| SPLIT_CHARACTER)?;
        edits.push(Edit {
            replacement: Replacement {
                op,
                line: found.start_pos().line() + 1,
                before: before.to_owned(),
                after,
            },
            range,
        });
    }
    Ok(())
}

const SPLIT_CHARACTER: &str = "the parser split a character";

fn splice(text: &str, edits: &[Edit]) -> Result<String, &'static str> {
    let mut after = String::with_capacity(text.len());
    let mut copied = 0;
    for edit in edits {
        after.push_str(text.get(copied..edit.range.start).ok_or(SPLIT_CHARACTER)?);
        after.push_str(&edit.replacement.after);
        copied = edit.range.end;
    }
    after.push_str(text.get(copied..).ok_or(SPLIT_CHARACTER)?);
    Ok(after)
}
