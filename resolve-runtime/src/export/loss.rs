//! What an export could not say, and what it would not.

use std::fmt;

/// Something that the schema of a tool says and its export does not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The tool.
    pub tool: Box<str>,
    /// Where in the schema of its arguments, as a JSON pointer.
    pub path: Box<str>,
    /// What was done instead, in words.
    pub what: Box<str>,
}

/// A schema that a dialect cannot carry at all.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportError {
    /// The tool.
    pub tool: Box<str>,
    /// Where in the schema of its arguments, as a JSON pointer.
    pub path: Box<str>,
    /// Why, and what to do.
    pub reason: Box<str>,
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the tool `{}` cannot be exported: at `{}`: {}",
            self.tool, self.path, self.reason
        )
    }
}

impl std::error::Error for ExportError {}
