//! Operations, compiled for each language when the first file of it turns up.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use ast_grep_core::matcher::PatternNode;
use ast_grep_core::meta_var::MetaVariable;
use ast_grep_core::replacer::TemplateFix;
use ast_grep_core::{Pattern, PatternError};
use ast_grep_language::SupportLang;

use super::{Op, PatternGap, ScanError, fragment, language};

/// An operation in one language.
pub(super) struct CompiledOp {
    pub(super) pattern: Pattern,
    pub(super) fix: TemplateFix,
    /// A text that every match contains.
    fixed: String,
}

impl CompiledOp {
    /// False means for certain that `text` has no match; it is far cheaper than parsing.
    pub(super) fn may_match(&self, text: &str) -> bool {
        text.contains(&self.fixed)
    }
}

/// Why an operation means nothing in a language.
enum Refusal {
    /// The pattern is not code in it.
    Pattern(String),
    /// The replacement needs what the pattern does not have.
    Unbound { variable: String, bound: String },
}

impl Refusal {
    fn reason(&self) -> String {
        match self {
            Self::Pattern(reason) => reason.clone(),
            Self::Unbound { variable, bound } => {
                format!("the replacement uses `{variable}`, the pattern binds {bound}")
            }
        }
    }
}

type Compiled = Vec<Result<CompiledOp, Refusal>>;

/// All operations in all languages.
pub(super) struct Rules<'o> {
    ops: &'o [Op],
    by_language: Vec<(SupportLang, OnceLock<Compiled>)>,
}

impl<'o> Rules<'o> {
    /// Rules that are compiled later, after a look at what no language could accept.
    pub(super) fn new(ops: &'o [Op]) -> Result<Self, ScanError> {
        if ops.is_empty() {
            return Err(ScanError::NoOps);
        }
        if let Some(index) = ops.iter().position(|op| op.pat.trim().is_empty()) {
            return Err(ScanError::EmptyPattern { number: index + 1 });
        }
        let by_language = language::all().map(|known| (known, OnceLock::new())).collect();
        Ok(Self { ops, by_language })
    }

    /// How many operations there are.
    pub(super) fn len(&self) -> usize {
        self.ops.len()
    }

    /// An operation in a language, unless it means nothing there.
    pub(super) fn get(&self, language: SupportLang, op: usize) -> Option<&CompiledOp> {
        let (language, compiled) = self.by_language.get(language::index(language)?)?;
        let compiled =
            compiled.get_or_init(|| self.ops.iter().map(|op| compile(op, *language)).collect());
        compiled.get(op)?.as_ref().ok()
    }

    /// After the scan: the languages in which operations meant nothing. An operation that had no meaning in any of
    /// the languages that turned up is an error.
    pub(super) fn gaps(&self) -> Result<Vec<PatternGap>, ScanError> {
        let mut gaps = Vec::new();
        for (index, op) in self.ops.iter().enumerate() {
            let (mut usable, mut refusals) = (false, Vec::new());
            for (language, compiled) in &self.by_language {
                match compiled.get().and_then(|compiled| compiled.get(index)) {
                    None => {}
                    Some(Ok(_)) => usable = true,
                    Some(Err(refusal)) => refusals.push((*language, refusal)),
                }
            }
            if !usable && !refusals.is_empty() {
                return Err(refused(op, &refusals));
            }
            gaps.extend(refusals.into_iter().map(|(language, refusal)| PatternGap {
                op: index,
                language: language.to_string(),
                reason: refusal.reason(),
            }));
        }
        Ok(gaps)
    }
}

fn refused(op: &Op, refusals: &[(SupportLang, &Refusal)]) -> ScanError {
    // A pattern that parses somewhere is the closer miss: its variable is what has to be mended.
    for (_, refusal) in refusals {
        if let Refusal::Unbound { variable, bound } = refusal {
            return ScanError::UnboundVariable {
                variable: variable.clone(),
                out: op.out.clone(),
                pattern: op.pat.clone(),
                bound: bound.clone(),
            };
        }
    }
    let reasons: Vec<_> = refusals
        .iter()
        .map(|(language, refusal)| format!("{language}: {}", refusal.reason()))
        .collect();
    ScanError::Pattern { pattern: op.pat.clone(), reasons: reasons.join("; ") }
}

