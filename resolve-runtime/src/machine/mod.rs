//! The life of pending actions and of the directives that force their resolution, as a pure state
//! machine: no clock, no I/O, no randomness, no async. [`Session`](crate::Session) drives it.
//!
//! ```text
//!                        ┌────────────── release (aborted before the apply began)
//!                        ▼                         │
//!  stage ──▶ pending ──claim(apply)──▶ verifying ──┴─begin_apply──▶ applying ──▶ applied
//!               │  ▲                       │                            │
//!               │  └───────────────────────│───────────── failed ───────┤
//!               │                          └──▶ stale                   └──▶ interrupted
//!               ├──claim(discard)──▶ discarding ──▶ discarded
//!               └──withdraw──▶ withdrawn  (from every state that is not final)
//! ```
//!
//! # Invariants
//!
//! 1. A directive for `resolve` waits in the queue only for an action that is pending, and one
//!    does for every pending action that is neither parked nor served by the open turn.
//! 2. Nothing leaves a final state.
//! 3. An action has at most one claim at a time.
//! 4. The actions that a `resolve` call can reach without being forced are those that are pending
//!    and were staged before the open turn began.
//!
//! # Examples
//!
//! ```
//! use resolve_runtime::machine::{End, Machine, MachineTypes, NewAction, Served, TurnEnd};
//! use resolve_runtime::{Action, ActionId, ActionState, ForcingCapability};
//!
//! /// A host that has nothing to carry along.
//! struct Plain;
//!
//! impl MachineTypes for Plain {
//!     type Payload = ();
//!     type Kept = ();
//!     type Notice = ();
//!     type Hooks = ();
//! }
//!
//! let mut machine = Machine::<Plain>::new(8, 256);
//! let id = ActionId::from_parts(0, 1);
//! machine.stage(id, NewAction::new("Greet", "pending-action", ()));
//!
//! let turn = machine.begin_turn(ForcingCapability::default())?;
//! assert!(matches!(turn.served, Served::Action(served) if served == id));
//! let claim = machine.claim_for_model(machine.candidate()?, Action::Apply)?;
//! assert!(machine.begin_apply(claim));
//! // ... whatever the host does to apply it ...
//! let settled = machine.settle(claim, End::Applied, None).ok_or("it was claimed")?;
//! assert_eq!(settled.state, ActionState::Applied);
//! assert!(machine.end_turn(turn.id, TurnEnd::Finished));
//! assert!(machine.actions().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod claim;
mod queue;
mod settle;
mod turn;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

pub use self::action::{ActionState, NewAction, PendingEntry};
pub use self::claim::{Claim, ClaimError};
pub use self::queue::HostDirective;
pub use self::settle::{End, Settled};
pub use self::turn::{BeganTurn, Served, TurnEnd, TurnError, TurnId};

use self::action::{Entry, Place};
use self::queue::{Ordered, Queue, Ticket};
use self::turn::OpenTurn;
use crate::events::Event;
use crate::id::{ActionId, IdMap};

/// How many turns serve an action's directive in vain before the action is parked.
pub const DEFAULT_ATTEMPT_CAP: u32 = 8;

/// How many ended actions a machine remembers, unless told otherwise.
pub const DEFAULT_HISTORY: usize = 256;

/// The types of what a machine carries without looking at it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what the machine keeps for its host",
    label = "no `MachineTypes`",
    note = "add an `impl MachineTypes for {Self}` that names the types"
)]
pub trait MachineTypes {
    /// Goes with each action.
    type Payload;
    /// Is kept of each action that ended.
    type Kept;
    /// Is told to the model in the next turn, once.
    type Notice: Clone;
    /// Goes with each directive of the host's.
    type Hooks: Clone;
}

/// What a machine has no more use for.
#[non_exhaustive]
pub struct Removed<C: MachineTypes> {
    /// Payloads of actions that were withdrawn.
    pub payloads: Vec<C::Payload>,
    /// Directives of the host's that were removed or have ended.
    pub directives: Vec<HostDirective<C::Hooks>>,
    /// What was remembered of actions that had to make room.
    pub kept: Vec<C::Kept>,
}

impl<C: MachineTypes> Default for Removed<C> {
    fn default() -> Self {
        Self { payloads: Vec::new(), directives: Vec::new(), kept: Vec::new() }
    }
}

