//! The contract once more, as naively as it can be written: a list of actions and a list of
//! directives, searched from end to end.

use resolve_runtime::machine::ClaimError;
use resolve_runtime::{Action, ActionId, ActionState, ToolChoice};

use self::turns::state_claimed_for;
use crate::ops::Act;
use crate::rig::Seen;

mod ends;
mod turns;

#[derive(Debug, Clone, Copy, PartialEq)]
enum ClaimedFrom {
    Queue,
    Flight(u32),
    Parked,
}

#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "naive on purpose: each flag is a rule of its own"
)]
struct Item {
    id: ActionId,
    directive_label: &'static str,
    state: ActionState,
    attempts: u32,
    parked: bool,
    withdrawn: bool,
    detached: bool,
    standing: bool,
    /// Staged in the open turn.
    unseen: bool,
    claimed_from: ClaimedFrom,
    /// The turn whose `resolve` call claimed it.
    claimed_in: Option<u32>,
}

#[derive(Debug, Clone)]
struct Host {
    label: &'static str,
    choices: Vec<ToolChoice>,
    must_be_invoked: bool,
    attempts: u32,
}

#[derive(Debug, Clone)]
enum Directive {
    Host(Host),
    Action(ActionId),
    /// The place of an action that is claimed: where its directive comes back on release.
    Gap(ActionId),
}

#[derive(Debug, Clone)]
struct Turn {
    number: u32,
    flight: Option<Directive>,
    serves: Option<ActionId>,
    serves_label: &'static str,
    resolved: bool,
    invoked: bool,
    told: Vec<u32>,
}

#[derive(Debug, Default)]
pub(crate) struct Model {
    cap: u32,
    items: Vec<Item>,
    queue: Vec<Directive>,
    ended: Vec<(ActionId, ActionState)>,
    turns: u32,
    turn: Option<Turn>,
    notices: Vec<u32>,
    last_served: Option<&'static str>,
}

fn claimed(state: ActionState) -> bool {
    [ActionState::Verifying, ActionState::Applying, ActionState::Discarding].contains(&state)
}

impl Model {
    pub(crate) fn new(cap: u32) -> Self {
        Self { cap, ..Self::default() }
    }

    fn item(&mut self, id: ActionId) -> &mut Item {
        let found = self.items.iter_mut().find(|item| item.id == id);
        found.expect("the caller has looked")
    }

    pub(crate) fn perform(&mut self, act: &Act) -> Seen {
        match act {
            Act::Stage(id, label) => {
                let unseen = self.turn.is_some();
                self.items.push(Item::new(*id, label, unseen));
                self.queue.insert(0, Directive::Action(*id));
            }
            Act::Push { label, choices, must_be_invoked, now } => {
                let at = if *now { 0 } else { self.queue.len() };
                let host = Host {
                    label,
                    choices: choices.clone(),
                    must_be_invoked: *must_be_invoked,
                    attempts: 0,
                };
                self.queue.insert(at, Directive::Host(host));
            }
            Act::BeginTurn(means) => return self.begin_turn(*means),
            Act::EndTurn(end) => return Seen::Flag(self.end_turn(*end)),
            Act::Invoke(tool) => return Seen::Flag(self.invoke(tool)),
            Act::ModelClaim(action) => {
                let claimed = self.candidate().and_then(|id| self.claim(id, *action));
                if let (Ok(id), Some(turn)) = (&claimed, &mut self.turn) {
                    turn.resolved = true;
                    turn.invoked |= turn.serves == Some(*id);
                    let number = turn.number;
                    self.item(*id).claimed_in = Some(number);
                }
                return Seen::Claimed(claimed);
            }
            Act::Claim(id, action) => return Seen::Claimed(self.claim(*id, *action)),
            Act::Standing(id, action) => {
                let mut item = Item::new(*id, "standing", false);
                item.standing = true;
                item.state = state_claimed_for(*action);
                self.items.push(item);
                return Seen::Claimed(Ok(*id));
            }
            Act::BeginApply(id) => {
                let item = self.item(*id);
                let begins = item.state == ActionState::Verifying && !item.withdrawn;
                if begins {
                    item.state = ActionState::Applying;
                }
                return Seen::Flag(begins);
            }
            Act::Settle(id, end) => return Seen::Settled(Some(self.settle(*id, end))),
            Act::Release(id) => self.release(*id),
            Act::Detach(id) => {
                self.item(*id).detached = true;
                return Seen::Flag(true);
            }
            Act::Withdraw(id) => return Seen::Flag(self.withdraw(*id)),
            Act::RemoveByLabel(label) => return Seen::Count(self.remove(|other| other == *label)),
            Act::Clear => return Seen::Count(self.remove(|_| true)),
            Act::LastServed => {
                return Seen::Label(self.last_served.take().map(ToOwned::to_owned));
            }
            Act::Notice(notice) => self.notices.push(*notice),
        }
        Seen::Nothing
    }

    fn candidate(&self) -> Result<ActionId, ClaimError> {
        if self.turn.as_ref().is_some_and(|turn| turn.resolved) {
            return Err(ClaimError::TurnUsed);
        }
        if let Some(served) = self.turn.as_ref().and_then(|turn| turn.serves) {
            // The model was asked about this one: no other is reached while it is not withdrawn.
            match self.items.iter().find(|item| item.id == served) {
                Some(item) if item.withdrawn => {}
                Some(item) if item.state == ActionState::Pending => return Ok(served),
                Some(item) => return Err(item.still_running()),
                None => match self.ended.iter().find(|(id, _)| *id == served) {
                    Some((_, ActionState::Withdrawn)) | None => {}
                    Some((_, state)) => return Err(ClaimError::Over(*state)),
                },
            }
        }
        let newest_seen =
            self.items.iter().rfind(|item| item.state == ActionState::Pending && !item.unseen);
        let newest_running = self
            .items
            .iter()
            .rfind(|item| claimed(item.state) && !item.withdrawn && !item.standing);
        match newest_seen {
            Some(item) => Ok(item.id),
            None => Err(newest_running.map_or(ClaimError::NothingPending, Item::still_running)),
        }
    }

    fn claim(&mut self, id: ActionId, action: Action) -> Result<ActionId, ClaimError> {
        let Some(item) = self.items.iter().find(|item| item.id == id) else {
            let ended = self.ended.iter().find(|(ended, _)| *ended == id);
            return Err(ended.map_or(ClaimError::Unknown, |(_, state)| ClaimError::Over(*state)));
        };
        if item.withdrawn {
            return Err(ClaimError::Over(ActionState::Withdrawn));
        }
        if item.state != ActionState::Pending {
            return Err(item.still_running());
        }
        let waiting = self
            .queue
            .iter_mut()
            .find(|directive| matches!(directive, Directive::Action(of) if *of == id));
        let from = if let Some(waiting) = waiting {
            *waiting = Directive::Gap(id);
            ClaimedFrom::Queue
        } else if item.parked {
            ClaimedFrom::Parked
        } else {
            let turn = self.turn.as_mut().expect("what is not waiting is in flight");
            turn.flight = None;
            ClaimedFrom::Flight(turn.number)
        };
        let item = self.item(id);
        item.claimed_from = from;
        item.claimed_in = None;
        item.detached = false;
        item.state = state_claimed_for(action);
        Ok(id)
    }
}
