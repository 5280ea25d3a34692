//! The session: the async side of the state machine.

mod background;
mod builder;
mod call;
mod drive;
mod gate;
mod notice;
mod poll;
mod report;
mod resolve;
mod settle;
mod turn;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{Notify, broadcast, oneshot};

pub use self::builder::{BuildError, SessionBuilder};
pub(crate) use self::gate::Gate;
pub use self::notice::{Reminder, ReminderKind};
#[cfg(feature = "mcp")]
pub(crate) use self::resolve::{By, decode_arguments};
pub use self::turn::Turn;

use crate::call::CallResult;
use crate::context::Surroundings;
use crate::definition::ToolDefinition;
use crate::error::CallError;
use crate::events::{Event, Events};
use crate::handler::ErasedTool;
use crate::id::{ActionId, IdSource, RandomIds};
use crate::machine::{ActionState, Machine, MachineTypes, NewAction};
use crate::output::ToolOutput;
use crate::pending::{Payload, PendingAction, PendingInfo};
use crate::queue::{Hooks, ToolChoiceQueue};
use crate::standing::{StandingGuard, StandingHandler};
use crate::state::States;
use crate::sync::{Mutex, MutexGuard, lock};

/// What the caller of a resolution gets.
pub(crate) type Outcome = Result<Arc<ToolOutput>, CallError>;

#[derive(Debug)]
pub(crate) struct SessionTypes;

impl MachineTypes for SessionTypes {
    type Payload = Payload;
    type Kept = Outcome;
    type Notice = Reminder;
    type Hooks = Arc<Hooks>;
}

/// What a session knows of one tool.
pub(crate) struct RegisteredTool {
    pub(crate) name: Arc<str>,
    pub(crate) directive_label: Arc<str>,
    pub(crate) definition: Arc<ToolDefinition>,
    pub(crate) tool: Box<dyn ErasedTool>,
}

/// What changes while a session goes on.
pub(crate) struct Core {
    pub(crate) machine: Machine<SessionTypes>,
    /// The newest one counts; those before it come back when it goes.
    pub(crate) standing: Vec<(u64, Payload, Arc<str>)>,
    pub(crate) standing_keys: u64,
    /// Results for calls whose futures were dropped.
    pub(crate) unanswered: Vec<CallResult>,
    /// Who waits for the outcome of a decision that somebody else made.
    pub(crate) waiters: Vec<(ActionId, oneshot::Sender<Outcome>)>,
}

impl Core {
    /// Those who wait for the outcome of this action's claim.
    pub(crate) fn take_waiters(
        &mut self,
        id: ActionId,
    ) -> impl Iterator<Item = oneshot::Sender<Outcome>> + use<> {
        let waiters = std::mem::take(&mut self.waiters);
        let (taken, left): (Vec<_>, Vec<_>) = waiters.into_iter().partition(|(of, _)| *of == id);
        self.waiters = left;
        taken.into_iter().map(|(_, waiter)| waiter)
    }
}

pub(crate) struct Shared {
    /// By name, in the order of the names.
    pub(crate) tools: Vec<RegisteredTool>,
    /// The tools in the order of their registration, `resolve` last.
    pub(crate) definitions: Box<[Arc<ToolDefinition>]>,
    pub(crate) resolve_name: Arc<str>,
    pub(crate) states: States,
    pub(crate) events: Events,
    /// The host's own; random ones without it.
    pub(crate) ids: Option<Box<dyn IdSource>>,
    pub(crate) handler_limit: Option<Duration>,
    /// Whether anybody ever waited for [`Session::settled`].
    pub(crate) settled_awaited: AtomicBool,
    pub(crate) settled: Notify,
    core: Mutex<Core>,
}

impl Shared {
    pub(crate) fn tool(&self, name: &str) -> Option<&RegisteredTool> {
        let at = self.tools.binary_search_by(|tool| (*tool.name).cmp(name)).ok()?;
        self.tools.get(at)
    }

    /// An id that no action of this session has. A source of the host's that gives one twice is
    /// asked again, and then done without.
    pub(crate) fn fresh_id(&self) -> ActionId {
        let Some(ids) = &self.ids else { return RandomIds.next_id() };
        let known = |id: ActionId| {
            self.with_core(|core| {
                core.machine.action(id).is_some() || core.machine.ended(id).is_some()
            })
        };
        let mut candidates = std::iter::repeat_with(|| ids.next_id()).take(8);
        candidates.find(|id| !known(*id)).unwrap_or_else(|| RandomIds.next_id())
    }

