//! The host's side of the tool-choice queue.

use std::fmt;
use std::sync::Arc;

use crate::call::ToolCall;
use crate::choice::ToolChoice;
use crate::machine::HostDirective;
use crate::session::Session;

/// Why a directive was not honoured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection {
    /// The turn was cancelled, failed, or was dropped.
    Aborted,
    /// The turn finished without a call of the tool that was forced.
    Ignored,
}

/// What becomes of a directive that was not honoured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnRejected {
    /// The choice comes back at the head of the queue, up to the session's cap of attempts.
    Requeue,
    /// The choice is gone.
    Drop,
}

type Resolved = dyn Fn() + Send + Sync;
type Rejected = dyn Fn(Rejection) -> OnRejected + Send + Sync;
type Invoked = dyn Fn(&ToolCall<'_>) + Send + Sync;

/// The call-backs of a directive.
#[derive(Default)]
pub(crate) struct Hooks {
    resolved: Option<Box<Resolved>>,
    rejected: Option<Box<Rejected>>,
    invoked: Option<Box<Invoked>>,
}

impl Hooks {
    pub(crate) fn resolved(&self) {
        if let Some(resolved) = &self.resolved {
            resolved();
        }
    }

    /// Without a call-back of the host's, an ignored force comes back and an aborted one does not.
    pub(crate) fn rejected(&self, rejection: Rejection) -> OnRejected {
        match (&self.rejected, rejection) {
            (Some(rejected), _) => rejected(rejection),
            (None, Rejection::Ignored) => OnRejected::Requeue,
            (None, Rejection::Aborted) => OnRejected::Drop,
        }
    }

    pub(crate) fn invoked(&self, call: &ToolCall<'_>) {
        if let Some(invoked) = &self.invoked {
            invoked(call);
        }
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hooks")
    }
}

/// Label, place and call-backs of a directive of the host's own.
///
/// The call-backs run on the task that ends the turn, or makes the call, outside all locks.
///
/// # Examples
///
/// ```
/// use resolve_runtime::{Directive, OnRejected, Rejection, Session, ToolChoice};
///
/// let session = Session::builder().build()?;
/// let directive = Directive::labelled("search first").now().on_rejected(|rejection| {
///     match rejection {
///         Rejection::Aborted => OnRejected::Requeue,
///         _ => OnRejected::Drop,
///     }
/// });
/// session.queue().push_once(ToolChoice::tool("grep"), directive);
/// assert_eq!(&*session.queue().inspect()[0], "search first");
/// # Ok::<(), resolve_runtime::BuildError>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Directive {
    label: Arc<str>,
    now: bool,
    hooks: Hooks,
}

impl Directive {
    /// A directive of this label, to be served behind all others.
    pub fn labelled(label: impl Into<Arc<str>>) -> Self {
        Self { label: label.into(), now: false, hooks: Hooks::default() }
    }

    /// Puts it at the head of the queue.
    pub fn now(mut self) -> Self {
        self.now = true;
        self
    }

    /// Is called when a turn that served it finishes.
    pub fn on_resolved(mut self, resolved: impl Fn() + Send + Sync + 'static) -> Self {
        self.hooks.resolved = Some(Box::new(resolved));
        self
    }

    /// Is asked what becomes of it when it was not honoured. Unasked, an aborted directive is
    /// dropped.
    pub fn on_rejected(
        mut self,
        rejected: impl Fn(Rejection) -> OnRejected + Send + Sync + 'static,
    ) -> Self {
        self.hooks.rejected = Some(Box::new(rejected));
        self
    }

