//! The machine with a driver that keeps to the session's discipline, and what can be seen of it.

use std::sync::Arc;

use resolve_runtime::machine::{
    Claim, ClaimError, HostDirective, Machine, MachineTypes, NewAction, Served, TurnError, TurnId,
};
use resolve_runtime::{ActionId, ActionState, Forcing, ForcingCapability};

mod seen;

pub(crate) use self::seen::{Seen, Serving, Snapshot};
use crate::ops::{ACTION_LABELS, Act, HOST_LABELS, Means, Op, TOOLS};

/// What the machine carries in these tests: numbers.
#[derive(Debug)]
pub(crate) struct Load;

impl MachineTypes for Load {
    type Payload = ActionId;
    type Kept = u32;
    type Notice = u32;
    type Hooks = &'static str;
}

impl Means {
    fn capability(self) -> ForcingCapability {
        match self {
            Self::Named => ForcingCapability::default(),
            Self::NamedAfter(turns) => ForcingCapability::default().softly(turns),
            Self::Narrowed => ForcingCapability::only(&[Forcing::Soft, Forcing::Narrowed]),
            Self::Envelope => ForcingCapability::only(&[Forcing::Envelope]),
            Self::Soft => ForcingCapability::only(&[Forcing::Soft]),
            Self::Omitted => ForcingCapability::only(&[Forcing::Omitted]),
        }
    }
}

pub(crate) struct Rig {
    pub(crate) machine: Machine<Load>,
    /// Every id that was ever staged.
    pub(crate) ids: Vec<ActionId>,
    /// Claims that are neither released nor settled.
    pub(crate) live: Vec<Claim>,
    /// The others.
    pub(crate) over: Vec<Claim>,
    pub(crate) turn: Option<TurnId>,
    /// The payloads that came back from settled claims.
    pub(crate) given_back: Vec<ActionId>,
    /// Whether each action has a label of its own.
    unique_labels: bool,
    next_id: u64,
    next_notice: u32,
}

impl Rig {
    pub(crate) fn new(cap: u32) -> Self {
        Self {
            machine: Machine::new(cap, usize::MAX),
            ids: Vec::new(),
            live: Vec::new(),
            over: Vec::new(),
            turn: None,
            given_back: Vec::new(),
            unique_labels: false,
            next_id: 0,
            next_notice: 0,
        }
    }

    /// A rig in which the label of an action's directive is its id, so that the queue tells which
    /// action each directive is about.
    pub(crate) fn with_unique_labels(cap: u32) -> Self {
        Self { unique_labels: true, ..Self::new(cap) }
    }

    pub(crate) fn label(&self, id: ActionId, label: &str) -> Arc<str> {
        if self.unique_labels { id.to_string().into() } else { label.into() }
    }

    fn fresh_id(&mut self) -> ActionId {
        self.next_id += 1;
        ActionId::from_parts(self.next_id, 0)
    }

    /// Chooses the subject; none if there is nothing to choose from.
    pub(crate) fn choose(&mut self, op: &Op) -> Option<Act> {
        let claim = |pick: &usize| self.live.get(pick % self.live.len().max(1)).map(|c| c.id);
        let newest = |pick: &usize| {
            let behind = pick % self.ids.len().max(1);
            self.ids.iter().rev().nth(behind).copied()
        };
        Some(match op {
            Op::Stage(label) => Act::Stage(self.fresh_id(), ACTION_LABELS[*label]),
            Op::Push { label, choices, must_be_invoked, now } => Act::Push {
                label: HOST_LABELS[*label],
                choices: choices.clone(),
                must_be_invoked: *must_be_invoked,
                now: *now,
            },
            Op::BeginTurn(means) => Act::BeginTurn(*means),
            Op::EndTurn(end) => Act::EndTurn(*end),
            Op::Invoke(tool) => Act::Invoke(TOOLS[*tool]),
            Op::ModelClaim(action) => Act::ModelClaim(*action),
            Op::Claim(pick, action) => Act::Claim(newest(pick)?, *action),
            Op::Standing(action) => Act::Standing(self.fresh_id(), *action),
            Op::BeginApply(pick) => Act::BeginApply(claim(pick)?),
            Op::Settle(pick, end) => Act::Settle(claim(pick)?, end.clone()),
            Op::Release(pick) => Act::Release(self.releasable(claim(pick)?)?),
            Op::Detach(pick) => Act::Detach(claim(pick)?),
            Op::Withdraw(pick) => Act::Withdraw(newest(pick)?),
            Op::RemoveByLabel(label) => Act::RemoveByLabel(ACTION_LABELS[*label]),
            Op::Clear => Act::Clear,
            Op::LastServed => Act::LastServed,
            Op::Notice => {
                self.next_notice += 1;
                Act::Notice(self.next_notice)
            }
        })
    }

