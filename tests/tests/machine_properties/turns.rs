//! The model's turns, and what can be seen of the model.

use resolve_runtime::machine::{ClaimError, TurnEnd};
use resolve_runtime::{Action, ActionId, ActionState, Forcing, ToolChoice};

use super::{ClaimedFrom, Directive, Host, Item, Model, Turn, claimed};
use crate::ops::Means;
use crate::rig::{Seen, Serving, Snapshot};

pub(super) fn state_claimed_for(action: Action) -> ActionState {
    match action {
        Action::Apply => ActionState::Verifying,
        Action::Discard => ActionState::Discarding,
    }
}

/// How a turn resolves an action that so many turns served in vain.
fn forcing(means: Means, attempts: u32) -> Forcing {
    match means {
        Means::NamedAfter(turns) if attempts < turns => Forcing::Soft,
        Means::Named | Means::NamedAfter(_) => Forcing::Named,
        Means::Narrowed => Forcing::Narrowed,
        Means::Envelope => Forcing::Envelope,
        Means::Soft => Forcing::Soft,
        Means::Omitted => Forcing::Omitted,
    }
}

/// How a turn makes a choice of the host's; none if the model does not honour it.
fn host_forcing(means: Means, choice: &ToolChoice) -> Option<Forcing> {
    match (choice, means) {
        (ToolChoice::Auto | ToolChoice::None, _) => Some(forcing(means, 0)),
        (ToolChoice::Required, Means::Envelope) | (_, Means::Soft | Means::Omitted) => None,
        // The host has decided already: nobody is asked first.
        _ => Some(forcing(means, u32::MAX)),
    }
}

impl Item {
    pub(super) fn new(id: ActionId, directive_label: &'static str, unseen: bool) -> Self {
        Self {
            id,
            directive_label,
            state: ActionState::Pending,
            attempts: 0,
            parked: false,
            withdrawn: false,
            detached: false,
            standing: false,
            unseen,
            claimed_from: ClaimedFrom::Queue,
            claimed_in: None,
        }
    }

    pub(super) fn still_running(&self) -> ClaimError {
        ClaimError::StillRunning { label: format!("action {}", self.id).into(), state: self.state }
    }
}

impl Model {
    pub(super) fn begin_turn(&mut self, means: Means) -> Seen {
        if self.turn.is_some() {
            return Seen::Began(None);
        }
        let gap = |directive: &Directive| matches!(directive, Directive::Gap(_));
        let head = self.queue.iter().position(|directive| !gap(directive));
        let forcing = match head.map(|head| &self.queue[head]) {
            Some(Directive::Host(host)) => match host_forcing(means, &host.choices[0]) {
                Some(forcing) => forcing,
                None => return Seen::CannotForce(host.label.to_owned()),
            },
            Some(Directive::Action(id)) => {
                let item = self.items.iter().find(|item| item.id == *id);
                forcing(means, item.expect("it is pending").attempts)
            }
            _ => forcing(means, 0),
        };
        self.turns += 1;
        let mut turn = Turn {
            number: self.turns,
            flight: None,
            serves: None,
            serves_label: "",
            resolved: false,
            invoked: false,
            told: std::mem::take(&mut self.notices),
        };
        let mut serving = Serving::Nothing;
        if let Some(head) = head {
            let served = self.take(head);
            match &served {
                Directive::Action(id) => {
                    serving = Serving::Action(*id);
                    turn.serves = Some(*id);
                    turn.serves_label = self.item(*id).directive_label;
                }
                Directive::Host(host) => {
                    serving = Serving::Host(host.choices[0].clone(), host.label);
                }
                Directive::Gap(_) => unreachable!("gaps are not served"),
            }
            turn.flight = Some(served);
        }
        let told = turn.told.clone();
        self.turn = Some(turn);
        Seen::Began(Some((serving, forcing, told)))
    }