impl<C: MachineTypes> fmt::Debug for Removed<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Removed")
            .field("payloads", &self.payloads.len())
            .field("directives", &self.directives.len())
            .field("kept", &self.kept.len())
            .finish()
    }
}

/// What is remembered of an action that ended.
struct Ended<R> {
    id: ActionId,
    state: ActionState,
    kept: Option<R>,
}

/// The state machine.
pub struct Machine<C: MachineTypes> {
    attempt_cap: u32,
    history_limit: usize,
    actions: IdMap<Entry<C::Payload>>,
    /// Pending actions that a `resolve` call can reach, by their order of staging.
    reachable: Ordered,
    /// Claimed actions whose handler has not ended, withdrawn ones not among them.
    running: usize,
    /// Handlers that run, of actions in whatever state.
    handlers: usize,
    staged: i64,
    claims: u64,
    queue: Queue<C::Hooks>,
    turns: u64,
    open_turn: Option<OpenTurn<C>>,
    /// Actions staged in the open turn: the model has not seen them yet.
    unseen: Vec<ActionId>,
    notices: Vec<C::Notice>,
    last_served: Option<Arc<str>>,
    /// Ended actions, the oldest first. They are looked up seldom, and one by one.
    ended: VecDeque<Ended<C::Kept>>,
    recording: bool,
    events: Vec<Event>,
    removed: Removed<C>,
}

impl<C: MachineTypes> Machine<C> {
    /// A machine with nothing in it.
    ///
    /// `attempt_cap` is how many turns may serve an action's directive in vain before the action is
    /// parked; `history_limit` is how many ended actions are remembered.
    #[must_use]
    pub fn new(attempt_cap: u32, history_limit: usize) -> Self {
        Self {
            attempt_cap,
            history_limit,
            actions: IdMap::default(),
            reachable: Ordered::default(),
            running: 0,
            handlers: 0,
            staged: 0,
            claims: 0,
            queue: Queue::default(),
            turns: 0,
            open_turn: None,
            unseen: Vec::new(),
            notices: Vec::new(),
            last_served: None,
            ended: VecDeque::new(),
            recording: false,
            events: Vec::new(),
            removed: Removed::default(),
        }
    }

    /// From now on keeps an account of what happens, for [`take_events`](Self::take_events).
    pub fn record_events(&mut self) {
        self.recording = true;
    }

    /// What has happened since the last call, in order.
    pub fn take_events(&mut self) -> impl Iterator<Item = Event> {
        self.events.drain(..)
    }

    /// What was withdrawn, removed or forgotten since the last call. Dropping it may run code of
    /// whoever made it, which must not happen while the machine is in use.
    pub fn take_removed(&mut self) -> Removed<C> {
        std::mem::take(&mut self.removed)
    }

    /// Adds something to tell the model in the next turn, once.
    pub fn push_notice(&mut self, notice: C::Notice) {
        self.notices.push(notice);
    }

    /// Takes what would be told in the next turn, for a host that has no turns.
    pub fn take_notices(&mut self) -> Vec<C::Notice> {
        std::mem::take(&mut self.notices)
    }

