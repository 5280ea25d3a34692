//! The three ways in which a call can end without an output, as types that cannot be mistaken for
//! one another: a tool failure, an abort, and anything else that a handler returned.

use std::error::Error;
use std::fmt;
use std::io;
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolError {
    message: Box<str>,
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ToolError {}

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
        let mut next = Some(error);
        while let Some(error) = next {
            if let Some(found) = error.downcast_ref() {
                return Some(found);
            }
            // An I/O error hides what it was made of from its chain.
            let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
            next = match inner {
                Some(inner) => Some(inner),
                None => error.source(),
            };
        }
        None
    }
}

/// A call that was cancelled, and how far it had come: a cancellation is neither a failure of the
/// tool nor a refusal, and a model that is told the wrong one repeats the wrong thing.
///
/// # Examples
///
/// ```
/// use resolve_runtime::Aborted;
/// use resolve_runtime::prelude::*;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let session = Session::builder().build()?;
/// let abort = CancellationToken::new();
/// abort.cancel();
/// let result = session.call(ToolCall::new("1", "resolve", "{}"), &abort).await;
/// assert_eq!(result.aborted(), Some(Aborted::NotStarted));
/// assert_eq!(result.text(), "Aborted: the call was not started and nothing has run.");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Aborted {
    /// The token was cancelled before anything ran.
    NotStarted,
    /// A preview was being computed. Nothing was staged and nothing was changed.
    DuringPreview,
    /// The action was being verified. It is still pending and nothing was written.
    BeforeApply,
    /// The apply had begun. It is driven to its end in the background; a later turn tells that it
    /// was applied after all, or asks for its resolution again.
    DuringApply,
    /// The reject handler had begun. The action is over either way.
    DuringDiscard,
}

impl fmt::Display for Aborted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotStarted => "Aborted: the call was not started and nothing has run.",
            Self::DuringPreview => {
                "Aborted while the preview was being computed: nothing was staged or changed."
            }
            Self::BeforeApply => "Aborted before the apply began: nothing was written.",
            Self::DuringApply => {
                "Aborted while the apply was running: it is finished in the background and its \
                 outcome is not known yet. Do not assume that nothing was changed."
            }
            Self::DuringDiscard => {
                "Aborted while the discard was running: the action is discarded, nothing was \
                 applied."
            }
        })
    }
}

impl Error for Aborted {}

/// Why a call has no output.
///
/// # Examples
///
/// ```
/// use resolve_runtime::prelude::*;
/// use resolve_runtime::{ActionId, CallError};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let session = Session::builder().build()?;
/// let (id, abort) = (ActionId::from_parts(0, 1), CancellationToken::new());
/// match session.resolve(id, Resolution::apply("fine"), &abort).await {
///     Ok(output) => println!("{}", output.joined_text()),
///     Err(CallError::AlreadyOver { state, .. }) => println!("Too late: it is {state}."),
///     Err(error) => {
///         assert!(matches!(error, CallError::UnknownAction { .. }));
///         println!("{error}");
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum CallError {
    /// The tool, or the session on its behalf, says no; the message is for the model.
    Tool(ToolError),
    /// The call was cancelled.
    Aborted(Aborted),
    /// The session has no tool of this name. The call is the host's to answer.
    UnknownTool {
        /// The name that was called.
        name: Box<str>,
    },
    /// The action was resolved or withdrawn before, and otherwise than is wanted now.
    AlreadyOver {
        /// The action.
        id: ActionId,
        /// How it ended.
        state: ActionState,
    },
    /// The session does not know the action, or does not remember it any more.
    UnknownAction {
        /// The id that was given.
        id: ActionId,
    },
    /// A reject handler's own error, unchanged.
    Other(Arc<dyn Error + Send + Sync + 'static>),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tool(error) => error.fmt(f),
            Self::Aborted(aborted) => aborted.fmt(f),
            Self::UnknownTool { name } => {
                write!(f, "There is no tool named `{name}` in this session.")
            }
            Self::AlreadyOver { id, state } => write!(
                f,
                "The action {id} is over: it is {state}. Nothing was applied or discarded now."
            ),
            Self::UnknownAction { id } => {
                write!(f, "There is no action {id} in this session; list the pending ones.")
            }
            Self::Other(error) => error.fmt(f),
        }
    }
}

impl Error for CallError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            // So that a handler which passes the error of another session on is understood.
            Self::Tool(error) => Some(error),
            Self::Aborted(aborted) => Some(aborted),
            Self::Other(error) => error.source(),
            _ => None,
        }
    }
}

impl From<ToolError> for CallError {
    fn from(error: ToolError) -> Self {
        Self::Tool(error)
    }
}

impl From<Aborted> for CallError {
    fn from(aborted: Aborted) -> Self {
        Self::Aborted(aborted)
    }
}

impl CallError {
    /// The error of a reject handler: a [`ToolError`] in its chain is that error,
    /// everything else stays what it is.
    pub(crate) fn from_handler(error: BoxError) -> Self {
        match ToolError::find(&*error) {
            Some(found) => Self::Tool(found.clone()),
            None => Self::Other(Arc::from(error)),
        }
    }
}
