//! The invariants that are about one action.

use std::collections::HashMap;

use proptest::prelude::*;
use resolve_runtime::machine::{ClaimError, End};
use resolve_runtime::{Action, ActionId, ActionState};

use crate::config;
use crate::ops::{Act, Op, caps, ops};
use crate::rig::{Rig, Seen};

/// Performs the operations, with a look before and after each.
fn run(
    rig: &mut Rig,
    ops: &[Op],
    mut check: impl FnMut(&mut Rig, &Act, &Seen) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    for op in ops {
        if let Some(act) = rig.choose(op) {
            let seen = rig.perform(&act);
            check(rig, &act, &seen)?;
        }
    }
    Ok(())
}

/// The action that an operation names.
fn subject(act: &Act, seen: &Seen) -> Option<ActionId> {
    match (act, seen) {
        (Act::ModelClaim(_), Seen::Claimed(Ok(id)))
        | (
            Act::Claim(id, _)
            | Act::BeginApply(id)
            | Act::Settle(id, _)
            | Act::Release(id)
            | Act::Detach(id)
            | Act::Withdraw(id),
            _,
        ) => Some(*id),
        _ => None,
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn an_action_is_applied_to_success_at_most_once(ops in ops(), cap in caps()) {
        let mut successes: HashMap<ActionId, u32> = HashMap::new();
        run(&mut Rig::new(cap), &ops, |rig, act, seen| {
            let Act::Settle(id, End::Applied) = act else { return Ok(()) };
            // The same outcome once more, and another decision.
            let claim = *rig.over.last().expect("it was settled");
            let again = rig.machine.settle(claim, End::Applied, None);
            let claimed = rig.machine.claim(*id, Action::Apply);
            prop_assert!(claimed.is_err(), "{claimed:?}");
            let settled = u32::from(matches!(seen, Seen::Settled(Some(_))));
            let count = successes.entry(*id).or_default();
            *count += settled + u32::from(again.is_some());
            prop_assert_eq!(*count, 1);
            Ok(())
        })?;
    }

    #[test]
    fn terminal_states_are_final(ops in ops(), cap in caps()) {
        let mut ended: HashMap<ActionId, ActionState> = HashMap::new();
        run(&mut Rig::new(cap), &ops, |rig, _, _| {
            let now = rig.snapshot();
            for (id, state) in &now.ended {
                let first = *ended.entry(*id).or_insert(*state);
                prop_assert!(first.is_final());
                prop_assert_eq!(*state, first);
                prop_assert!(rig.machine.action(*id).is_none());
                prop_assert_eq!(rig.machine.claim(*id, Action::Apply), Err(ClaimError::Over(first)));
                prop_assert!(!rig.machine.withdraw(*id));
            }
            prop_assert_eq!(now.ended.len(), ended.len(), "an end is not forgotten");
            Ok(())
        })?;
    }

    #[test]
    fn two_applies_of_one_action_never_overlap(ops in ops(), cap in caps()) {
        let mut applying: Vec<ActionId> = Vec::new();
        run(&mut Rig::new(cap), &ops, |rig, act, seen| {
            match (act, seen) {
                (Act::BeginApply(id), Seen::Flag(true)) => {
                    prop_assert!(!applying.contains(id), "it runs already");
                    applying.push(*id);
                }
                (Act::Settle(id, _), _) => applying.retain(|running| running != id),
                _ => {}
            }
            for claim in rig.live.clone() {
                let other = rig.machine.claim(claim.id, Action::Apply);
                let refused = matches!(
                    other,
                    Err(ClaimError::StillRunning { .. } | ClaimError::Over(ActionState::Withdrawn))
                );
                prop_assert!(refused, "{other:?}");
                prop_assert_ne!(rig.machine.candidate(), Ok(claim.id));
            }
            Ok(())
        })?;
    }

    #[test]
    fn no_effect_before_apply(ops in ops(), cap in caps()) {
        let mut wanted: HashMap<ActionId, Action> = HashMap::new();
        let mut withdrawn: Vec<ActionId> = Vec::new();
        run(&mut Rig::new(cap), &ops, |rig, act, seen| {
            match (act, seen) {
                (Act::ModelClaim(action) | Act::Claim(_, action) | Act::Standing(_, action),
                 Seen::Claimed(Ok(id))) => {
                    let claim = rig.claim(*id);
                    prop_assert_ne!(rig.machine.claimed_state(claim), Some(ActionState::Applying));
                    wanted.insert(*id, *action);
                }
                (Act::BeginApply(id), Seen::Flag(true)) => {
                    prop_assert_eq!(wanted.get(id), Some(&Action::Apply), "a discard writes");
                    prop_assert!(!withdrawn.contains(id), "it was taken back");
                }
                (Act::Settle(id, _) | Act::Release(id), _) => drop(wanted.remove(id)),
                _ => {}
            }
            let is_withdrawn = |id: &&ActionId| {
                let action = rig.machine.action(**id);
                action.is_some_and(|action| action.state == ActionState::Withdrawn)
            };
            withdrawn = rig.ids.iter().filter(is_withdrawn).copied().collect();
            Ok(())
        })?;
    }

    #[test]
    fn an_apply_that_has_begun_is_never_dropped_half_way(ops in ops(), cap in caps()) {
        run(&mut Rig::new(cap), &ops, |rig, _, _| {
            // Whatever happened since: it runs until it is settled, and a shutdown waits for it.
            prop_assert_eq!(rig.machine.is_settled(), rig.live.is_empty());
            for claim in &rig.live {
                let state = rig.machine.claimed_state(*claim);
                prop_assert!(state.is_some_and(|state| !state.is_final()), "{state:?}");
            }
            Ok(())
        })?;
        // Its outcome is recorded after everything was taken away.
        let mut rig = Rig::new(cap);
        run(&mut rig, &ops, |_, _, _| Ok(()))?;
        rig.machine.clear();
        for claim in rig.live.clone() {
            prop_assert!(rig.machine.settle(claim, End::Applied, None).is_some());
        }
        prop_assert!(rig.machine.is_settled());
        prop_assert!(rig.machine.actions().is_empty());
    }

    #[test]
    fn deciding_one_never_decides_another(ops in ops(), cap in caps()) {
        let mut rig = Rig::new(cap);
        let mut before = rig.snapshot();
        run(&mut rig, &ops, |rig, act, seen| {
            let after = rig.snapshot();
            if let Some(subject) = subject(act, seen) {
                for id in rig.ids.iter().filter(|id| **id != subject) {
                    prop_assert_eq!(before.state(*id), after.state(*id), "{:?}", act);
                }
                let others = |of: &crate::rig::Snapshot| {
                    let mut actions = of.actions.clone();
                    actions.retain(|action| action.0 != subject);
                    actions
                };
                prop_assert_eq!(others(&before), others(&after), "{:?}", act);
            }
            before = after;
            Ok(())
        })?;
    }

    #[test]
    fn a_claim_is_detached_by_its_own_caller_only(
        detaches in prop::collection::vec(any::<bool>(), 1..6),
    ) {
        let mut rig = Rig::new(8);
        let id = ActionId::from_parts(1, 0);
        rig.perform(&Act::Stage(id, "pending-action:a"));
        for detach in detaches {
            rig.perform(&Act::Claim(id, Action::Apply));
            if detach {
                rig.perform(&Act::Detach(id));
            }
            let failed = Act::Settle(id, End::Failed("no".into()));
            let settled = Seen::Settled(Some((ActionState::Pending, detach)));
            prop_assert_eq!(rig.perform(&failed), settled);
        }
    }

    #[test]
    fn what_was_shown_is_what_is_applied(ops in ops(), cap in caps()) {
        let mut gone: Vec<ActionId> = Vec::new();
        let mut rig = Rig::new(cap);
        run(&mut rig, &ops, |rig, _, _| {
            for entry in rig.machine.actions() {
                prop_assert_eq!(*entry.payload, entry.id, "an action keeps its plan");
            }
            for claim in &rig.live {
                let payload = rig.machine.action(claim.id).map(|entry| *entry.payload);
                prop_assert_eq!(payload, Some(claim.id), "until its handler has ended");
            }
            gone.extend(rig.machine.take_removed().payloads);
            gone.append(&mut rig.given_back);
            Ok(())
        })?;
        let ended: Vec<ActionId> = rig.snapshot().ended.iter().map(|(id, _)| *id).collect();
        gone.retain(|id| rig.ids.contains(id));
        gone.sort_unstable();
        prop_assert_eq!(gone, ended, "each plan of an action that is over is given away, once");
    }
}