    /// A session releases only what has not begun.
    fn releasable(&self, id: ActionId) -> Option<ActionId> {
        let state = self.machine.claimed_state(self.claim(id));
        (state == Some(ActionState::Verifying)).then_some(id)
    }

    /// The live claim of an action.
    pub(crate) fn claim(&self, id: ActionId) -> Claim {
        let found = self.live.iter().find(|claim| claim.id == id);
        *found.expect("only claimed actions are chosen")
    }

    fn claim_is_over(&mut self, id: ActionId) {
        self.live.retain(|claim| claim.id != id);
    }

    pub(crate) fn perform(&mut self, act: &Act) -> Seen {
        match act {
            Act::Stage(id, label) => self.stage(*id, label),
            Act::Push { label, choices, must_be_invoked, now } => {
                let host = HostDirective::sequence(*label, choices.clone(), *label);
                let host = host.expect("there is a choice at least");
                let host = if *must_be_invoked { host.must_be_invoked() } else { host };
                self.machine.push_directive(host, *now);
                Seen::Nothing
            }
            Act::BeginTurn(means) => self.begin_turn(*means),
            Act::EndTurn(end) => {
                let ended = self.turn.take().is_some_and(|turn| self.machine.end_turn(turn, *end));
                Seen::Flag(ended)
            }
            Act::Invoke(tool) => Seen::Flag(self.machine.invoke_host_directive(tool)),
            Act::ModelClaim(action) => {
                let claimed = self.machine.candidate();
                let claimed = claimed.and_then(|id| self.machine.claim_for_model(id, *action));
                self.claimed(claimed)
            }
            Act::Claim(id, action) => {
                let claimed = self.machine.claim(*id, *action);
                self.claimed(claimed)
            }
            Act::Standing(id, action) => {
                let standing = NewAction::new("standing", "standing", *id);
                let claim = self.machine.claim_standing(*id, standing, *action);
                self.claimed(Ok(claim))
            }
            Act::BeginApply(id) => Seen::Flag(self.machine.begin_apply(self.claim(*id))),
            Act::Settle(id, end) => {
                let claim = self.claim(*id);
                self.claim_is_over(*id);
                self.over.push(claim);
                let settled = self.machine.settle(claim, end.clone(), Some(7));
                Seen::Settled(settled.map(|settled| {
                    self.given_back.extend(settled.payload);
                    (settled.state, settled.detached)
                }))
            }
            Act::Release(id) => {
                let claim = self.claim(*id);
                self.claim_is_over(*id);
                self.over.push(claim);
                self.machine.release(claim);
                Seen::Nothing
            }
            Act::Detach(id) => Seen::Flag(self.machine.detach(self.claim(*id))),
            Act::Withdraw(id) => Seen::Flag(self.machine.withdraw(*id)),
            Act::RemoveByLabel(label) => Seen::Count(self.machine.remove_by_label(label)),
            Act::Clear => Seen::Count(self.machine.clear()),
            Act::LastServed => {
                let label = self.machine.consume_last_served_label();
                Seen::Label(label.map(|label| label.to_string()))
            }
            Act::Notice(notice) => {
                self.machine.push_notice(*notice);
                Seen::Nothing
            }
        }
    }

    fn stage(&mut self, id: ActionId, label: &str) -> Seen {
        let directive_label = self.label(id, label);
        let action = NewAction::new(format!("action {id}"), directive_label, id);
        self.machine.stage(id, action);
        self.ids.push(id);
        Seen::Nothing
    }

    fn begin_turn(&mut self, means: Means) -> Seen {
        let began = match self.machine.begin_turn(means.capability()) {
            Ok(began) => began,
            Err(TurnError::CannotForce { label, .. }) => {
                return Seen::CannotForce(label.to_string());
            }
            Err(_) => return Seen::Began(None),
        };
        self.turn = Some(began.id);
        let serving = match began.served {
            Served::Nothing => Serving::Nothing,
            Served::Action(id) => Serving::Action(id),
            Served::Host { choice, hooks } => Serving::Host(choice, hooks),
            other => panic!("the model knows nothing of {other:?}"),
        };
        Seen::Began(Some((serving, began.forcing, began.notices)))
    }

    fn claimed(&mut self, claimed: Result<Claim, ClaimError>) -> Seen {
        self.live.extend(claimed.as_ref().ok().copied());
        Seen::Claimed(claimed.map(|claim| claim.id))
    }
}
