//! From the end of a handler to everybody who has to know.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::{Outcome, Reminder, Shared, report};
use crate::handler::Done;
use crate::machine::{ActionState, Claim, End, Settled};
use crate::pending::Payload;
use crate::resolution::Decider;

/// How a handler stopped running.
pub(super) enum Ended {
    Done(Done),
    Panicked(Box<str>),
    CutOff,
}

impl From<Result<Done, Box<str>>> for Ended {
    fn from(caught: Result<Done, Box<str>>) -> Self {
        match caught {
            Ok(done) => Self::Done(done),
            Err(panic) => Self::Panicked(panic),
        }
    }
}

/// What is known of a run beside its future.
#[derive(Clone)]
pub(super) struct Bearings {
    pub(super) shared: Arc<Shared>,
    pub(super) claim: Claim,
    pub(super) tool: Option<Arc<str>>,
    pub(super) label: Arc<str>,
    /// Who decided and why, where the model has to be told.
    pub(super) decided: Option<(Decider, Box<str>)>,
}

impl Bearings {
    pub(super) fn state(&self) -> ActionState {
        // Where the state is unknown, the handler counts as one that must not be dropped.
        self.shared
            .with_core(|core| core.machine.claimed_state(self.claim))
            .unwrap_or(ActionState::Applying)
    }

    /// Gives the claim back. True if the action is withdrawn.
    pub(super) fn release(&self) -> bool {
        let (withdrawn, waiters) = self.shared.with_core(|core| {
            core.machine.release(self.claim);
            let withdrawn = core.machine.action(self.claim.id).is_none();
            (withdrawn, core.take_waiters(self.claim.id))
        });
        // There is no outcome for those who waited for it: they decide by themselves now.
        drop(waiters);
        self.shared.notify_settled();
        withdrawn
    }

    /// Records the outcome, and only then lets anybody know.
    pub(super) fn settle(&self, ended: Ended, told: Option<oneshot::Sender<Outcome>>) -> Outcome {
        let (end, outcome) = match ended {
            Ended::Done(done) => report::ended(done, self.tool.as_ref(), &self.label),
            Ended::Panicked(panic) => report::panicked(self.state(), &panic, self.tool.as_ref()),
            Ended::CutOff => report::cut_off(self.state(), &self.label),
        };
        tracing::debug!(id = %self.claim.id, label = &*self.label, ?end, "settled");
        let applied = end == End::Applied;
        let settled = self.shared.with_core(|core| {
            let settled = core.machine.settle(self.claim, end, Some(outcome.clone()));
            let notice = settled.as_ref().and_then(|settled| self.notice(settled, applied));
            if let Some(notice) = notice {
                core.machine.push_notice(notice);
            }
            // Whoever waited may be gone.
            if let Some(told) = told {
                let _ = told.send(outcome.clone());
            }
            for waiter in core.take_waiters(self.claim.id) {
                let _ = waiter.send(outcome.clone());
            }
            settled
        });
        drop(settled);
        self.shared.notify_settled();
        outcome
    }

    /// What the model has to be told, since it did not see it.
    fn notice(&self, settled: &Settled<Payload, Outcome>, applied: bool) -> Option<Reminder> {
        let (id, state) = (self.claim.id, settled.state);
        match (&self.decided, state) {
            // Whoever waits for it has it from the result.
            (decided, ActionState::Withdrawn)
                if applied && (decided.is_some() || settled.detached) =>
            {
                Some(Reminder::ended(id, state, &self.label))
            }
            (_, ActionState::Pending | ActionState::Withdrawn)
            // The abort error has said so.
            | (None, ActionState::Discarded) => None,
            (Some((decider, reason)), _) => {
                Some(Reminder::decided(id, state, &self.label, *decider, reason))
            }
            (None, _) => settled
                .detached
                .then(|| Reminder::ended(id, state, &self.label)),
        }
    }
}
