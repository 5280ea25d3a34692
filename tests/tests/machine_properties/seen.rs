//! What can be seen of the machine.

use resolve_runtime::machine::ClaimError;
use resolve_runtime::{ActionId, ActionState, Forcing, ToolChoice};

use super::Rig;

/// What a turn serves.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Serving {
    Nothing,
    Action(ActionId),
    Host(ToolChoice, &'static str),
}

/// What an operation answers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Seen {
    Nothing,
    Flag(bool),
    Count(usize),
    Label(Option<String>),
    Began(Option<(Serving, Forcing, Vec<u32>)>),
    /// The label of the host's directive that is in the way.
    CannotForce(String),
    Claimed(Result<ActionId, ClaimError>),
    Settled(Option<(ActionState, bool)>),
}

/// Everything that can be seen between two operations.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Snapshot {
    pub(crate) waiting: Vec<String>,
    /// Id, state, attempts, parked; newest first.
    pub(crate) actions: Vec<(ActionId, ActionState, u32, bool)>,
    pub(crate) candidate: Result<ActionId, ClaimError>,
    pub(crate) ended: Vec<(ActionId, ActionState)>,
    pub(crate) settled: bool,
    pub(crate) turn_open: bool,
    pub(crate) host_directive_ignored: bool,
}

impl Snapshot {
    pub(crate) fn state(&self, id: ActionId) -> Option<ActionState> {
        let running = self.actions.iter().find(|action| action.0 == id);
        let ended = self.ended.iter().find(|(ended, _)| *ended == id);
        running.map(|a| a.1).or(ended.map(|e| e.1))
    }
}

impl Rig {
    pub(crate) fn snapshot(&self) -> Snapshot {
        let machine = &self.machine;
        let labels = machine.waiting_labels();
        let actions = machine.actions();
        Snapshot {
            waiting: labels.iter().map(ToString::to_string).collect(),
            actions: actions
                .iter()
                .map(|entry| (entry.id, entry.state, entry.attempts, entry.parked))
                .collect(),
            candidate: machine.candidate(),
            ended: self
                .ids
                .iter()
                .filter_map(|id| machine.ended(*id).map(|(state, _)| (*id, state)))
                .collect(),
            settled: machine.is_settled(),
            turn_open: machine.open_turn().is_some(),
            host_directive_ignored: machine.host_directive_ignored(),
        }
    }
}
