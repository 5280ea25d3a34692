//! Pending actions as a host sees them, and actions made of closures.

use std::sync::Arc;

use serde::Serialize;

use crate::context::ResolveRequest;
use crate::error::BoxError;
use crate::handler::{Closures, Handler};
use crate::id::ActionId;
use crate::machine::{ActionState, PendingEntry};
use crate::output::{Content, Details, Pieces, ToolOutput};

/// An action made of closures, for hosts that are extended while they run: a plug-in, a script, a
/// proxy. The chapter [`guide::extend`](crate::guide::extend) has more of them.
///
/// # Examples
///
/// ```
/// use resolve_runtime::{BoxError, PendingAction, Session};
///
/// let session = Session::builder().build()?;
/// let id = session.push_pending(
///     PendingAction::new("Batch rename: 3 files")
///         .apply(|resolution| async move {
///             Ok::<_, BoxError>(format!("Renamed, since {}", resolution.reason()))
///         })
///         .reject(|_| async { Ok::<_, BoxError>(None) }),
/// );
/// assert_eq!(session.pending()[0].id, id);
/// # Ok::<(), BoxError>(())
/// ```
#[derive(Debug)]
#[must_use = "an action is pending once it is given to `Session::push_pending`"]
pub struct PendingAction {
    pub(crate) head: PendingHead,
    pub(crate) closures: Closures,
}

/// A [`PendingAction`] that lacks its apply closure.
#[derive(Debug)]
#[must_use = "an action needs an `apply` closure"]
pub struct PendingActionDraft {
    head: PendingHead,
}

#[derive(Debug)]
pub(crate) struct PendingHead {
    pub(crate) label: Arc<str>,
    pub(crate) tool: Option<Arc<str>>,
    pub(crate) shown: Pieces,
}

impl PendingAction {
    /// An action of this label, such as `Batch rename: 3 files`.
    #[expect(clippy::new_ret_no_self, reason = "an action without an apply must not be staged")]
    pub fn new(label: impl Into<String>) -> PendingActionDraft {
        let label = label.into().into();
        PendingActionDraft { head: PendingHead { label, tool: None, shown: Pieces::None } }
    }