    /// What a turn gets from the queue; a directive with more choices stays for the others.
    fn take(&mut self, head: usize) -> Directive {
        if let Directive::Host(host) = &mut self.queue[head]
            && host.choices.len() > 1
        {
            let choice = host.choices.remove(0);
            return Directive::Host(Host { choices: vec![choice], ..host.clone() });
        }
        self.queue.remove(head)
    }

    pub(super) fn invoke(&mut self, tool: &str) -> bool {
        let Some(turn) = &mut self.turn else {
            return false;
        };
        let Some(Directive::Host(host)) = &turn.flight else {
            return false;
        };
        let first = !turn.invoked && host.choices[0].forced_tool() == Some(tool);
        turn.invoked |= first;
        first
    }

    pub(super) fn end_turn(&mut self, end: TurnEnd) -> bool {
        let Some(turn) = self.turn.take() else {
            return false;
        };
        let aborted = matches!(end, TurnEnd::Aborted { .. });
        if turn.serves.is_some() && turn.invoked && end == TurnEnd::Finished {
            self.last_served = Some(turn.serves_label);
        }
        match turn.flight {
            Some(Directive::Action(id)) => {
                self.item(id).attempts += u32::from(!aborted);
                self.force(id);
            }
            Some(Directive::Host(host)) => self.end_host(host, end),
            _ => {}
        }
        for item in &mut self.items {
            item.unseen = false;
        }
        if aborted {
            self.notices.splice(0..0, turn.told);
        }
        true
    }

    fn end_host(&mut self, mut host: Host, end: TurnEnd) {
        let again = match end {
            TurnEnd::Finished => {
                self.last_served = Some(host.label);
                false
            }
            TurnEnd::Ignored { requeue } => {
                host.attempts += 1;
                requeue && host.attempts < self.cap
            }
            TurnEnd::Aborted { requeue } => requeue,
            other => panic!("the model knows nothing of {other:?}"),
        };
        if again {
            self.queue.insert(0, Directive::Host(host));
        }
    }

    pub(super) fn remove(&mut self, matches: impl Fn(&str) -> bool) -> usize {
        let doomed: Vec<ActionId> = self
            .items
            .iter()
            .filter(|item| !item.standing && !item.withdrawn && matches(item.directive_label))
            .map(|item| item.id)
            .collect();
        for id in &doomed {
            self.withdraw(*id);
        }
        let doomed_host = |directive: &Directive| match directive {
            Directive::Host(host) => matches(host.label),
            _ => false,
        };
        let before = self.queue.len();
        self.queue.retain(|directive| !doomed_host(directive));
        let mut removed = doomed.len() + before - self.queue.len();
        if let Some(turn) = &mut self.turn
            && turn.flight.as_ref().is_some_and(doomed_host)
        {
            turn.flight = None;
            removed += 1;
        }
        removed
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        let label = |directive: &Directive| match directive {
            Directive::Host(host) => Some(host.label.to_owned()),
            Directive::Gap(_) => None,
            Directive::Action(id) => {
                let item = self.items.iter().find(|item| item.id == *id);
                Some(item.expect("it is pending").directive_label.to_owned())
            }
        };
        let view = |item: &Item| (item.id, item.state, item.attempts, item.parked);
        let ignored = |turn: &Turn| match &turn.flight {
            Some(Directive::Host(host)) => host.must_be_invoked && !turn.invoked,
            _ => false,
        };
        let listed = self.items.iter().filter(|item| !item.standing && !item.withdrawn);
        Snapshot {
            waiting: self.queue.iter().filter_map(label).collect(),
            actions: listed.rev().map(view).collect(),
            candidate: self.candidate(),
            ended: self.ended.clone(),
            settled: !self.items.iter().any(|item| claimed(item.state)),
            turn_open: self.turn.is_some(),
            host_directive_ignored: self.turn.as_ref().is_some_and(ignored),
        }
    }
}
