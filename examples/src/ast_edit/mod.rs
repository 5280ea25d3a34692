//! The engine of `ast-edit`: structural search and replacement over many files, on syntax trees.
//!
//! [`scan`] computes what a list of [`Op`]s would do to the files under some paths and returns it as a [`Scan`]. It
//! writes nothing: the bytes before and after are both in the result, so that whoever applies it later can check
//! that a file is still the one that was read.
//!
//! An operation finds and puts what `ast-grep run --pattern PAT --rewrite OUT -U` finds and puts: matches are looked for
//! from the outside in, a match inside of one that is already replaced is left alone, and the lines of a multi-line
//! variable keep their relative indentation. In three places it is more careful:
//!
//! - What follows the last matched part of a node stays: the semicolon after `return $X`, the `else` after
//!   `if $C { $$$B }`. The library of ast-grep says so too; its program (0.51) removes them.
//! - A pattern that a grammar misreads when it stands alone is read in its place, such as a call in C.
//! - A variable in the replacement that the pattern does not bind is an error instead of an empty text.
//!
//! Several operations run in their order, each one on the text that the one before left. Bytes outside of the
//! replacements stay as they are.

mod error;
mod fragment;
mod language;
mod listing;
mod pattern;
mod rewrite;
mod scan;
mod target;
mod tool;

use std::fmt;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use resolve_runtime::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

pub use error::ScanError;
pub use language::languages;
pub use listing::{Limits, NO_REPLACEMENTS, listing, summary};
pub use scan::scan;
pub use tool::{AstEdit, Found, Workspace, ast_edit};

/// One structural replacement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Op {
    /// The code to look for. `$NAME` stands for one syntax node, `$$$NAME` for any number of them.
    pub pat: String,
    /// What to put in its place; variables that the pattern binds are filled in. Empty removes the match.
    pub out: String,
}

impl Op {
    /// An operation that replaces `pat` by `out`.
    pub fn new(pat: impl Into<String>, out: impl Into<String>) -> Self {
        Self { pat: pat.into(), out: out.into() }
    }
}

/// Which files are looked at for parse errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParseErrors {
    /// All scanned files, also those that cannot match.
    #[default]
    Everywhere,
    /// Only files that hold the fixed text of a pattern. The others cannot match anyway and are not parsed at all,
    /// which is a good deal faster where few files match.
    InCandidates,
}

/// How to scan.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The folder that relative paths and globs start from. Empty: the current folder.
    pub root: &'a Path,
    /// Whether a path that leads out of `root` is refused, also one that does so through a link.
    pub confined: bool,
    /// How many threads scan. None: as many as there are cores.
    pub threads: Option<NonZero<usize>>,
    /// Where to look for parse errors.
    pub parse_errors: ParseErrors,
    /// Asked before each file; true ends the scan with [`ScanError::Cancelled`].
    pub cancelled: Option<&'a (dyn Fn() -> bool + Sync)>,
    /// Told after each file how many files are done. Called from the scanning threads.
    pub progress: Option<&'a (dyn Fn(usize) + Sync)>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            root: Path::new(""),
            confined: false,
            threads: None,
            parse_errors: ParseErrors::default(),
            cancelled: None,
            progress: None,
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("root", &self.root)
            .field("confined", &self.confined)
            .field("threads", &self.threads)
            .field("parse_errors", &self.parse_errors)
            .finish_non_exhaustive()
    }
}

/// What the operations would do. The order of everything in it depends on the files alone, not on the threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// Files of a known language that were read.
    pub files_scanned: usize,
    /// The files that would change, by path.
    pub changes: Vec<FileRewrite>,
    /// What stood in the way, by path.
    pub problems: Vec<Problem>,
    /// The languages among the scanned files in which an operation means nothing.
    pub gaps: Vec<PatternGap>,
}

impl Scan {
    /// The number of replacements in all files.
    #[must_use]
    pub fn replacement_count(&self) -> usize {
        self.changes.iter().map(|change| change.replacements.len()).sum()
    }
}

/// A file that would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRewrite {
    /// The path, spelled the way the caller spelled what leads to it; relative paths start from [`Options::root`].
    pub path: PathBuf,
    /// The content that was read.
    pub before: Vec<u8>,
    /// The content that the operations make of it.
    pub after: Vec<u8>,
    /// The replacements, by operation and then by position.
    pub replacements: Vec<Replacement>,
}

/// One replacement in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// Index of the operation.
    pub op: usize,
    /// The line, counted from 1, in the text that this operation found.
    pub line: usize,
    /// The text that goes.
    pub before: String,
    /// The text that comes.
    pub after: String,
}

/// Something about a file that the reader of a preview should know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The path, spelled as in [`FileRewrite::path`].
    pub path: PathBuf,
    /// What it is.
    pub kind: ProblemKind,
}

/// The kinds of [`Problem`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum ProblemKind {
    /// The file has syntax errors. It is rewritten nevertheless, where it can be understood.
    #[error("parse error: matches near it may be missing")]
    ParseError {
        /// The line of the first one, counted from 1.
        line: usize,
    },
    /// The file is not UTF-8 and was left out.
    #[error("left out: not UTF-8 (first bad byte at offset {offset})")]
    NotUtf8 {
        /// Where the text stops being UTF-8.
        offset: usize,
    },
    /// The file or folder could not be read.
    #[error("left out: {reason}")]
    Unreadable {
        /// What the system says.
        reason: String,
    },
    /// The file is above the size that is worth parsing.
    #[error("left out: {size} bytes in {lines} lines are too many to parse")]
    TooLarge {
        /// Its length in bytes.
        size: usize,
        /// Its length in lines.
        lines: usize,
    },
    /// The file was named itself, and its language is not known.
    #[error("left out: no known language has this file extension")]
    UnknownLanguage,
    /// The parser gave up.
    #[error("left out: {reason}")]
    Failed {
        /// What it says.
        reason: String,
    },
}

/// An operation that cannot match in one of the scanned languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternGap {
    /// Index of the operation.
    pub op: usize,
    /// The language.
    pub language: String,
    /// Why.
    pub reason: String,
}
