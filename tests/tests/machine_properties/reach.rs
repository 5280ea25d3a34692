//! The invariants that are about turns, the queue, and what a `resolve` call reaches.

use std::collections::HashSet;

use proptest::prelude::*;
use resolve_runtime::machine::{ClaimError, End, Machine, NewAction, Served, TurnEnd};
use resolve_runtime::{Action, ActionId, ActionState, ForcingCapability, ToolChoice};

use crate::config;
use crate::ops::{Act, Means, Op, caps, ops};
use crate::rig::{Load, Rig, Seen, Serving};

fn perform(rig: &mut Rig, op: &Op) -> Option<(Act, Seen)> {
    let act = rig.choose(op)?;
    let seen = rig.perform(&act);
    Some((act, seen))
}

/// The pending actions, newest first.
fn pending(rig: &Rig) -> Vec<ActionId> {
    let actions = rig.snapshot().actions;
    let pending = actions.iter().filter(|action| action.1 == ActionState::Pending);
    pending.map(|action| action.0).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn nothing_is_forced_that_cannot_be_resolved(ops in ops(), cap in caps()) {
        let mut rig = Rig::with_unique_labels(cap);
        for op in &ops {
            let Some((_, seen)) = perform(&mut rig, op) else { continue };
            let now = rig.snapshot();
            let mut forced: Vec<&String> = now.waiting.iter().filter(|l| l.len() == 36).collect();
            for label in &forced {
                let id = label.parse::<ActionId>().unwrap();
                let found = now.actions.iter().find(|action| action.0 == id);
                prop_assert!(matches!(found, Some((_, ActionState::Pending, _, false))));
            }
            let directives = forced.len();
            forced.sort_unstable();
            forced.dedup();
            prop_assert_eq!(forced.len(), directives, "one directive an action");
            if let Seen::Began(Some((Serving::Action(id), ..))) = seen {
                prop_assert_eq!(now.candidate, Ok(id), "what is forced is what is reached");
                prop_assert!(!now.waiting.contains(&id.to_string()), "served once");
            }
        }
    }

    #[test]
    fn nothing_pending_is_out_of_reach(ops in ops(), cap in 1..4u32) {
        let mut rig = Rig::with_unique_labels(cap);
        for op in &ops {
            let Some((_, seen)) = perform(&mut rig, op) else { continue };
            if let Seen::Began(Some((Serving::Action(_), ..))) = seen {
                // Only an open turn may hold a directive that is not waiting.
                continue;
            }
            if rig.turn.is_none() {
                let now = rig.snapshot();
                for (id, state, _, parked) in &now.actions {
                    let waits = now.waiting.contains(&id.to_string());
                    let must = *state == ActionState::Pending && !parked;
                    prop_assert_eq!(waits, must, "{:?} {:?}", id, state);
                }
            }
        }
        // The model's calls alone reach all of them, the newest first, parked ones too.
        rig.perform(&Act::EndTurn(TurnEnd::Aborted { requeue: false }));
        for id in pending(&rig) {
            prop_assert_eq!(
                rig.perform(&Act::ModelClaim(Action::Discard)),
                Seen::Claimed(Ok(id))
            );
        }
    }

    #[test]
    fn every_pending_action_is_forced_until_it_is_parked(ops in ops(), cap in 1..4u32) {
        let mut rig = Rig::new(cap);
        for op in &ops {
            perform(&mut rig, op);
        }
        rig.perform(&Act::EndTurn(TurnEnd::Finished));
        let mut left: HashSet<ActionId> = rig.snapshot().actions.iter()
            .filter(|(_, state, _, parked)| *state == ActionState::Pending && !parked)
            .map(|action| action.0)
            .collect();
        while let Seen::Began(Some((serving, ..))) = rig.perform(&Act::BeginTurn(Means::Named)) {
            match serving {
                Serving::Nothing => break,
                Serving::Action(id) => {
                    prop_assert!(left.remove(&id), "forced without being pending");
                    prop_assert_eq!(
                        rig.perform(&Act::ModelClaim(Action::Discard)),
                        Seen::Claimed(Ok(id))
                    );
                    rig.perform(&Act::Settle(id, End::Discarded));
                }
                Serving::Host(..) => {}
            }
            rig.perform(&Act::EndTurn(TurnEnd::Finished));
        }
        prop_assert!(left.is_empty(), "never forced: {left:?}");
    }

    #[test]
    fn an_action_staged_in_this_turn_is_never_reached_in_it(ops in ops(), cap in caps()) {
        let mut rig = Rig::new(cap);
        let mut unseen: Vec<ActionId> = Vec::new();
        for op in &ops {
            let Some((act, seen)) = perform(&mut rig, op) else { continue };
            match (act, seen) {
                (Act::Stage(id, _), _) if rig.turn.is_some() => unseen.push(id),
                (Act::EndTurn(_), Seen::Flag(true)) => unseen.clear(),
                _ => {}
            }
            if let Ok(candidate) = rig.machine.candidate() {
                prop_assert!(!unseen.contains(&candidate));
            }
        }
    }

    #[test]
    fn one_turn_resolves_at_most_one_action(ops in ops(), cap in caps()) {
        let mut rig = Rig::new(cap);
        let mut reached: Option<ActionId> = None;
        for op in &ops {
            let Some((act, seen)) = perform(&mut rig, op) else { continue };
            match (act, seen) {
                (Act::EndTurn(_), _) => reached = None,
                (Act::ModelClaim(_), Seen::Claimed(Ok(id))) if rig.turn.is_some() => {
                    prop_assert_eq!(reached.replace(id), None);
                }
                (Act::Release(id), _) if reached == Some(id) => reached = None,
                _ => {}
            }
            if reached.is_some() {
                prop_assert!(rig.machine.candidate().is_err());
            }
        }
    }

    #[test]
    fn a_directive_is_parked_at_the_cap_and_aborted_turns_do_not_count(
        cap in 1..6u32,
        // Aborted, ignored, or its apply fails.
        turns in prop::collection::vec(0..3u8, 1..24),
    ) {
        let mut machine: Machine<Load> = Machine::new(cap, 8);
        let id = ActionId::from_parts(1, 0);
        machine.stage(id, NewAction::new("A: b", "pending-action:a", id));
        let mut in_vain = 0;
        for turn in turns {
            let began = machine.begin_turn(ForcingCapability::default()).unwrap();
            let served = matches!(began.served, Served::Action(served) if served == id);
            prop_assert_eq!(served, in_vain < cap, "served {} times in vain of {}", in_vain, cap);
            // A parked action is still within the model's reach.
            prop_assert_eq!(machine.candidate(), Ok(id));
            let end = match turn {
                0 => TurnEnd::Aborted { requeue: false },
                1 => TurnEnd::Finished,
                _ => {
                    let claim = machine.claim_for_model(id, Action::Apply).unwrap();
                    prop_assert!(machine.begin_apply(claim));
                    machine.settle(claim, End::Failed("no".into()), None).unwrap();
                    TurnEnd::Finished
                }
            };
            machine.end_turn(began.id, end);
            in_vain += u32::from(served && turn != 0);
            let entry = machine.action(id).unwrap();
            prop_assert_eq!((entry.attempts, entry.parked), (in_vain, in_vain == cap));
            let waiting = usize::from(in_vain < cap);
            prop_assert_eq!(machine.waiting_labels().len(), waiting);
        }
    }

    #[test]
    fn every_notice_is_told_once_in_turns_that_were_not_aborted(ops in ops(), cap in caps()) {
        let mut rig = Rig::new(cap);
        let (mut given, mut told, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for op in &ops {
            let Some((act, seen)) = perform(&mut rig, op) else { continue };
            match (act, seen) {
                (Act::Notice(notice), _) => given.push(notice),
                (Act::BeginTurn(_), Seen::Began(Some((.., notices)))) => open = notices,
                (Act::EndTurn(TurnEnd::Aborted { .. }), _) => open.clear(),
                (Act::EndTurn(_), _) => told.append(&mut open),
                _ => {}
            }
        }
        // What the last turn told comes back with it, if it is still open.
        rig.perform(&Act::EndTurn(TurnEnd::Aborted { requeue: false }));
        if let Seen::Began(Some((.., mut notices))) = rig.perform(&Act::BeginTurn(Means::Named)) {
            told.append(&mut notices);
        }
        prop_assert_eq!(told, given);
    }

    #[test]
    fn a_choice_is_served_to_one_model_call_only(
        choices in prop::collection::vec(0..3u8, 1..5),
        aborted in prop::collection::vec(any::<bool>(), 12),
    ) {
        let choice = |n: &u8| ToolChoice::tool(format!("tool-{n}"));
        let choices: Vec<ToolChoice> = choices.iter().map(choice).collect();
        let mut rig = Rig::new(8);
        let push = Act::Push {
            label: "host-0",
            choices: choices.clone(),
            must_be_invoked: false,
            now: false,
        };
        rig.perform(&push);
        let mut served = Vec::new();
        for aborted in aborted {
            let Seen::Began(Some((serving, ..))) = rig.perform(&Act::BeginTurn(Means::Named)) else { unreachable!() };
            if aborted {
                rig.perform(&Act::EndTurn(TurnEnd::Aborted { requeue: true }));
                continue;
            }
            if let Serving::Host(choice, _) = serving {
                served.push(choice);
            }
            rig.perform(&Act::EndTurn(TurnEnd::Finished));
        }
        let len = served.len();
        prop_assert_eq!(&served[..], &choices[..len], "each once, in order, whatever was aborted");
    }
}

proptest! {
    #![proptest_config(config())]

    /// What is not known, not claimed or claimed by somebody else meanwhile is left alone.
    #[test]
    fn where_a_rule_cannot_be_evaluated_it_fails_closed(ops in ops(), cap in caps()) {
        let mut rig = Rig::new(cap);
        let unknown = ActionId::from_parts(0xffff, 1);
        for op in &ops {
            perform(&mut rig, op);
            let before = rig.snapshot();
            prop_assert_eq!(rig.machine.claim(unknown, Action::Apply), Err(ClaimError::Unknown));
            prop_assert!(!rig.machine.withdraw(unknown));
            for claim in rig.over.clone() {
                prop_assert!(!rig.machine.begin_apply(claim), "an old claim begins nothing");
                prop_assert!(!rig.machine.detach(claim), "an old claim detaches nobody");
                prop_assert!(rig.machine.settle(claim, End::Applied, None).is_none());
                rig.machine.release(claim);
                prop_assert_eq!(rig.snapshot(), before.clone(), "an old claim changes nothing");
            }
        }
    }
}
