//! Calls that were not understood.

use std::fmt;

use crate::call::CallResult;
use crate::error::ToolError;

/// A call that was not understood, and so is not carried out.
///
/// # Examples
///
/// ```
/// use resolve_runtime::export::{Dialect, Export};
/// use resolve_runtime::{ToolCall, ToolDefinition};
///
/// let tool = ToolDefinition::new("read_file");
/// let export = Export::builder(Dialect::OpenAiChat).tools(&[tool]).build()?;
/// let refused = export.decode(ToolCall::new("call_1", "read_file", "{\"path\": ")).unwrap_err();
/// let result = refused.into_result();
/// assert!(result.is_error());
/// assert_eq!(result.call_id(), "call_1");
/// assert!(result.text().starts_with("Invalid arguments for `read_file`: "), "{}", result.text());
/// # Ok::<(), resolve_runtime::export::ExportError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedCall {
    id: Box<str>,
    name: Box<str>,
    error: ToolError,
}

impl RefusedCall {
    pub(super) fn new(id: String, name: String, message: impl Into<String>) -> Self {
        let (id, name) = (id.into(), name.into());
        Self { id, name, error: ToolError::new(message) }
    }

    /// The id of the call.
    #[must_use]
    pub fn call_id(&self) -> &str {
        &self.id
    }

    /// The tool that was called; `unnamed` if the call names none.
    #[must_use]
    pub fn tool_name(&self) -> &str {
        &self.name
    }

    /// What the model has to read.
    #[must_use]
    pub fn error(&self) -> &ToolError {
        &self.error
    }

    /// The result of the call: the error.
    #[must_use]
    pub fn into_result(self) -> CallResult {
        CallResult::new(self.id, self.name, Err(self.error))
    }
}

impl fmt::Display for RefusedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for RefusedCall {}
