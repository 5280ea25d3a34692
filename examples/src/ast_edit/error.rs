//! Why a scan can fail as a whole.

use std::io;

/// A scan that could not be done. What goes wrong in single files is a [`Problem`](super::Problem) instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScanError {
    /// There is nothing to do.
    #[error("no operation was given: expected at least one pair of a pattern and its replacement")]
    NoOps,
    /// A pattern is empty.
    #[error(
        "the pattern of operation {number} is empty: expected a piece of code to look for, such as `oldApi($$$ARGS)`"
    )]
    EmptyPattern {
        /// Position of the operation, counted from 1.
        number: usize,
    },
    /// There is nothing to look at.
    #[error(
        "no path was given: expected at least one file, folder or glob (`.` is the current folder)"
    )]
    NoPaths,
    /// A path is the empty string.
    #[error(
        "path {number} is empty: expected a file, a folder or a glob (`.` is the current folder)"
    )]
    EmptyPath {
        /// Position of the path, counted from 1.
        number: usize,
    },
    /// A path leads to nothing.
    #[error(
        "the path `{path}` cannot be opened: {source}. Expected an existing file or folder, or a glob; check the \
         spelling, relative paths start from the working folder"
    )]
    Path {
        /// The path as it was given.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// A path leads out of the folder that everything has to be in.
    #[error(
        "the path `{path}` leads out of the workspace: expected a file, a folder or a glob below its folder, \
         relative to it"
    )]
    Outside {
        /// The path as it was given.
        path: String,
    },
    /// A glob cannot be understood.
    #[error(
        "the glob `{glob}` is not valid: {reason}. Expected something like `src/**/*.ts` or `lib/{{a,b}}/*.py`"
    )]
    Glob {
        /// The glob as it was given.
        glob: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A glob selects no file.
    #[error(
        "the glob `{glob}` matches no file. `*` stays within one folder and `**/` crosses them; hidden and ignored \
         files are never matched, name such a file itself"
    )]
    GlobMatchesNothing {
        /// The glob as it was given.
        glob: String,
    },
    /// A pattern is not code in any of the languages of the scanned files.
    #[error(
        "the pattern `{pattern}` is not valid in any language of the scanned files ({reasons}). Expected one complete \
         piece of code, with `$NAME` for one node and `$$$NAME` for several"
    )]
    Pattern {
        /// The pattern as it was given.
        pattern: String,
        /// What each language says.
        reasons: String,
    },
    /// A replacement uses a variable that its pattern does not bind.
    #[error(
        "the replacement `{out}` uses `{variable}`, but the pattern `{pattern}` binds {bound}. Use variables of the \
         pattern only, with as many `$` as there"
    )]
    UnboundVariable {
        /// The variable, with its sigil.
        variable: String,
        /// The replacement as it was given.
        out: String,
        /// The pattern as it was given.
        pattern: String,
        /// The variables that there are.
        bound: String,
    },
    /// The caller asked for the end.
    #[error("the scan was cancelled")]
    Cancelled,
}
