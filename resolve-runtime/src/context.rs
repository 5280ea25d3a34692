//! What a call of a tool knows beside its arguments.

use std::any::{Any, type_name};
use std::fmt;
use std::ops::Deref;

use tokio_util::sync::CancellationToken;

use crate::error::ToolError;
use crate::events::{Events, Progress};
use crate::id::ActionId;
use crate::resolution::{FreeForm, Resolution};
use crate::state::States;

/// The session's side of a context.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub(crate) states: &'a States,
    pub(crate) events: &'a Events,
}

impl Surroundings<'_> {
    fn report_progress(self, call_id: &str, done: u64, total: Option<u64>, message: &str) {
        self.events.progress(|| Progress {
            call_id: call_id.into(),
            done,
            total,
            message: message.into(),
        });
    }
}

fn state<T: Any>(surroundings: Option<Surroundings<'_>>) -> Option<&T> {
    surroundings?.states.get()
}

fn require<T: Any>(found: Option<&T>) -> Result<&T, ToolError> {
    found.ok_or_else(|| {
        let name = type_name::<T>();
        ToolError::new(format!(
            "No `{name}` was given to this session; the host has to add it with \
             `Session::builder().state(..)`."
        ))
    })
}

/// The context of a preview call: abort token, call id, state, progress.
///
/// # Examples
///
/// ```
/// use resolve_runtime::prelude::*;
///
/// async fn lines(text: &str, cx: &CallContext<'_>) -> Result<Preview<usize>, BoxError> {
///     let lines = text.lines().count();
///     cx.report_progress(lines as u64, Some(lines as u64), "lines");
///     Ok(Preview::stage(lines, format!("{lines} lines")))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let abort = CancellationToken::new();
/// let preview = lines("a\nb", &CallContext::detached("test", &abort)).await?;
/// assert_eq!(preview.plan(), Some(&2));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CallContext<'a> {
    call_id: &'a str,
    abort: &'a CancellationToken,
    surroundings: Option<Surroundings<'a>>,
}

impl<'a> CallContext<'a> {
    /// A context outside any session, for calling a tool function directly. It has no state, and
    /// reports progress to nobody.
    #[must_use]
    pub fn detached(call_id: &'a str, abort: &'a CancellationToken) -> Self {
        Self { call_id, abort, surroundings: None }
    }

    pub(crate) fn new(
        call_id: &'a str,
        abort: &'a CancellationToken,
        surroundings: Surroundings<'a>,
    ) -> Self {
        Self { call_id, abort, surroundings: Some(surroundings) }
    }

    /// The id that the model's provider gave to the call.
    #[must_use]
    pub fn call_id(&self) -> &'a str {
        self.call_id
    }

    /// Is cancelled when the call is aborted. The preview's future may be dropped then.
    #[must_use]
    pub fn abort(&self) -> &'a CancellationToken {
        self.abort
    }

    /// A value that the host gave to the session.
    #[must_use]
    pub fn state<T: Any + Send + Sync>(&self) -> Option<&'a T> {
        state(self.surroundings)
    }

    /// A value that the host gave to the session.
    ///
    /// # Errors
    ///
    /// If it gave none of this type. A tool that declares the type in
    /// [`PreviewTool::required_state`](crate::PreviewTool::required_state) never gets here.
    pub fn require_state<T: Any + Send + Sync>(&self) -> Result<&'a T, ToolError> {
        require(self.state())
    }

    pub(crate) fn require<T: Any>(&self) -> Result<&'a T, ToolError> {
        require(state(self.surroundings))
    }

    /// Tells the host how far the call has come: `done` of `total` units of the tool's own, where
    /// the total is known.
    pub fn report_progress(&self, done: u64, total: Option<u64>, message: &str) {
        if let Some(surroundings) = self.surroundings {
            surroundings.report_progress(self.call_id, done, total, message);
        }
    }
}

