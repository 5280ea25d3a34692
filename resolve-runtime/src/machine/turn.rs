//! Turns: one model call, and the tool calls that it returned.

use std::fmt;
use std::sync::Arc;

use super::action::{ActionState, Place};
use super::queue::{HostDirective, Taken, Ticket};
use super::{Machine, MachineTypes};
use crate::choice::ToolChoice;
use crate::events::Event;
use crate::forcing::{Forcing, ForcingCapability};
use crate::id::ActionId;

/// Names one turn of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnId(u64);

/// What a turn serves.
#[derive(Debug)]
#[non_exhaustive]
pub enum Served<H> {
    /// Nothing: the model is free.
    Nothing,
    /// The directive of a pending action: `resolve` is forced.
    Action(ActionId),
    /// A directive of the host's.
    Host {
        /// The choice for this turn.
        choice: ToolChoice,
        /// What the host attached to the directive.
        hooks: H,
    },
}

/// A turn that has just begun.
#[derive(Debug)]
#[non_exhaustive]
pub struct BeganTurn<N, H> {
    /// Its id.
    pub id: TurnId,
    /// What it serves.
    pub served: Served<H>,
    /// How the model is made to do that, as far as it can be.
    pub forcing: Forcing,
    /// What the model is told in it, once.
    pub notices: Vec<N>,
}

/// How a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TurnEnd {
    /// The model's calls were all carried out.
    Finished,
    /// The same, but the tool that a directive of the host's forced was not called.
    Ignored {
        /// Whether the directive comes back at the head, up to the cap.
        requeue: bool,
    },
    /// The model call failed, or the turn was cancelled or dropped.
    Aborted {
        /// Whether a directive of the host's that was in flight comes back at the head.
        requeue: bool,
    },
}

/// Why a turn cannot begin.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TurnError {
    /// The turn before has not ended.
    StillOpen,
    /// The host's directive at the head of the queue forces what the model does not honour. It stays
    /// there: remove it, or begin a turn of another model.
    CannotForce {
        /// The directive's label.
        label: Arc<str>,
        /// What it forces.
        choice: ToolChoice,
    },
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StillOpen => f.write_str(
                "The turn before is still open: finish it or drop it before the next one begins.",
            ),
            Self::CannotForce { label, choice } => write!(
                f,
                "The directive `{label}` forces the tool choice `{choice}`, which this model does \
                 not honour: remove the directive, or call a model that does.",
            ),
        }
    }
}

impl std::error::Error for TurnError {}

#[derive(Debug)]
enum InFlight<H> {
    Nothing,
    Action { id: ActionId, label: Arc<str> },
    Host(HostDirective<H>),
}

pub(super) struct OpenTurn<C: MachineTypes> {
    pub(super) id: TurnId,
    in_flight: InFlight<C::Hooks>,
    /// Not if the action in flight was withdrawn.
    asks: bool,
    /// Whether a `resolve` call of this turn has reached a pending action.
    pub(super) resolved: bool,
    /// Whether the handler of the directive in flight was invoked.
    pub(super) invoked: bool,
    notices: Vec<C::Notice>,
}

impl<C: MachineTypes> OpenTurn<C> {
    /// The action whose directive this turn serves.
    pub(super) fn serves(&self) -> Option<ActionId> {
        match &self.in_flight {
            InFlight::Action { id, .. } if self.asks => Some(*id),
            _ => None,
        }
    }

    /// Forgets a directive of the host's in flight, if its label matches: it will not come back.
    pub(super) fn drop_host_directive(
        &mut self,
        is_doomed: &dyn Fn(&str) -> bool,
    ) -> Option<HostDirective<C::Hooks>> {
        match std::mem::replace(&mut self.in_flight, InFlight::Nothing) {
            InFlight::Host(host) if is_doomed(&host.label) => Some(host),
            kept => {
                self.in_flight = kept;
                None
            }
        }
    }

    /// An action in flight was withdrawn: the turn does not ask about it any more.
    pub(super) fn stop_serving(&mut self, id: ActionId) {
        self.asks &= self.serves() != Some(id);
    }
}

impl<C: MachineTypes> Machine<C> {
    /// Begins a turn: takes the next choice from the queue and marks it in flight.
    ///
    /// # Errors
    ///
    /// If the turn before has not ended, or a directive of the host's forces what the model does not
    /// honour. Nothing is taken then.
    pub fn begin_turn(
        &mut self,
        capability: ForcingCapability,
    ) -> Result<BeganTurn<C::Notice, C::Hooks>, TurnError> {
        if self.open_turn.is_some() {
            return Err(TurnError::StillOpen);
        }
        if let Some(host) = self.queue.next_host()
            && capability.for_choice(host.choice()).is_none()
        {
            let (label, choice) = (Arc::clone(&host.label), host.choice().clone());
            return Err(TurnError::CannotForce { label, choice });
        }
        self.turns += 1;
        let id = TurnId(self.turns);
        let (served, in_flight, forcing) = match self.queue.take_next() {
            None => (Served::Nothing, InFlight::Nothing, capability.at_rest()),
            Some(Taken::Action(action)) => self.serve(action, id, capability),
            Some(Taken::Host(host)) => {
                let choice = host.choice().clone();
                let forcing = capability.for_choice(&choice).unwrap_or_default();
                let served = Served::Host { choice, hooks: host.hooks.clone() };
                (served, InFlight::Host(host), forcing)
            }
        };
        let notices = std::mem::take(&mut self.notices);
        self.open_turn = Some(OpenTurn {
            id,
            in_flight,
            asks: true,
            resolved: false,
            invoked: false,
            notices: notices.clone(),
        });
        Ok(BeganTurn { id, served, forcing, notices })
    }

