//! A model's call of a tool, and its result.

use std::borrow::Cow;
use std::sync::Arc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::error::{Aborted, CallError, ToolError};
use crate::id::ActionId;
use crate::output::{Content, ToolOutput};

/// A model's call of a tool.
///
/// # Examples
///
/// ```
/// use resolve_runtime::ToolCall;
/// use serde_json::json;
///
/// // Most providers hand the arguments over as text,
/// let call = ToolCall::new("call_1", "greet", r#"{"name":"Ada"}"#);
/// // and some as a value.
/// assert_eq!(call, ToolCall::from_value("call_1", "greet", &json!({ "name": "Ada" })));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolCall<'a> {
    /// The id that the provider gave to the call.
    pub id: Cow<'a, str>,
    /// The tool.
    pub name: Cow<'a, str>,
    /// The arguments as JSON text.
    pub arguments: Cow<'a, str>,
}

impl<'a> ToolCall<'a> {
    /// A call whose arguments are JSON text, as most providers hand them over.
    pub fn new(
        id: impl Into<Cow<'a, str>>,
        name: impl Into<Cow<'a, str>>,
        arguments: impl Into<Cow<'a, str>>,
    ) -> Self {
        Self { id: id.into(), name: name.into(), arguments: arguments.into() }
    }

    /// A call whose arguments were parsed already.
    pub fn from_value(
        id: impl Into<Cow<'a, str>>,
        name: impl Into<Cow<'a, str>>,
        arguments: &serde_json::Value,
    ) -> Self {
        Self::new(id, name, arguments.to_string())
    }
}

/// The one result of a call.
///
/// In JSON: `callId`, `toolName`, `content`, `isError` and `details`.
///
/// # Examples
///
/// ```
/// use resolve_runtime::prelude::*;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let session = Session::builder().build()?;
/// let abort = CancellationToken::new();
/// let result = session.call(ToolCall::new("call_1", "grep", "{}"), &abort).await;
/// assert!(result.is_unknown_tool(), "the host has to answer it");
///
/// let result = session.call(ToolCall::new("call_2", "resolve", "{}"), &abort).await;
/// assert!(result.is_error());
/// assert_eq!(result.call_id(), "call_2");
/// assert!(result.to_json().starts_with(r#"{"callId":"call_2","toolName":"resolve","content":"#));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct CallResult {
    pub(crate) call_id: Arc<str>,
    pub(crate) tool_name: Arc<str>,
    pub(crate) outcome: Result<Arc<ToolOutput>, CallError>,
    pub(crate) staged: Option<ActionId>,
}

impl CallResult {
    /// The result of a call that the host answers itself, such as one of a tool that the session
    /// does not know.
    ///
    /// # Examples
    ///
    /// ```
    /// use resolve_runtime::{CallResult, ToolOutput};
    ///
    /// let result = CallResult::new("call_1", "read_file", Ok(ToolOutput::text("one\ntwo\n")));
    /// assert_eq!(result.text(), "one\ntwo\n");
    /// ```
    pub fn new(
        call_id: impl Into<Arc<str>>,
        tool_name: impl Into<Arc<str>>,
        outcome: Result<ToolOutput, ToolError>,
    ) -> Self {
        Self {
            call_id: call_id.into(),
            tool_name: tool_name.into(),
            outcome: outcome.map(Arc::new).map_err(CallError::Tool),
            staged: None,
        }
    }

    /// The id of the call that this answers.
    #[must_use]
    pub fn call_id(&self) -> &str {
        &self.call_id
    }

    /// The tool that was called.
    #[must_use]
    pub fn tool_name(&self) -> &str {
        &self.tool_name
    }

    /// The output.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn outcome(&self) -> Result<&ToolOutput, &CallError> {
        self.outcome.as_deref()
    }

    /// The action that the call staged, if it staged one.
    #[must_use]
    pub fn staged(&self) -> Option<ActionId> {
        self.staged
    }

    /// Whether the session has no tool of this name, so that the host has to answer the call.
    #[must_use]
    pub fn is_unknown_tool(&self) -> bool {
        matches!(self.outcome, Err(CallError::UnknownTool { .. }))
    }

    /// How far the call had come when it was aborted, if it was.
    #[must_use]
    pub fn aborted(&self) -> Option<Aborted> {
        match self.outcome {
            Err(CallError::Aborted(aborted)) => Some(aborted),
            _ => None,
        }
    }

    /// Whether the model has to read this as a failure.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.outcome.as_ref().map_or(true, |output| output.is_error())
    }

    /// What the model reads: the text of the output, or the error's message.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match &self.outcome {
            Ok(output) => match output.content() {
                [Content::Text { text }] => Cow::Borrowed(text),
                content => Cow::Owned(crate::output::joined_text(content)),
            },
            Err(error) => Cow::Owned(error.to_string()),
        }
    }

    /// The result as JSON text.
    ///
    /// # Panics
    ///
    /// Never: nothing in a result can fail to serialise.
    #[must_use]
    pub fn to_json(&self) -> String {
        let text = self.outcome.as_ref().map_or(0, |output| output.text_length());
        let mut json = Vec::with_capacity(text + text / 16 + 384);
        // Strings, numbers and values only, into memory; what comes out is UTF-8.
        serde_json::to_writer(&mut json, self).expect("a result serialises");
        String::from_utf8(json).expect("JSON text is UTF-8")
    }
}

impl Serialize for CallResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("callId", &self.call_id)?;
        map.serialize_entry("toolName", &self.tool_name)?;
        match &self.outcome {
            Ok(output) => {
                map.serialize_entry("content", output.content())?;
                map.serialize_entry("isError", &output.is_error())?;
                if let Some(details) = output.details() {
                    map.serialize_entry("details", details)?;
                }
            }
            Err(error) => {
                map.serialize_entry("content", &[Content::text(error.to_string())])?;
                map.serialize_entry("isError", &true)?;
            }
        }
        map.end()
    }
}
