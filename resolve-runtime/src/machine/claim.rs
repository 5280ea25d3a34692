//! Claims: the exclusive right to carry out a decision about one action.

use std::fmt;
use std::sync::Arc;

use super::action::{ActionState, Entry, Place};
use super::queue::Ticket;
use super::turn::OpenTurn;
use super::{Machine, MachineTypes, NewAction, TurnId};
use crate::events::Event;
use crate::id::ActionId;
use crate::resolution::Action;

/// The exclusive right to carry out a decision about one action, until it is released or settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The action.
    pub id: ActionId,
    /// Tells it from every other claim, before or after, also of the same action.
    pub(super) number: u64,
    /// The turn in which the model claimed it.
    pub(super) turn: Option<TurnId>,
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

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingPending => f.write_str("nothing is pending"),
            Self::TurnUsed => f.write_str("the open turn has resolved an action already"),
            Self::StillRunning { label, state } => write!(f, "{label} is still {state}"),
            Self::Over(state) => write!(f, "the action is over: it is {state}"),
            Self::Unknown => f.write_str("there is no such action"),
        }
    }
}

impl std::error::Error for ClaimError {}

impl<C: MachineTypes> Machine<C> {
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
        match self.reachable.last() {
            Some((_, Ticket::Action(id))) => Ok(id),
            _ if self.running > 0 => Err(self.still_running()),
            _ => Err(ClaimError::NothingPending),
        }
    }

    /// What a call reaches in a turn that serves an action: that one or, if somebody else was
    /// faster, nothing. The model was asked about no other. None if it was withdrawn.
    fn served_candidate(&self, id: ActionId) -> Option<Result<ActionId, ClaimError>> {
        let Some(entry) = self.actions.get(&id) else {
            return match self.ended(id) {
                Some((ActionState::Withdrawn, _)) => None,
                Some((state, _)) => Some(Err(ClaimError::Over(state))),
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
            let over = self.ended(id).map(|(state, _)| ClaimError::Over(state));
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
        self.reachable.remove(entry.order);
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
    pub(super) fn claimed(&mut self, claim: Claim) -> Option<&mut Entry<C::Payload>> {
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
}
