//! The text of a preview.

use std::fmt::Write as _;

use super::{FileRewrite, Replacement, Scan};

/// The text of a scan that would change nothing.
pub const NO_REPLACEMENTS: &str = "No replacements made";

/// How much of a scan is spelled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Replacements, over all files.
    pub replacements: usize,
    /// Problems, and languages in which a pattern means nothing.
    pub problems: usize,
    /// Characters of a line.
    pub line_width: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { replacements: 100, problems: 20, line_width: 160 }
    }
}

/// The counts in one line: `2 replacements in 1 file`, or [`NO_REPLACEMENTS`].
#[must_use]
pub fn summary(scan: &Scan) -> String {
    if scan.changes.is_empty() {
        return NO_REPLACEMENTS.to_owned();
    }
    let replacements = count(scan.replacement_count(), "replacement");
    format!("{replacements} in {}", count(scan.changes.len(), "file"))
}

/// The summary, every replacement by file and line, and the problems.
#[must_use]
pub fn listing(scan: &Scan, limits: &Limits) -> String {
    let mut text = summary(scan);
    let _ = writeln!(text, " ({} scanned)", count(scan.files_scanned, "file"));
    let several = scan.changes.iter().flat_map(|change| &change.replacements).any(|it| it.op > 0);
    let mut left = limits.replacements;
    let (mut hidden, mut hidden_files) = (0, 0);
    for change in &scan.changes {
        let shown = change.replacements.len().min(left);
        left -= shown;
        if shown < change.replacements.len() {
            hidden += change.replacements.len() - shown;
            hidden_files += 1;
        }
        if shown > 0 {
            file(&mut text, change, shown, several, limits);
        }
    }
    if hidden > 0 {
        let _ = writeln!(
            text,
            "\n… {} in {} not shown",
            count_more(hidden, "replacement"),
            count(hidden_files, "file")
        );
    }
    problems(&mut text, scan, limits);
    text.truncate(text.trim_end().len());
    text
}

fn file(text: &mut String, change: &FileRewrite, shown: usize, several: bool, limits: &Limits) {
    let replacements = count(change.replacements.len(), "replacement");
    let _ = writeln!(text, "\n{}: {replacements}", change.path.display());
    for replacement in &change.replacements[..shown] {
        let Replacement { op, line, before, after } = replacement;
        let op = if several { format!(" (operation {})", op + 1) } else { String::new() };
        let _ = writeln!(text, "  line {line}{op}");
        let _ = writeln!(text, "    - {}", first_line(before, limits.line_width));
        let _ = writeln!(text, "    + {}", first_line(after, limits.line_width));
    }
}

fn problems(text: &mut String, scan: &Scan, limits: &Limits) {
    if !scan.problems.is_empty() {
        let _ = writeln!(text, "\n{}:", count(scan.problems.len(), "problem"));
        for problem in scan.problems.iter().take(limits.problems) {
            let _ = write!(text, "  {}", problem.path.display());
            if let super::ProblemKind::ParseError { line } = problem.kind {
                let _ = write!(text, ":{line}");
            }
            let _ = writeln!(text, ": {}", problem.kind);
        }
        not_shown(text, scan.problems.len(), limits);
    }
    // Where something was found, these are only the other languages of the tree.
    if scan.changes.is_empty() && !scan.gaps.is_empty() {
        let _ = writeln!(text, "\nLanguages that were left out:");
        for gap in scan.gaps.iter().take(limits.problems) {
            let _ = writeln!(text, "  {}, operation {}: {}", gap.language, gap.op + 1, gap.reason);
        }
        not_shown(text, scan.gaps.len(), limits);
    }
}

fn not_shown(text: &mut String, total: usize, limits: &Limits) {
    if let Some(hidden) = total.checked_sub(limits.problems).filter(|hidden| *hidden > 0) {
        let _ = writeln!(text, "  … {hidden} more not shown");
    }
}

/// The first line of a text, and how many follow.
fn first_line(text: &str, width: usize) -> String {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let mut shown: String = first.chars().take(width).collect();
    if shown.len() < first.len() {
        shown.push('…');
    }
    match lines.count() {
        0 => {}
        more => {
            let _ = write!(shown, " …(+{})", count(more, "line"));
        }
    }
    shown
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn count_more(number: usize, noun: &str) -> String {
    format!("{number} more {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast_edit::{PatternGap, Problem, ProblemKind};

    fn change(path: &str, lines: &[usize]) -> FileRewrite {
        let replacements = lines.iter().map(|line| Replacement {
            op: 0,
            line: *line,
            before: "old(\n  1,\n  2)".to_owned(),
            after: "new(1)".to_owned(),
        });
        FileRewrite {
            path: path.into(),
            before: Vec::new(),
            after: Vec::new(),
            replacements: replacements.collect(),
        }
    }

    #[test]
    fn one_is_singular() {
        let mut scan = Scan { changes: vec![change("a.ts", &[3])], ..Scan::default() };
        assert_eq!(summary(&scan), "1 replacement in 1 file");
        scan.changes = vec![change("a.ts", &[3, 4])];
        assert_eq!(summary(&scan), "2 replacements in 1 file");
        scan.changes.push(change("b.ts", &[1]));
        assert_eq!(summary(&scan), "3 replacements in 2 files");
    }

    #[test]
    fn every_replacement_stands_under_its_file() {
        let scan = Scan {
            files_scanned: 7,
            changes: vec![change("a.ts", &[3]), change("b.ts", &[1, 9])],
            problems: vec![Problem {
                path: "c.ts".into(),
                kind: ProblemKind::ParseError { line: 2 },
            }],
            gaps: Vec::new(),
        };
        let expected = "\
3 replacements in 2 files (7 files scanned)

a.ts: 1 replacement
  line 3
    - old( …(+2 lines)
    + new(1)

b.ts: 2 replacements
  line 1
    - old( …(+2 lines)
    + new(1)
  line 9
    - old( …(+2 lines)
    + new(1)

1 problem:
  c.ts:2: parse error: matches near it may be missing";
        assert_eq!(listing(&scan, &Limits::default()), expected);
        let short = listing(&scan, &Limits { replacements: 2, problems: 0, line_width: 2 });
        assert!(short.contains("\n    - ol… …(+2 lines)\n"), "{short}");
        assert!(short.contains("\n… 1 more replacement in 1 file not shown\n"), "{short}");
        assert!(short.ends_with("\n  … 1 more not shown"), "{short}");
    }

    #[test]
    fn without_replacements_the_gaps_are_told() {
        let gap = PatternGap {
            op: 0,
            language: "Python".to_owned(),
            reason: "it holds no code".to_owned(),
        };
        let scan = Scan { files_scanned: 1, gaps: vec![gap], ..Scan::default() };
        let text = listing(&scan, &Limits::default());
        assert_eq!(
            text,
            "No replacements made (1 file scanned)\n\nLanguages that were left out:\n  Python, operation 1: it holds \
             no code"
        );
    }
}
