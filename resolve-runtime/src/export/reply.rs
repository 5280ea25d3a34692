//! What a model answered.

use std::fmt;

use serde_json::Value;

use super::refused::RefusedCall;
use crate::call::ToolCall;

/// Why a reply ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The model was done.
    Complete,
    /// A limit of length cut it off.
    Cut,
    /// The model or the provider declined.
    Refused,
    /// Something else, in the provider's word.
    Other(Box<str>),
    /// Nobody said, as when a message is read without its response.
    Unknown,
}

/// What a model answered.
///
/// # Examples
///
/// ```
/// use resolve_runtime::export::{CallIds, Dialect, Export, Stop};
/// use serde_json::json;
///
/// let export = Export::builder(Dialect::OpenAiChat).build()?;
/// let call = json!({
///     "id": "call_7",
///     "type": "function",
///     "function": { "name": "read_file", "arguments": "{\"path\": \"a.txt\"}" },
/// });
/// let response = json!({
///     "choices": [{
///         "message": { "role": "assistant", "content": null, "tool_calls": [call] },
///         "finish_reason": "tool_calls",
///     }],
/// });
/// let reply = export.read(&response, &mut CallIds::new()).unwrap();
/// assert_eq!(reply.stop(), &Stop::Complete);
/// let call = reply.calls()[0].as_ref().unwrap();
/// assert_eq!((&*call.id, &*call.name), ("call_7", "read_file"));
/// assert_eq!(reply.messages(), [response["choices"][0]["message"].clone()]);
/// # Ok::<(), resolve_runtime::export::ExportError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    pub(super) messages: Vec<Value>,
    pub(super) text: Box<str>,
    pub(super) calls: Vec<Result<ToolCall<'static>, RefusedCall>>,
    pub(super) stop: Stop,
}

impl Reply {
    /// What to append to the messages of the conversation, in front of the results. What the
    /// provider itself would not take back is put right there: a call without a name or an id,
    /// arguments that are no JSON, and a message that says nothing.
    #[must_use]
    pub fn messages(&self) -> &[Value] {
        &self.messages
    }

    /// What the model said beside its calls.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The calls, in order. Each needs one result: carry out those that are fine, in a
    /// [`Turn`](crate::Turn), and answer the others with [`RefusedCall::into_result`].
    pub fn calls(&self) -> &[Result<ToolCall<'static>, RefusedCall>] {
        &self.calls
    }

    /// The same, to be consumed.
    #[must_use]
    pub fn into_calls(self) -> Vec<Result<ToolCall<'static>, RefusedCall>> {
        self.calls
    }

    /// Why it ended.
    #[must_use]
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether the model called this tool, in whatever way. A provider that takes a forced choice
    /// may ignore it, so look.
    #[must_use]
    pub fn calls_tool(&self, tool: &str) -> bool {
        self.calls.iter().any(|call| match call {
            Ok(call) => call.name == tool,
            Err(call) => call.tool_name() == tool,
        })
    }
}

/// A response that is no reply of the dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplyError {
    /// The provider says that something went wrong.
    Provider {
        /// What it says.
        message: Box<str>,
    },
    /// Something is missing, or is of another type.
    Shape {
        /// Where; empty for the whole.
        path: Box<str>,
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: &'static str,
    },
}

impl fmt::Display for ReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Provider { message } => write!(f, "the provider says: {message}"),
            Self::Shape { path, expected, found } if path.is_empty() => {
                write!(f, "the reply should be {expected} and is {found}")
            }
            Self::Shape { path, expected, found } => {
                write!(f, "the reply should have {expected} at `{path}` and has {found}")
            }
        }
    }
}

impl std::error::Error for ReplyError {}
