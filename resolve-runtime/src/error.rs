//! The three ways in which a call can end without an output, as types that cannot be mistaken for
//! one another: a tool failure, an abort, and anything else that a handler returned.

use std::error::Error;
use std::sync::Arc;

use crate::id::ActionId;
use crate::machine::ActionState;

/// The error that tool functions return: any error at all.
///
/// A [`ToolError`] anywhere in the source chain reaches the model as it is; every other error is
/// worded by the session.
pub type BoxError = Box<dyn Error + Send + Sync + 'static>;

/// A failure whose message is meant for the model.
///
/// # Examples
///
/// ```
/// use resolve_runtime::{BoxError, ToolError};
///
/// fn parse(port: &str) -> Result<u16, BoxError> {
///     Ok(port.parse().map_err(|error| ToolError::new(format!("`{port}` is no port: {error}")))?)
/// }
/// assert_eq!(parse("x").unwrap_err().to_string(), "`x` is no port: invalid digit found in string");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ToolError {
    message: Box<str>,
}

impl ToolError {
    /// A failure with the text that the model reads.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into().into_boxed_str() }
    }

    /// The text that the model reads.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The first `ToolError` in an error and its chain of sources.
    #[must_use]
    pub fn find<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a Self> {
        let chain = std::iter::successors(Some(error), |error: &&'a (dyn Error + 'static)| {
            (*error).source()
        });
        chain.into_iter().find_map(|error| error.downcast_ref())
    }
}

/// A call that was cancelled, and how far it had come: a cancellation is neither a failure of the
/// tool nor a refusal, and a model that is told the wrong one repeats the wrong thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Aborted {
    /// The token was cancelled before anything ran.
    #[error("Aborted: the call was not started and nothing has run.")]
    NotStarted,
    /// A preview was being computed. Nothing was staged and nothing was changed.
    #[error("Aborted while the preview was being computed: nothing was staged or changed.")]
    DuringPreview,
    /// The action was being verified. It is still pending and nothing was written.
    #[error("Aborted before the apply began: nothing was written.")]
    BeforeApply,
    /// The apply had begun. It is driven to its end in the background; a later turn tells how it
    /// ended.
    #[error(
        "Aborted while the apply was running: it is finished in the background and its outcome is \
         not known yet. Do not assume that nothing was changed."
    )]
    DuringApply,
    /// The reject handler had begun. The action is over either way.
    #[error("Aborted while the discard was running: the action is discarded, nothing was applied.")]
    DuringDiscard,
}

/// Why a call has no output.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The tool, or the session on its behalf, says no; the message is for the model.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The call was cancelled.
    #[error(transparent)]
    Aborted(#[from] Aborted),
    /// The session has no tool of this name. The call is the host's to answer.
    #[error("There is no tool named `{name}` in this session.")]
    UnknownTool {
        /// The name that was called.
        name: Box<str>,
    },
    /// The action was resolved or withdrawn before, and otherwise than is wanted now.
    #[error("The action {id} is over: it is {state}. Nothing was applied or discarded now.")]
    AlreadyOver {
        /// The action.
        id: ActionId,
        /// How it ended.
        state: ActionState,
    },
    /// The session does not know the action, or does not remember it any more.
    #[error("There is no action {id} in this session; list the pending ones.")]
    UnknownAction {
        /// The id that was given.
        id: ActionId,
    },
    /// A reject handler's own error, unchanged.
    #[error(transparent)]
    Other(Arc<dyn Error + Send + Sync + 'static>),
}

impl CallError {
    /// The error of a reject handler or a preview: a [`ToolError`] in its chain is that error,
    /// everything else stays what it is.
    pub(crate) fn from_handler(error: BoxError) -> Self {
        match ToolError::find(&*error) {
            Some(found) => Self::Tool(found.clone()),
            None => Self::Other(Arc::from(error)),
        }
    }
}
