//! How claims end: given back, given up, settled.

use super::action::{ActionState, Place};
use super::claim::Claim;
use super::turn::TurnId;
use super::{Machine, MachineTypes};
use crate::events::Event;
use crate::id::ActionId;

/// How a claim ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// The apply handler returned a result.
    Applied,
    /// The apply handler failed, with this message.
    Failed(Box<str>),
    /// The world had moved as the message says; nothing was written.
    Stale(Box<str>),
    /// The reject handler ended, or there is none.
    Discarded,
    /// The apply handler was cut off.
    Interrupted,
}

/// What settling a claim did.
#[derive(Debug)]
#[non_exhaustive]
pub struct Settled<P, R> {
    /// Where the action stands now.
    pub state: ActionState,
    /// Whether the caller had stopped waiting.
    pub detached: bool,
    /// The payload, if the action is over. Dropping it may run code of whoever made it, which must
    /// not happen while the machine is in use.
    pub payload: Option<P>,
    /// What was remembered of an older action and had to make room; the same holds for it.
    pub forgotten: Option<R>,
}

impl<C: MachineTypes> Machine<C> {
    /// Gives a claim back before its apply began: the action is as it was.
    pub fn release(&mut self, claim: Claim) {
        if self.claimed(claim).is_none() {
            return;
        }
        let Some(entry) = self.actions.get_mut(&claim.id) else {
            return;
        };
        self.handlers -= 1;
        if entry.ephemeral {
            let payload = self.take_payload(claim.id);
            self.removed.payloads.extend(payload);
            return;
        }
        if entry.withdrawn {
            let payload = self.take_payload(claim.id);
            self.removed.payloads.extend(payload);
            let forgotten = self.remember(claim.id, ActionState::Withdrawn, None);
            self.removed.kept.extend(forgotten);
            return;
        }
        self.running -= 1;
        if let Some(turn) = self.open_turn.as_mut().filter(|turn| claim.turn == Some(turn.id)) {
            turn.resolved = false;
            turn.invoked &= turn.serves() != Some(claim.id);
        }
        entry.state = ActionState::Pending;
        entry.place = std::mem::replace(&mut entry.claimed_from, Place::Nowhere);
        match entry.place {
            Place::Waiting(position) => {
                self.queue.put_back(position, claim.id);
            }
            Place::InFlight(served) => self.return_to_turn(claim.id, served),
            Place::Parked | Place::Nowhere => {}
        }
        self.event(|| Event::Aborted { id: claim.id });
        self.make_reachable(claim.id);
    }

    /// A directive that was in flight is in flight again, or forced anew if its turn has ended.
    fn return_to_turn(&mut self, id: ActionId, served: TurnId) {
        if self.open_turn() != Some(served) {
            self.force_again(id);
        }
    }

    /// Says that the caller of a claim no longer waits for its outcome. False if it has settled:
    /// the outcome is there to be taken.
    pub fn detach(&mut self, claim: Claim) -> bool {
        let Some(entry) = self.claimed(claim) else {
            return false;
        };
        entry.detached = true;
        let listed = !entry.ephemeral;
        if listed {
            self.event(|| Event::Aborted { id: claim.id });
        }
        true
    }

    /// Records how a claim ended, before anyone is told. `kept` is remembered if the action is
    /// over with it.
    pub fn settle(
        &mut self,
        claim: Claim,
        end: End,
        kept: Option<C::Kept>,
    ) -> Option<Settled<C::Payload, C::Kept>> {
        let id = claim.id;
        let entry = self.claimed(claim)?;
        let detached = entry.detached;
        let (ephemeral, withdrawn) = (entry.ephemeral, entry.withdrawn);
        self.handlers -= 1;
        let state = end.state();
        if ephemeral {
            return Some(Settled {
                state,
                detached,
                payload: self.take_payload(id),
                forgotten: kept,
            });
        }
        if withdrawn {
            self.event(|| end.into_event(id, detached));
            let state = ActionState::Withdrawn;
            let forgotten = self.remember(id, state, kept);
            return Some(Settled { state, detached, payload: self.take_payload(id), forgotten });
        }
        self.running -= 1;
        self.event(|| end.into_event(id, detached));
        if state == ActionState::Pending {
            self.pend_again(id);
            return Some(Settled { state, detached, payload: None, forgotten: kept });
        }
        let forgotten = self.remember(id, state, kept);
        Some(Settled { state, detached, payload: self.take_payload(id), forgotten })
    }

    pub(super) fn take_payload(&mut self, id: ActionId) -> Option<C::Payload> {
        self.actions.remove(&id).map(|entry| entry.payload)
    }

    /// After a failed apply: pending, and forced again unless it was or has to be parked.
    fn pend_again(&mut self, id: ActionId) {
        let Some(entry) = self.actions.get_mut(&id) else {
            return;
        };
        entry.state = ActionState::Pending;
        let claimed_from = std::mem::replace(&mut entry.claimed_from, Place::Nowhere);
        if let Place::InFlight(_) = claimed_from {
            entry.attempts += 1;
        }
        let parked = claimed_from == Place::Parked;
        if parked {
            entry.place = Place::Parked;
        }
        if !parked {
            self.force_again(id);
        }
        self.make_reachable(id);
    }
}

impl End {
    fn state(&self) -> ActionState {
        match self {
            Self::Applied => ActionState::Applied,
            Self::Failed(_) => ActionState::Pending,
            Self::Stale(_) => ActionState::Stale,
            Self::Discarded => ActionState::Discarded,
            Self::Interrupted => ActionState::Interrupted,
        }
    }

    fn into_event(self, id: ActionId, after_abort: bool) -> Event {
        match self {
            Self::Applied => Event::Applied { id, after_abort },
            Self::Failed(message) => Event::Failed { id, message },
            Self::Stale(message) => Event::Stale { id, message },
            Self::Discarded => Event::Discarded { id },
            Self::Interrupted => Event::Interrupted { id },
        }
    }
}