    /// Is called with the first call, in the turn that serves it, of the tool that it forces. A
    /// turn that finishes without such a call counts as [`Rejection::Ignored`] from now on.
    pub fn on_invoked(mut self, invoked: impl Fn(&ToolCall<'_>) + Send + Sync + 'static) -> Self {
        self.hooks.invoked = Some(Box::new(invoked));
        self
    }
}

/// The tool choices of coming turns, in order. The directives of pending actions are among them.
///
/// # Examples
///
/// ```
/// use resolve_runtime::Directive;
/// use resolve_runtime::prelude::*;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let session = Session::builder().build()?;
/// session.queue().push_once(ToolChoice::Required, Directive::labelled("use a tool"));
///
/// let turn = session.begin_turn().await?;
/// assert_eq!(turn.tool_choice(), Some(&ToolChoice::Required));
/// turn.finish();
/// assert_eq!(session.queue().consume_last_served_label().as_deref(), Some("use a tool"));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ToolChoiceQueue<'a> {
    session: &'a Session,
}

impl<'a> ToolChoiceQueue<'a> {
    pub(crate) fn new(session: &'a Session) -> Self {
        Self { session }
    }

    /// Adds one choice for one turn.
    pub fn push_once(&self, choice: ToolChoice, directive: Directive) {
        let now = directive.now;
        let must_be_invoked = directive.hooks.invoked.is_some();
        let host = HostDirective::once(directive.label, choice, Arc::new(directive.hooks));
        self.push(host, must_be_invoked, now);
    }

    /// Adds a choice for each of the coming turns, as many as the iterator yields; it may go on
    /// for ever. It is asked while the session is locked and must not call back into it.
    ///
    /// False if the iterator yields nothing, so that nothing was added.
    ///
    /// # Panics
    ///
    /// If the iterator does. Nothing was added then. One that panics later makes
    /// [`begin_turn`](crate::Session::begin_turn) panic.
    ///
    /// # Examples
    ///
    /// ```
    /// use resolve_runtime::{Directive, Session, ToolChoice};
    ///
    /// let session = Session::builder().build()?;
    /// let choices = [ToolChoice::Required, ToolChoice::tool("report")];
    /// assert!(session.queue().push_sequence(choices, Directive::labelled("work, then report")));
    /// assert!(!session.queue().push_sequence([], Directive::labelled("nothing")));
    /// # Ok::<(), resolve_runtime::BuildError>(())
    /// ```
    pub fn push_sequence<I>(&self, choices: I, directive: Directive) -> bool
    where
        I: IntoIterator<Item = ToolChoice>,
        I::IntoIter: Send + 'static,
    {
        let now = directive.now;
        let must_be_invoked = directive.hooks.invoked.is_some();
        let host = HostDirective::sequence(directive.label, choices, Arc::new(directive.hooks));
        host.is_some_and(|host| {
            self.push(host, must_be_invoked, now);
            true
        })
    }

    fn push(self, host: HostDirective<Arc<Hooks>>, must_be_invoked: bool, now: bool) {
        let host = if must_be_invoked { host.must_be_invoked() } else { host };
        self.session.with_core(|core| core.machine.push_directive(host, now));
    }

    /// Removes the directives of this label. Pending actions whose directive has the label are
    /// withdrawn for good, wherever the directive is and also while the action is being applied.
    /// The number of directives and actions removed.
    ///
    /// No call-back hears of it.
    #[expect(clippy::must_use_candidate, reason = "the number is of use to few")]
    pub fn remove_by_label(&self, label: &str) -> usize {
        self.session.with_core(|core| core.machine.remove_by_label(label))
    }

    /// Removes every directive and withdraws every pending action. The number of both.
    ///
    /// No call-back hears of it.
    #[expect(clippy::must_use_candidate, reason = "the number is of use to few")]
    pub fn clear(&self) -> usize {
        self.session.with_core(|core| core.machine.clear())
    }

    /// Takes the label of the last directive whose turn finished; an action's directive counts
    /// only if its handler was invoked.
    #[expect(clippy::must_use_candidate, reason = "taking it may be all that is wanted")]
    pub fn consume_last_served_label(&self) -> Option<Arc<str>> {
        self.session.with_core(|core| core.machine.consume_last_served_label())
    }

    /// The labels of the waiting directives, in the order in which turns will serve them.
    #[must_use]
    pub fn inspect(&self) -> Vec<Arc<str>> {
        self.session.with_core(|core| core.machine.waiting_labels())
    }
}