fn compile(op: &Op, language: SupportLang) -> Result<CompiledOp, Refusal> {
    let pattern = fragment::parse(&op.pat, language).map_err(|error| {
        // ast-grep's own messages quote the pattern with its variables already rewritten for the grammar.
        Refusal::Pattern(match error {
            PatternError::NoContent(_) => "it holds no code".to_owned(),
            PatternError::MultipleNode(_) => "it is more than one piece of code".to_owned(),
            PatternError::RootMultiMetaVar(_) => "`$$$` cannot be a whole pattern".to_owned(),
            PatternError::Parse(reason) => reason,
            other => other.to_string(),
        })
    })?;
    // Such a pattern would match against nodes of any kind.
    if pattern.has_error() {
        return Err(Refusal::Pattern("it has a syntax error".to_owned()));
    }
    let mut bound = BTreeSet::new();
    bound_variables(&pattern.node, &mut bound);
    if let Some(variable) =
        template_variables(&op.out).into_iter().find(|variable| !bound.contains(variable))
    {
        let bound: Vec<_> = bound.iter().map(|variable| format!("`{variable}`")).collect();
        let bound = if bound.is_empty() { "no variable".to_owned() } else { bound.join(", ") };
        return Err(Refusal::Unbound { variable, bound });
    }
    let fix = TemplateFix::with_transform(&op.out, &language, &[]);
    let fixed = pattern.fixed_string().into_owned();
    Ok(CompiledOp { pattern, fix, fixed })
}

/// The variables of a pattern, each with its sigil: `$A` and `$$$A` are not the same, and using the one for the other
/// would silently put nothing.
fn bound_variables(node: &PatternNode, bound: &mut BTreeSet<String>) {
    match node {
        PatternNode::MetaVar { meta_var: MetaVariable::Capture(name, _) } => {
            bound.insert(format!("${name}"));
        }
        PatternNode::MetaVar { meta_var: MetaVariable::MultiCapture(name) } => {
            bound.insert(format!("$$${name}"));
        }
        PatternNode::MetaVar { .. } | PatternNode::Terminal { .. } => {}
        PatternNode::Internal { children, .. } => {
            for child in children {
                bound_variables(child, bound);
            }
        }
    }
}

/// The variables of a replacement, in their order; they are told apart the way ast-grep does.
fn template_variables(out: &str) -> Vec<String> {
    let mut variables = Vec::new();
    let mut rest = out;
    while let Some(start) = rest.find('$') {
        rest = &rest[start..];
        let sigils = rest.bytes().take(3).take_while(|byte| *byte == b'$').count();
        let name = &rest[sigils..];
        let end =
            name.find(|c: char| !matches!(c, 'A'..='Z' | '0'..='9' | '_')).unwrap_or(name.len());
        if end == 0 || name.starts_with(|c: char| c.is_ascii_digit()) {
            rest = &rest[1..];
            continue;
        }
        let sigil = if sigils == 3 { "$$$" } else { "$" };
        variables.push(format!("{sigil}{}", &name[..end]));
        rest = &name[end..];
    }
    variables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_of_a_replacement_are_found_as_ast_grep_finds_them() {
        for (out, expected) in [
            ("plain", vec![]),
            ("f($A, $$$REST)", vec!["$A", "$$$REST"]),
            ("costs $5 and $lower $", vec![]),
            ("$$A $$$$B $_X1", vec!["$A", "$$$B", "$_X1"]),
            ("$A$B", vec!["$A", "$B"]),
        ] {
            assert_eq!(template_variables(out), expected, "{out}");
        }
    }
}