    /// Does something to the state, and reports what happened before anyone can see it.
    pub(crate) fn with_core<T>(&self, work: impl FnOnce(&mut Core) -> T) -> T {
        let mut core = lock(&self.core);
        let result = work(&mut core);
        self.report(core);
        result
    }

    /// The part of it that is the same for all work.
    fn report(&self, mut core: MutexGuard<'_, Core>) {
        for event in core.machine.take_events() {
            self.events.send(event);
        }
        let removed = core.machine.take_removed();
        drop(core);
        drop(removed);
    }

    /// A handler has ended, or will not run.
    pub(crate) fn notify_settled(&self) {
        if self.settled_awaited.load(Ordering::Acquire) {
            self.settled.notify_waiters();
        }
    }

    pub(crate) fn surroundings(&self) -> Surroundings<'_> {
        Surroundings { states: &self.states, events: &self.events }
    }
}

/// An action that is over.
///
/// # Examples
///
/// ```
/// use resolve_runtime::ActionState;
/// use resolve_runtime::prelude::*;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let session = Session::builder().build()?;
/// let action = PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hello!") });
/// let id = session.push_pending(action);
/// assert!(session.ended(id).is_none());
///
/// session.resolve(id, Resolution::apply("fine"), &CancellationToken::new()).await?;
/// let ended = session.ended(id).ok_or("it is remembered")?;
/// assert_eq!(ended.state, ActionState::Applied);
/// assert_eq!(ended.outcome.ok_or("it was resolved")??.joined_text(), "Hello!");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EndedAction {
    /// How it ended.
    pub state: ActionState,
    /// What its resolution returned; none where it was withdrawn while it was pending.
    pub outcome: Option<Result<Arc<ToolOutput>, CallError>>,
}

/// A conversation with its tools and its pending actions. Cheap to clone; clones are one session.
///
/// The chapter [`guide::host`](crate::guide::host) shows the loop with a model.
///
/// # Examples
///
/// ```
/// # use resolve_runtime::Session;
/// let session = Session::builder().build()?;
/// assert!(session.pending().is_empty());
/// # Ok::<(), resolve_runtime::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Session {
    pub(crate) shared: Arc<Shared>,
}

impl Session {
    /// Starts to put a session together.
    pub fn builder() -> SessionBuilder {
        SessionBuilder::new()
    }

    pub(crate) fn with_core<T>(&self, work: impl FnOnce(&mut Core) -> T) -> T {
        self.shared.with_core(work)
    }

    /// The definitions of the tools of this session, in the order of their registration. The
    /// hidden `resolve` tool is not among them: each [`Turn`] adds it by itself.
    #[must_use]
    pub fn tools(&self) -> &[Arc<ToolDefinition>] {
        let visible = self.shared.definitions.len() - 1;
        &self.shared.definitions[..visible]
    }

