//! One action inside the machine.

use std::fmt;
use std::sync::Arc;

use super::queue::Position;
use super::turn::TurnId;
use crate::id::ActionId;
use crate::resolution::Action;

/// Where an action stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ActionState {
    /// Waits for a resolution.
    Pending,
    /// Is being verified; nothing has been written.
    Verifying,
    /// Its apply handler runs.
    Applying,
    /// Its reject handler runs.
    Discarding,
    /// Final: applied with success.
    Applied,
    /// Final: discarded.
    Discarded,
    /// Final: the world had moved before the apply, and nothing was written.
    Stale,
    /// Final: taken back by the host.
    Withdrawn,
    /// Final: the apply was cut off by the end of the async runtime; nobody knows how far it came.
    Interrupted,
}

impl ActionState {
    /// Whether no transition leaves this state.
    #[must_use]
    pub fn is_final(self) -> bool {
        !matches!(self, Self::Pending | Self::Verifying | Self::Applying | Self::Discarding)
    }

    /// Whether a claim is being carried out.
    pub(super) fn is_claimed(self) -> bool {
        matches!(self, Self::Verifying | Self::Applying | Self::Discarding)
    }

    /// The state in which a claim starts.
    pub(super) fn claimed_for(action: Action) -> Self {
        match action {
            Action::Apply => Self::Verifying,
            Action::Discard => Self::Discarding,
        }
    }
}

impl fmt::Display for ActionState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pending => "pending",
            Self::Verifying => "being verified",
            Self::Applying => "being applied",
            Self::Discarding => "being discarded",
            Self::Applied => "applied",
            Self::Discarded => "discarded",
            Self::Stale => "stale",
            Self::Withdrawn => "withdrawn",
            Self::Interrupted => "interrupted",
        })
    }
}

/// What is needed to stage an action.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct NewAction<P> {
    /// What people and models call it.
    pub label: Arc<str>,
    /// The label of its directive.
    pub directive_label: Arc<str>,
    /// What goes with it.
    pub payload: P,
}

impl<P> NewAction<P> {
    /// An action of this label, whose directive has that one.
    pub fn new(
        label: impl Into<Arc<str>>,
        directive_label: impl Into<Arc<str>>,
        payload: P,
    ) -> Self {
        Self { label: label.into(), directive_label: directive_label.into(), payload }
    }
}

/// A look at an action that has not ended.
#[derive(Debug)]
#[non_exhaustive]
pub struct PendingEntry<'a, P> {
    /// Its id.
    pub id: ActionId,
    /// Its label.
    pub label: &'a Arc<str>,
    /// The label of its directive.
    pub directive_label: &'a Arc<str>,
    /// Where it stands; a withdrawn action whose handler still runs is withdrawn.
    pub state: ActionState,
    /// How many turns served its directive in vain.
    pub attempts: u32,
    /// Whether it is no longer forced.
    pub parked: bool,
    /// What was staged with it.
    pub payload: &'a P,
}

/// Where an action's directive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the queue.
    Waiting(Position),
    /// Served by the open turn.
    InFlight(TurnId),
    /// Given up after too many attempts: the action is no longer forced.
    Parked,
    /// There is none: the action is claimed, or over.
    Nowhere,
}

#[derive(Debug)]
pub(super) struct Entry<P> {
    /// Position in the order of staging.
    pub(super) order: i64,
    pub(super) label: Arc<str>,
    pub(super) directive_label: Arc<str>,
    pub(super) state: ActionState,
    pub(super) place: Place,
    /// Where the directive was before the claim that is being carried out.
    pub(super) claimed_from: Place,
    pub(super) attempts: u32,
    /// The number of the claim that is being carried out.
    pub(super) claim: u64,
    /// The caller of the claim no longer waits for its outcome.
    pub(super) detached: bool,
    pub(super) withdrawn: bool,
    /// One invocation of a standing handler: never listed, queued or pending again.
    pub(super) ephemeral: bool,
    pub(super) payload: P,
}

impl<P> Entry<P> {
    pub(super) fn new(order: i64, place: Place, action: NewAction<P>) -> Self {
        Self {
            order,
            label: action.label,
            directive_label: action.directive_label,
            state: ActionState::Pending,
            place,
            claimed_from: Place::Nowhere,
            attempts: 0,
            claim: 0,
            detached: false,
            withdrawn: false,
            ephemeral: false,
            payload: action.payload,
        }
    }

    pub(super) fn view(&self, id: ActionId) -> PendingEntry<'_, P> {
        PendingEntry {
            id,
            label: &self.label,
            directive_label: &self.directive_label,
            state: if self.withdrawn { ActionState::Withdrawn } else { self.state },
            attempts: self.attempts,
            parked: self.place == Place::Parked || self.claimed_from == Place::Parked,
            payload: &self.payload,
        }
    }
}
