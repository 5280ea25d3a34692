//! Claims: from a decision about an action to its outcome.

use std::sync::Arc;

use super::action::{ActionState, Entry, Place};
use super::queue::Ticket;
use super::turn::OpenTurn;
use super::{Cargo, Machine, NewAction, TurnId};
use crate::events::Event;
use crate::id::ActionId;
use crate::resolution::Action;

/// The exclusive right to carry out a decision about one action, until it is released or settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The action.
    pub id: ActionId,
    /// Tells it from every other claim, before or after, also of the same action.
    number: u64,
    /// The turn in which the model claimed it.
    turn: Option<TurnId>,
}

/// Why a decision reaches no action.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClaimError {
    /// Nothing is pending.
    NothingPending,
    /// A `resolve` call of the open turn has reached an action already.
    TurnUsed,
    /// The only candidate is being carried out.
    StillRunning {
        /// Its label.
        label: Arc<str>,
        /// Where it stands.
        state: ActionState,
    },
    /// The action is over.
    Over(ActionState),
    /// No action of this id is known.
    Unknown,
}

/// How a claim ended.
#[derive(Debug, Clone, PartialEq, Eq)]
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
pub struct Settled<P> {
    /// Where the action stands now.
    pub state: ActionState,
    /// Whether the caller had stopped waiting.
    pub detached: bool,
    /// The payload, if the action is over. Dropping it may run code of whoever made it, which must
    /// not happen while the machine is in use.
    pub payload: Option<P>,
}

impl<C: Cargo> Machine<C> {
    /// The action that a `resolve` call of the model's reaches: the one in flight, else the newest
    /// pending one that the model has been shown.
    ///
    /// # Errors
    ///
    /// If there is none, or if a call of the open turn has reached an action before.
    pub fn candidate(&self) -> Result<ActionId, ClaimError> {
        if self.open_turn.as_ref().is_some_and(|turn| turn.resolved) {
            return Err(ClaimError::TurnUsed);
        }
        let served = self.open_turn.as_ref().and_then(OpenTurn::serves);
        if let Some(decided) = served.and_then(|served| self.served_candidate(served)) {
            return decided;
        }
        match self.reachable.last_key_value() {
            Some((_, Ticket::Action(id))) => Ok(*id),
            _ if self.running > 0 => Err(self.still_running()),
            _ => Err(ClaimError::NothingPending),
        }
    }

    /// What a call reaches in a turn that serves an action: that one or, if somebody else was
    /// faster, nothing. The model was asked about no other. None if it was withdrawn.
    fn served_candidate(&self, id: ActionId) -> Option<Result<ActionId, ClaimError>> {
        let Some(entry) = self.actions.get(&id) else {
            return match self.ended.get(&id) {
                Some((ActionState::Withdrawn, _)) => None,
                Some((state, _)) => Some(Err(ClaimError::Over(*state))),
                None => Some(Err(ClaimError::Unknown)),
            };
        };
        match entry.state {
            _ if entry.withdrawn => None,
            ActionState::Pending => Some(Ok(id)),
            state => {
                let label = Arc::clone(&entry.label);
                Some(Err(ClaimError::StillRunning { label, state }))
            }
        }
    }

    fn still_running(&self) -> ClaimError {
        let newest = self
            .actions
            .values()
            .filter(|entry| entry.state.is_claimed() && !entry.withdrawn && !entry.ephemeral)
            .max_by_key(|entry| entry.order);
        match newest {
            Some(entry) => {
                ClaimError::StillRunning { label: Arc::clone(&entry.label), state: entry.state }
            }
            None => ClaimError::NothingPending,
        }
    }

    /// Claims the action that [`candidate`](Self::candidate) named, for a call of the model's.
    ///
    /// # Errors
    ///
    /// As for [`claim`](Self::claim).
    pub fn claim_for_model(&mut self, id: ActionId, action: Action) -> Result<Claim, ClaimError> {
        let mut claim = self.claim(id, action)?;
        if let Some(turn) = &mut self.open_turn {
            turn.resolved = true;
            turn.invoked |= turn.serves() == Some(id);
            claim.turn = Some(turn.id);
        }
        Ok(claim)
    }