    /// Puts the directive of an action in flight.
    fn serve(
        &mut self,
        id: ActionId,
        turn: TurnId,
        capability: ForcingCapability,
    ) -> (Served<C::Hooks>, InFlight<C::Hooks>, Forcing) {
        let entry = self.actions.get_mut(&id).map(|entry| {
            entry.place = Place::InFlight(turn);
            (Arc::clone(&entry.directive_label), entry.attempts)
        });
        let (label, attempts) = entry.unwrap_or_default();
        let forcing = capability.for_attempt(attempts);
        self.event(|| Event::Presented { id });
        if !forcing.forces() && !capability.asks_first(attempts) {
            self.event(|| Event::NotForced { id, forcing });
        }
        (Served::Action(id), InFlight::Action { id, label }, forcing)
    }

    /// The turn that is open.
    #[must_use]
    pub fn open_turn(&self) -> Option<TurnId> {
        self.open_turn.as_ref().map(|turn| turn.id)
    }

    /// Says that the tool which the open turn's directive of the host's forces was called. True if
    /// there is such a directive and it hears of it for the first time.
    pub fn invoke_host_directive(&mut self, tool: &str) -> bool {
        let Some(turn) = &mut self.open_turn else {
            return false;
        };
        let InFlight::Host(host) = &turn.in_flight else {
            return false;
        };
        let first = !turn.invoked && host.choice().forced_tool() == Some(tool);
        turn.invoked |= first;
        first
    }

    /// Whether the open turn serves a directive of the host's: no more, once that was removed.
    #[must_use]
    pub fn serves_host_directive(&self) -> bool {
        let in_flight = self.open_turn.as_ref().map(|turn| &turn.in_flight);
        matches!(in_flight, Some(InFlight::Host(_)))
    }

    /// Whether the open turn serves a directive of the host's whose tool has to be called and was
    /// not: its turn ends as [`TurnEnd::Ignored`].
    #[must_use]
    pub fn host_directive_ignored(&self) -> bool {
        self.open_turn.as_ref().is_some_and(|turn| {
            matches!(&turn.in_flight, InFlight::Host(host) if host.must_be_invoked && !turn.invoked)
        })
    }

    /// Ends a turn. False if it was not the open one.
    pub fn end_turn(&mut self, id: TurnId, end: TurnEnd) -> bool {
        let Some(mut turn) = self.open_turn.take_if(|turn| turn.id == id) else {
            return false;
        };
        let in_flight = std::mem::replace(&mut turn.in_flight, InFlight::Nothing);
        match in_flight {
            InFlight::Nothing => {}
            InFlight::Action { id: action, label } => {
                if turn.invoked && end == TurnEnd::Finished {
                    self.last_served = Some(label);
                }
                self.end_serving(action, id, end);
            }
            InFlight::Host(host) => self.end_host_directive(host, end),
        }
        let mut seen = std::mem::take(&mut self.unseen);
        for id in seen.drain(..) {
            self.make_reachable(id);
        }
        // Keeps its room for the next turn.
        self.unseen = seen;
        if let TurnEnd::Aborted { .. } = end {
            // The model may never have read them.
            turn.notices.append(&mut self.notices);
            self.notices = turn.notices;
        }
        true
    }

    /// Requeues the directive of an action that its turn did not end, or parks the action.
    fn end_serving(&mut self, id: ActionId, turn: TurnId, end: TurnEnd) {
        let Some(entry) = self.actions.get_mut(&id) else {
            return;
        };
        // An invoked handler has moved the directive on, or is about to.
        if entry.place != Place::InFlight(turn) {
            return;
        }
        if !matches!(end, TurnEnd::Aborted { .. }) {
            entry.attempts += 1;
        }
        self.force_again(id);
    }

    /// Puts the directive of a pending action back at the head, or parks the action at the cap.
    pub(super) fn force_again(&mut self, id: ActionId) {
        let Some(entry) = self.actions.get_mut(&id) else {
            return;
        };
        let attempts = entry.attempts;
        if attempts >= self.attempt_cap {
            entry.place = Place::Parked;
            self.event(|| Event::Parked { id, attempts });
        } else {
            let label = Arc::clone(&entry.directive_label);
            entry.place = Place::Waiting(self.queue.push_action_front(id));
            self.event(|| Event::Requeued { id: Some(id), label, attempts });
        }
    }

    pub(super) fn make_reachable(&mut self, id: ActionId) {
        let unseen = self.unseen.contains(&id);
        if let Some(entry) = self.actions.get(&id)
            && entry.state == ActionState::Pending
            && !unseen
        {
            self.reachable.insert(entry.order, Ticket::Action(id));
        }
    }

    fn end_host_directive(&mut self, mut host: HostDirective<C::Hooks>, end: TurnEnd) {
        let requeue = match end {
            TurnEnd::Finished => {
                self.last_served = Some(Arc::clone(&host.label));
                self.removed.directives.push(host);
                return;
            }
            TurnEnd::Ignored { requeue } => {
                host.attempts += 1;
                requeue && host.attempts < self.attempt_cap
            }
            TurnEnd::Aborted { requeue } => requeue,
        };
        let (label, attempts) = (Arc::clone(&host.label), host.attempts);
        if requeue {
            self.queue.push_host(host, true);
            self.event(|| Event::Requeued { id: None, label, attempts });
        } else {
            self.removed.directives.push(host);
            self.event(|| Event::Dropped { label, attempts });
        }
    }
}