/// The context of an apply, reject or verify handler: the resolution, typed `extra`, the action's
/// identity, abort token, state and progress.
///
/// `E` is the type of `extra` that the tool declares; any JSON object where it declares none.
///
/// # Examples
///
/// ```
/// use resolve_runtime::prelude::*;
///
/// async fn say(name: &String, cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
///     Ok(format!("Hello, {name}: {}", cx.reason()).into())
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let (resolution, abort) = (Resolution::apply("polite"), CancellationToken::new());
/// let cx = ResolveContext::detached(&resolution, None, &abort);
/// assert_eq!(say(&"Ada".to_owned(), &cx).await?.joined_text(), "Hello, Ada: polite");
/// # Ok(())
/// # }
/// ```
pub struct ResolveContext<'a, E = FreeForm> {
    pub(crate) id: ActionId,
    pub(crate) call_id: &'a str,
    pub(crate) tool: &'a str,
    pub(crate) label: &'a str,
    pub(crate) resolution: &'a Resolution,
    pub(crate) extra: Option<&'a E>,
    pub(crate) abort: &'a CancellationToken,
    pub(crate) surroundings: Option<Surroundings<'a>>,
}

impl<'a, E> ResolveContext<'a, E> {
    /// A context outside any session, for calling a handler directly.
    #[must_use]
    pub fn detached(
        resolution: &'a Resolution,
        extra: Option<&'a E>,
        abort: &'a CancellationToken,
    ) -> Self {
        Self {
            id: ActionId::from_parts(0, 0),
            call_id: "",
            tool: "",
            label: "",
            resolution,
            extra,
            abort,
            surroundings: None,
        }
    }

    /// The action.
    #[must_use]
    pub fn id(&self) -> ActionId {
        self.id
    }

    /// The tool that staged the action.
    #[must_use]
    pub fn tool_name(&self) -> &'a str {
        self.tool
    }

    /// What people and models call the action.
    #[must_use]
    pub fn label(&self) -> &'a str {
        self.label
    }

    /// The decision.
    #[must_use]
    pub fn resolution(&self) -> &'a Resolution {
        self.resolution
    }

    /// Why, in the decider's words.
    #[must_use]
    pub fn reason(&self) -> &'a str {
        self.resolution.reason()
    }

    /// What the decider added.
    #[must_use]
    pub fn extra(&self) -> Option<&'a E> {
        self.extra
    }

    /// Is cancelled when whoever resolves gives up waiting. The handler is *not* dropped then: it
    /// may end early by itself, with an error and the world as it was.
    #[must_use]
    pub fn abort(&self) -> &'a CancellationToken {
        self.abort
    }

    /// A value that the host gave to the session.
    #[must_use]
    pub fn state<T: Any + Send + Sync>(&self) -> Option<&'a T> {
        state(self.surroundings)
    }

    /// A value that the host gave to the session.
    ///
    /// # Errors
    ///
    /// If it gave none of this type.
    pub fn require_state<T: Any + Send + Sync>(&self) -> Result<&'a T, ToolError> {
        require(self.state())
    }

    /// Tells the host how far the handler has come: `done` of `total` units of the tool's own,
    /// where the total is known.
    pub fn report_progress(&self, done: u64, total: Option<u64>, message: &str) {
        if let Some(surroundings) = self.surroundings {
            surroundings.report_progress(self.call_id, done, total, message);
        }
    }
}

impl<E> Clone for ResolveContext<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for ResolveContext<'_, E> {}

impl<E> fmt::Debug for ResolveContext<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResolveContext")
            .field("id", &self.id)
            .field("label", &self.label)
            .field("resolution", &self.resolution)
            .finish_non_exhaustive()
    }
}

/// What the closures of a [`PendingAction`](crate::PendingAction) are called with: the resolution
/// itself (it dereferences to it), and the abort token.
///
/// # Examples
///
/// ```
/// use resolve_runtime::{Decider, PendingAction, ResolveRequest};
///
/// let action = PendingAction::new("Greet").apply(|request: ResolveRequest| async move {
///     match request.decider() {
///         Decider::Person => Ok(format!("Hello! ({})", request.reason())),
///         _ => Err(format!("Only a person may decide on {}.", request.id())),
///     }
/// });
/// # let _ = action;
/// ```
#[derive(Debug, Clone)]
pub struct ResolveRequest {
    pub(crate) id: ActionId,
    pub(crate) resolution: Resolution,
    pub(crate) abort: CancellationToken,
}

impl ResolveRequest {
    /// The action.
    #[must_use]
    pub fn id(&self) -> ActionId {
        self.id
    }

    /// Is cancelled when whoever resolves gives up waiting. The closure's future is not dropped
    /// then.
    #[must_use]
    pub fn abort(&self) -> &CancellationToken {
        &self.abort
    }
}

impl Deref for ResolveRequest {
    type Target = Resolution;

    fn deref(&self) -> &Resolution {
        &self.resolution
    }
}