    /// Claims one action by its id.
    ///
    /// # Errors
    ///
    /// If it is claimed, over or unknown.
    pub fn claim(&mut self, id: ActionId, action: Action) -> Result<Claim, ClaimError> {
        let Some(entry) = self.actions.get_mut(&id) else {
            let over = self.ended.get(&id).map(|(state, _)| ClaimError::Over(*state));
            return Err(over.unwrap_or(ClaimError::Unknown));
        };
        if entry.withdrawn {
            return Err(ClaimError::Over(ActionState::Withdrawn));
        }
        if entry.state != ActionState::Pending {
            let label = Arc::clone(&entry.label);
            return Err(ClaimError::StillRunning { label, state: entry.state });
        }
        if let Place::Waiting(position) = entry.place {
            self.queue.remove(position);
        }
        entry.claimed_from = std::mem::replace(&mut entry.place, Place::Nowhere);
        entry.state = ActionState::claimed_for(action);
        entry.detached = false;
        self.reachable.remove(&entry.order);
        self.running += 1;
        self.handlers += 1;
        self.claims += 1;
        let number = self.claims;
        entry.claim = number;
        self.event(|| Event::Resolving { id, action });
        Ok(Claim { id, number, turn: None })
    }

    /// Claims one invocation of a standing handler. It is never pending, before or after.
    pub fn claim_standing(
        &mut self,
        id: ActionId,
        standing: NewAction<C::Payload>,
        action: Action,
    ) -> Claim {
        let mut entry = Entry::new(0, Place::Nowhere, standing);
        entry.state = ActionState::claimed_for(action);
        entry.ephemeral = true;
        self.claims += 1;
        let number = self.claims;
        entry.claim = number;
        self.actions.insert(id, entry);
        self.handlers += 1;
        Claim { id, number, turn: None }
    }

    /// The action of a claim that is being carried out: not of one that is over, even if the action
    /// was claimed again since.
    fn claimed(&mut self, claim: Claim) -> Option<&mut Entry<C::Payload>> {
        self.actions
            .get_mut(&claim.id)
            .filter(|entry| entry.state.is_claimed() && entry.claim == claim.number)
    }

    /// Where a claimed action stands, whether it was withdrawn meanwhile or not.
    #[must_use]
    pub fn claimed_state(&self, claim: Claim) -> Option<ActionState> {
        self.actions
            .get(&claim.id)
            .filter(|entry| entry.claim == claim.number)
            .map(|entry| entry.state)
    }

    /// Moves a verified action on to being applied. False if it was withdrawn meanwhile: the apply
    /// must not begin then.
    pub fn begin_apply(&mut self, claim: Claim) -> bool {
        let Some(entry) = self.claimed(claim) else {
            return false;
        };
        let begins = entry.state == ActionState::Verifying && !entry.withdrawn;
        if begins {
            entry.state = ActionState::Applying;
        }
        begins
    }

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
            self.removed.extend(payload);
            return;
        }
        if entry.withdrawn {
            let payload = self.take_payload(claim.id);
            self.removed.extend(payload);
            self.remember(claim.id, ActionState::Withdrawn, None);
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
    ) -> Option<Settled<C::Payload>> {
        let id = claim.id;
        let entry = self.claimed(claim)?;
        let detached = entry.detached;
        let (ephemeral, withdrawn) = (entry.ephemeral, entry.withdrawn);
        self.handlers -= 1;
        let state = end.state();
        if ephemeral {
            return Some(Settled { state, detached, payload: self.take_payload(id) });
        }
        if withdrawn {
            let state = ActionState::Withdrawn;
            self.remember(id, state, kept);
            return Some(Settled { state, detached, payload: self.take_payload(id) });
        }
        self.running -= 1;
        self.event(|| end.into_event(id, detached));
        if state == ActionState::Pending {
            self.pend_again(id);
            return Some(Settled { state, detached, payload: None });
        }
        self.remember(id, state, kept);
        Some(Settled { state, detached, payload: self.take_payload(id) })
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
