//! How the model's claims and actions end.

use resolve_runtime::machine::End;
use resolve_runtime::{ActionId, ActionState};

use super::{ClaimedFrom, Directive, Model, claimed};

impl Model {
    pub(super) fn release(&mut self, id: ActionId) {
        let item = self.item(id);
        item.state = ActionState::Pending;
        let (from, by) = (item.claimed_from, item.claimed_in);
        if item.standing {
            return self.items.retain(|item| item.id != id);
        }
        if item.withdrawn {
            return self.over(id, ActionState::Withdrawn);
        }
        if let Some(turn) = &mut self.turn
            && by == Some(turn.number)
        {
            turn.resolved = false;
            turn.invoked &= turn.serves != Some(id);
        }
        match (from, &mut self.turn) {
            (ClaimedFrom::Queue, _) => {
                for directive in &mut self.queue {
                    if matches!(directive, Directive::Gap(of) if *of == id) {
                        *directive = Directive::Action(id);
                    }
                }
            }
            (ClaimedFrom::Flight(number), Some(turn)) if turn.number == number => {
                turn.flight = Some(Directive::Action(id));
            }
            (ClaimedFrom::Flight(_), _) => self.force(id),
            (ClaimedFrom::Parked, _) => {}
        }
    }

    pub(super) fn settle(&mut self, id: ActionId, end: &End) -> (ActionState, bool) {
        let state = match end {
            End::Applied => ActionState::Applied,
            End::Failed(_) => ActionState::Pending,
            End::Stale(_) => ActionState::Stale,
            End::Discarded => ActionState::Discarded,
            End::Interrupted => ActionState::Interrupted,
            other => panic!("the model knows nothing of {other:?}"),
        };
        let item = self.item(id);
        let detached = item.detached;
        if item.standing {
            self.items.retain(|item| item.id != id);
            return (state, detached);
        }
        if item.withdrawn {
            self.over(id, ActionState::Withdrawn);
            return (ActionState::Withdrawn, detached);
        }
        if state == ActionState::Pending {
            item.state = state;
            item.attempts += u32::from(matches!(item.claimed_from, ClaimedFrom::Flight(_)));
            let parked = item.parked;
            self.forget_directive(id);
            if !parked {
                self.force(id);
            }
        } else {
            self.over(id, state);
        }
        (state, detached)
    }

    fn over(&mut self, id: ActionId, state: ActionState) {
        self.forget_directive(id);
        self.items.retain(|item| item.id != id);
        self.ended.push((id, state));
        self.ended.sort_by_key(|(id, _)| *id);
    }

    fn forget_directive(&mut self, id: ActionId) {
        let about = |directive: &Directive| match directive {
            Directive::Action(of) | Directive::Gap(of) => *of == id,
            Directive::Host(_) => false,
        };
        self.queue.retain(|directive| !about(directive));
        if let Some(turn) = &mut self.turn
            && turn.flight.as_ref().is_some_and(about)
        {
            turn.flight = None;
        }
    }

    pub(super) fn force(&mut self, id: ActionId) {
        let cap = self.cap;
        let item = self.item(id);
        if item.attempts >= cap {
            item.parked = true;
        } else {
            self.queue.insert(0, Directive::Action(id));
        }
    }

    pub(super) fn withdraw(&mut self, id: ActionId) -> bool {
        let Some(item) = self.items.iter_mut().find(|item| item.id == id) else {
            return false;
        };
        if item.withdrawn || item.standing {
            return false;
        }
        if claimed(item.state) {
            item.withdrawn = true;
            self.forget_directive(id);
        } else {
            self.over(id, ActionState::Withdrawn);
        }
        true
    }
}