    /// The actions that are not over, newest first. A withdrawn one is over, also while its handler
    /// runs.
    pub fn actions(&self) -> Vec<PendingEntry<'_, C::Payload>> {
        let mut entries: Vec<_> =
            self.actions.iter().filter(|(_, entry)| !entry.ephemeral && !entry.withdrawn).collect();
        entries.sort_unstable_by_key(|(_, entry)| std::cmp::Reverse(entry.order));
        entries.into_iter().map(|(id, entry)| entry.view(*id)).collect()
    }

    /// One action that is not over, or was withdrawn while its handler runs.
    pub fn action(&self, id: ActionId) -> Option<PendingEntry<'_, C::Payload>> {
        self.actions.get(&id).map(|entry| entry.view(id))
    }

    /// How an action ended and what was kept of it, as long as it is remembered.
    pub fn ended(&self, id: ActionId) -> Option<(ActionState, Option<&C::Kept>)> {
        let ended = self.ended.iter().rev().find(|ended| ended.id == id)?;
        Some((ended.state, ended.kept.as_ref()))
    }

    /// Whether a handler still runs.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.handlers == 0
    }

    /// Labels of the waiting directives, in the order in which they will be served.
    #[must_use]
    pub fn waiting_labels(&self) -> Vec<Arc<str>> {
        let label = |ticket| match ticket {
            Ticket::Action(id) => self.actions.get(&id).map(|entry| &entry.directive_label),
            Ticket::Host(key) => self.queue.host_label(key),
        };
        self.queue.tickets().filter_map(label).cloned().collect()
    }

    /// Takes the label of the last directive whose turn finished; an action's directive counts
    /// only if its handler was invoked.
    pub fn consume_last_served_label(&mut self) -> Option<Arc<str>> {
        self.last_served.take()
    }

    /// Stages an action: it is pending, and its directive waits at the head of the queue.
    ///
    /// The model sees the preview when the open turn ends, or has seen it where none is open.
    pub fn stage(&mut self, id: ActionId, action: NewAction<C::Payload>) {
        self.staged += 1;
        let place = Place::Waiting(self.queue.push_action_front(id));
        let entry = Entry::new(self.staged, place, action);
        self.event(|| Event::Staged { id, label: entry.label.clone() });
        if self.open_turn.is_some() {
            self.unseen.push(id);
        } else {
            self.reachable.insert(self.staged, Ticket::Action(id));
        }
        self.actions.insert(id, entry);
    }

    /// Ends an action for good, also while its handler runs. False if there is no such action.
    pub fn withdraw(&mut self, id: ActionId) -> bool {
        let Some(entry) = self.actions.get_mut(&id) else {
            return false;
        };
        if entry.withdrawn || entry.ephemeral {
            return false;
        }
        if let Place::Waiting(position) = entry.place {
            self.queue.remove(position);
        }
        entry.place = Place::Nowhere;
        self.reachable.remove(entry.order);
        if let Some(turn) = &mut self.open_turn {
            turn.stop_serving(id);
        }
        self.event(|| Event::Withdrawn { id });
        let entry = self.actions.get_mut(&id).filter(|entry| entry.state.is_claimed());
        if let Some(running) = entry {
            running.withdrawn = true;
            self.running -= 1;
        } else {
            let payload = self.take_payload(id);
            self.removed.payloads.extend(payload);
            let forgotten = self.remember(id, ActionState::Withdrawn, None);
            self.removed.kept.extend(forgotten);
        }
        true
    }

    /// Removes the waiting directives of this label and withdraws the actions whose directives
    /// have it, wherever these are. The number of directives and actions removed.
    pub fn remove_by_label(&mut self, label: &str) -> usize {
        self.remove_where(|candidate| candidate == label)
    }

    /// Removes every directive and withdraws every action. The number of both.
    pub fn clear(&mut self) -> usize {
        self.remove_where(|_| true)
    }

    fn remove_where(&mut self, matches: impl Fn(&str) -> bool) -> usize {
        let doomed: Vec<ActionId> = self
            .actions
            .iter()
            .filter(|(_, entry)| !entry.ephemeral && matches(&entry.directive_label))
            .map(|(id, _)| *id)
            .collect();
        let withdrawn = doomed.into_iter().filter(|id| self.withdraw(*id)).count();
        let in_flight = self.open_turn.as_mut().and_then(|turn| turn.drop_host_directive(&matches));
        let waiting = self.queue.remove_hosts(&matches);
        let removed = withdrawn + waiting.len() + usize::from(in_flight.is_some());
        self.removed.directives.extend(in_flight.into_iter().chain(waiting));
        removed
    }

    /// Remembers how an action ended. What had to be forgotten for it is returned.
    fn remember(
        &mut self,
        id: ActionId,
        state: ActionState,
        kept: Option<C::Kept>,
    ) -> Option<C::Kept> {
        if self.history_limit == 0 {
            return kept;
        }
        let full = self.ended.len() == self.history_limit;
        let oldest = if full { self.ended.pop_front() } else { None };
        self.ended.push_back(Ended { id, state, kept });
        oldest.and_then(|oldest| oldest.kept)
    }

    fn event(&mut self, event: impl FnOnce() -> Event) {
        if self.recording {
            self.events.push(event());
        }
    }
}

impl<C: MachineTypes> fmt::Debug for Machine<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine")
            .field("actions", &self.actions.len())
            .field("running", &self.running)
            .field("waiting", &self.waiting_labels())
            .field("open_turn", &self.open_turn.as_ref().map(|turn| turn.id))
            .finish_non_exhaustive()
    }
}