    /// What happens on discard. Without an output, the session words the result. The closure's
    /// future is never dropped before it ends, as long as the async runtime lives.
    pub fn reject<F, Fut, E>(mut self, reject: F) -> Self
    where
        F: Fn(ResolveRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Option<ToolOutput>, E>> + Send + 'static,
        E: Into<BoxError>,
    {
        self.closures.reject = Some(Box::new(move |request| {
            let rejected = reject(request);
            Box::pin(async move { rejected.await.map_err(Into::into) })
        }));
        self
    }

    /// What looks, right before an apply, whether the world is still the one that was shown. An
    /// error ends the action as stale. The closure's future is dropped when the resolution is
    /// aborted.
    pub fn verify<F, Fut, E>(mut self, verify: F) -> Self
    where
        F: Fn(ResolveRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<BoxError>,
    {
        self.closures.verify = Some(Box::new(move |request| {
            let verified = verify(request);
            Box::pin(async move { verified.await.map_err(Into::into) })
        }));
        self
    }
}

impl PendingActionDraft {
    /// The tool that is named as the source.
    pub fn source_tool(mut self, tool: impl Into<String>) -> Self {
        self.head.tool = Some(tool.into().into());
        self
    }

    /// What was shown of the action, for hosts that list it.
    pub fn show(mut self, content: impl Into<Content>) -> Self {
        self.head.shown.push(content.into());
        self
    }

    /// What carries the action out. It is called again if it failed and the action is resolved
    /// once more. The closure's future is never dropped before it ends, as long as the async runtime
    /// lives.
    pub fn apply<F, Fut, O, E>(self, apply: F) -> PendingAction
    where
        F: Fn(ResolveRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<O, E>> + Send + 'static,
        O: Into<ToolOutput>,
        E: Into<BoxError>,
    {
        let apply = Box::new(move |request| -> crate::handler::BoxFuture<'static, _> {
            let applied = apply(request);
            Box::pin(async move { applied.await.map(Into::into).map_err(Into::into) })
        });
        let closures = Closures { verify: None, apply, reject: None };
        PendingAction { head: self.head, closures }
    }
}

/// What goes with an action through the state machine.
#[derive(Clone)]
pub(crate) struct Payload {
    pub(crate) handler: Arc<dyn Handler>,
    pub(crate) tool: Option<Arc<str>>,
    pub(crate) title: Option<String>,
    pub(crate) summary: Option<String>,
    /// The whole output of the preview call.
    pub(crate) output: Option<Arc<ToolOutput>>,
    /// How many bytes of its first text are the session's own.
    pub(crate) preamble: usize,
}

impl PendingAction {
    /// The label, and what goes with the action through the state machine.
    pub(crate) fn into_payload(self) -> (Arc<str>, Payload) {
        let PendingHead { label, tool, shown } = self.head;
        let output = (shown != Pieces::None)
            .then(|| Arc::new(ToolOutput { content: shown, ..ToolOutput::default() }));
        let handler = Arc::new(self.closures);
        let payload = Payload { handler, tool, title: None, summary: None, output, preamble: 0 };
        (label, payload)
    }
}

/// A look at a pending action.
///
/// # Examples
///
/// ```
/// use resolve_runtime::{BoxError, PendingAction, Session};
///
/// let session = Session::builder().build()?;
/// let action = PendingAction::new("Batch rename: 1 file").show("a.txt -> a.md");
/// session.push_pending(action.apply(|_| async { Ok::<_, BoxError>("Renamed.") }));
///
/// let pending = &session.pending()[0];
/// assert_eq!(&*pending.label, "Batch rename: 1 file");
/// assert_eq!(pending.shown, ["a.txt -> a.md".into()]);
/// let json = serde_json::to_value(pending)?;
/// assert_eq!(json["state"], "pending");
/// # Ok::<(), BoxError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PendingInfo {
    /// Its id.
    pub id: ActionId,
    /// The tool that staged it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<Arc<str>>,
    /// Its title.
    pub title: Arc<str>,
    /// A few words about the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// What people and models call it: title and summary.
    pub label: Arc<str>,
    /// Where it stands.
    #[serde(serialize_with = "as_text")]
    pub state: ActionState,
    /// How many turns served its directive in vain.
    pub attempts: u32,
    /// Whether it is no longer forced.
    pub parked: bool,
    /// What was shown.
    pub shown: Vec<Content>,
    /// Structured details of the preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Details>,
}

// The signature is what `serialize_with` asks for.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "asked for by `serialize_with`")]
fn as_text<S: serde::Serializer>(state: &ActionState, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(state)
}

impl PendingInfo {
    pub(crate) fn new(entry: &PendingEntry<'_, Payload>) -> Self {
        let payload = entry.payload;
        let output = payload.output.as_deref();
        let title = payload.title.as_deref().map_or_else(|| entry.label.clone(), Arc::from);
        Self {
            id: entry.id,
            tool_name: payload.tool.clone(),
            title,
            summary: payload.summary.clone(),
            label: Arc::clone(entry.label),
            state: entry.state,
            attempts: entry.attempts,
            parked: entry.parked,
            shown: output.map(|output| shown(output, payload.preamble)).unwrap_or_default(),
            details: output.and_then(|output| output.details.clone()),
        }
    }
}

/// The author's part of a preview's output.
fn shown(output: &ToolOutput, preamble: usize) -> Vec<Content> {
    let mut content = output.content().to_vec();
    if let Some(Content::Text { text }) = content.first_mut() {
        text.drain(..preamble);
    }
    if matches!(content.first(), Some(Content::Text { text }) if text.is_empty()) {
        content.remove(0);
    }
    content
}