    /// The definition of one tool; there is none of the hidden `resolve` tool.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&Arc<ToolDefinition>> {
        self.shared.tool(name).map(|tool| &tool.definition)
    }

    /// A host's own selection of tools for its model calls, by name: the known ones in the order
    /// given, and `resolve`, which the session adds by itself whether it is asked for or not.
    ///
    /// # Examples
    ///
    /// ```
    /// use resolve_runtime::Session;
    ///
    /// let session = Session::builder().build()?;
    /// let names: Vec<_> = session.select_tools(["grep"]).iter().map(|it| it.name().to_owned()).collect();
    /// assert_eq!(names, ["resolve"], "the session has no `grep`");
    /// # Ok::<(), resolve_runtime::BuildError>(())
    /// ```
    #[must_use]
    pub fn select_tools<'n>(
        &self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Vec<Arc<ToolDefinition>> {
        let mut selected: Vec<Arc<ToolDefinition>> = Vec::new();
        for definition in names.into_iter().filter_map(|name| self.tool(name)) {
            if !selected.iter().any(|already| Arc::ptr_eq(already, definition)) {
                selected.push(Arc::clone(definition));
            }
        }
        selected.extend(self.shared.definitions.last().cloned());
        selected
    }

    /// The host's side of the tool-choice queue.
    #[must_use]
    pub fn queue(&self) -> ToolChoiceQueue<'_> {
        ToolChoiceQueue::new(self)
    }

    /// Makes an action of closures pending, and forces its resolution as if a tool had staged it.
    pub fn push_pending(&self, action: PendingAction) -> ActionId {
        let id = self.shared.fresh_id();
        let (label, payload) = action.into_payload();
        let directive_label = match &payload.tool {
            Some(tool) => format!("pending-action:{tool}").into(),
            None => "pending-action".into(),
        };
        tracing::debug!(%id, label = &*label, "staged");
        let action = NewAction { label, directive_label, payload };
        self.with_core(|core| core.machine.stage(id, action));
        id
    }

    /// Puts a handler in place that takes a `resolve` call whenever nothing is pending, without
    /// forcing one. It stays until the guard is dropped; the newest one counts.
    pub fn set_standing(&self, handler: StandingHandler) -> StandingGuard {
        StandingGuard::new(self.clone(), handler)
    }

    /// The actions that are not over, newest first.
    #[must_use]
    pub fn pending(&self) -> Vec<PendingInfo> {
        self.with_core(|core| core.machine.actions().iter().map(PendingInfo::new).collect())
    }

    /// One action that is not over.
    #[must_use]
    pub fn pending_action(&self, id: ActionId) -> Option<PendingInfo> {
        self.with_core(|core| {
            let entry = core.machine.action(id)?;
            (entry.state != ActionState::Withdrawn).then(|| PendingInfo::new(&entry))
        })
    }

    /// How an action ended, as long as the session remembers it.
    #[must_use]
    pub fn ended(&self, id: ActionId) -> Option<EndedAction> {
        self.with_core(|core| {
            let (state, outcome) = core.machine.ended(id)?;
            Some(EndedAction { state, outcome: outcome.cloned() })
        })
    }

    /// Takes an action back for good, also while it is being applied. False if it is over or
    /// unknown.
    ///
    /// # Examples
    ///
    /// ```
    /// use resolve_runtime::{BoxError, PendingAction, Session};
    ///
    /// let session = Session::builder().build()?;
    /// let action = PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hello!") });
    /// let id = session.push_pending(action);
    /// assert!(session.withdraw(id));
    /// assert!(session.pending().is_empty());
    /// # Ok::<(), BoxError>(())
    /// ```
    #[expect(clippy::must_use_candidate, reason = "an action that is over is as good as withdrawn")]
    pub fn withdraw(&self, id: ActionId) -> bool {
        self.with_core(|core| core.machine.withdraw(id))
    }

    /// What happens from now on. The session never waits for a subscriber: one that falls behind
    /// by more than 1,024 events loses the oldest, and is told how many.
    ///
    /// # Examples
    ///
    /// ```
    /// use resolve_runtime::{BoxError, Event, PendingAction, Session};
    ///
    /// let session = Session::builder().build()?;
    /// let mut events = session.subscribe();
    /// let action = PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hello!") });
    /// let id = session.push_pending(action);
    /// session.withdraw(id);
    /// let seen: Vec<Event> = std::iter::from_fn(|| events.try_recv().ok()).collect();
    /// assert_eq!(seen, [Event::Staged { id, label: "Greet".into() }, Event::Withdrawn { id }]);
    /// # Ok::<(), BoxError>(())
    /// ```
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.with_core(|core| core.machine.record_events());
        self.shared.events.subscribe()
    }

    /// Waits until no handler runs any more: those of aborted calls go on in the background.
    ///
    /// # Examples
    ///
    /// ```
    /// use resolve_runtime::prelude::*;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), BoxError> {
    /// let session = Session::builder().build()?;
    /// // ... the conversation ...
    /// session.settled().await;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Cancellation safety
    ///
    /// Nothing is lost when the future is dropped.
    pub async fn settled(&self) {
        // Set before the state is looked at: whoever changes it later sees this.
        self.shared.settled_awaited.store(true, Ordering::Release);
        loop {
            let mut changed = std::pin::pin!(self.shared.settled.notified());
            // From here on no notification is missed.
            changed.as_mut().enable();
            if self.with_core(|core| core.machine.is_settled()) {
                return;
            }
            changed.await;
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.tools().iter().map(|tool| tool.name()).collect();
        f.debug_struct("Session").field("tools", &names).finish_non_exhaustive()
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shared")
    }
}
