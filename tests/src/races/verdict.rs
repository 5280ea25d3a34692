//! Whether what everybody got adds up with what happened.

use resolve_runtime::{
    Aborted, Action, ActionId, ActionState, CallError, CallResult, CancellationToken, Reminder,
    ReminderKind, Session, Turn,
};

use super::Got;
use crate::effects::{Applies, resolve_call};

fn notices(turn: &Turn) -> Vec<ActionState> {
    let kinds = turn.reminders().iter().map(Reminder::kind);
    kinds
        .filter_map(|kind| match kind {
            ReminderKind::Notice { state, .. } => Some(state),
            _ => None,
        })
        .collect()
}

pub(super) async fn reach(session: &Session, id: ActionId, applies: &Applies, got: &[Got]) {
    let state = session.ended(id).map(|ended| ended.state);
    let context = format!("{state:?} {applies:?} {got:?}");
    assert_eq!(applies.running, 0, "settled, and it runs: {context}");
    assert_eq!(applies.dropped, 0, "dropped half-way: {context}");
    assert!(applies.at_once <= 1, "two at once: {context}");
    assert!(applies.succeeded.len() <= 1, "applied twice: {context}");
    assert_eq!(
        applies.begun.len(),
        applies.succeeded.len() + applies.failed,
        "each that began has ended: {context}"
    );
    match state {
        Some(ActionState::Applied) => assert_eq!(applies.succeeded.len(), 1, "{context}"),
        Some(ActionState::Withdrawn) => {}
        Some(ActionState::Discarded) | None => assert!(applies.succeeded.is_empty(), "{context}"),
        Some(_) => panic!("nothing here ends so: {context}"),
    }
    let pending = session.pending();
    assert_eq!(pending.len(), usize::from(state.is_none()), "{context}");

    let mut turn = session.begin_turn().await.unwrap();
    let unanswered = turn.take_unanswered();
    for one in got {
        match one {
            Got::Nothing => {}
            Got::Model(name, result) => {
                let late: Vec<_> = unanswered.iter().filter(|r| r.call_id() == name).collect();
                let results = late.len() + usize::from(result.is_some());
                assert_eq!(results, 1, "one result a call: {name} {late:?} {context}");
                if let Some(result) = result.as_ref().or(late.first().copied()) {
                    told_the_truth(name, result.outcome().map(drop), applies, &context);
                    assert_eq!(result.call_id(), name);
                }
            }
            Got::Host(name, result) => {
                // It may have waited for somebody else's decision and share its outcome.
                if applies.begun.contains(name) {
                    let result = result.as_ref().map(drop);
                    told_the_truth(name, result, applies, &context);
                }
            }
        }
    }
    let expected = expected_notices(state, applies, got, &unanswered);
    assert_eq!(notices(&turn), expected, "told once: {context}");
    let forced = turn.serves();
    assert_eq!(forced, pending.first().map(|pending| pending.id), "{context}");
    assert!(session.queue().inspect().is_empty(), "{context}");
    end_what_is_left(session, turn, &context).await;
}

/// Nothing that began may be called not begun, and the other way round.
fn told_the_truth(name: &str, told: Result<(), &CallError>, applies: &Applies, context: &str) {
    let begun = applies.begun.iter().any(|by| by == name);
    let succeeded = applies.succeeded.iter().any(|by| by == name);
    match told {
        Ok(()) => assert!(succeeded || !begun, "it failed, {name}: {context}"),
        Err(CallError::Aborted(Aborted::DuringApply)) => {
            assert!(begun, "it never began, {name}: {context}");
        }
        Err(CallError::Aborted(_)) => assert!(!begun, "it had begun, {name}: {context}"),
        Err(_) => assert!(!succeeded, "it had succeeded, {name}: {context}"),
    }
}

/// Each outcome that the model did not get as a result, once.
fn expected_notices(
    state: Option<ActionState>,
    applies: &Applies,
    got: &[Got],
    unanswered: &[CallResult],
) -> Vec<ActionState> {
    let Some(state) = state else {
        return Vec::new();
    };
    let by_host = |by: &str| by.contains("Host");
    let unknown = |name: &str| {
        let results = got.iter().filter_map(|got| match got {
            Got::Model(of, Some(result)) if of == name => Some(result),
            _ => None,
        });
        let late = unanswered.iter().filter(|result| result.call_id() == name);
        results.chain(late).any(|result| result.aborted() == Some(Aborted::DuringApply))
    };
    let told = match (state, applies.succeeded.first()) {
        (ActionState::Withdrawn, None) => false,
        (_, Some(by)) => by_host(by) || unknown(by),
        // Nobody else discards here than those who got this result.
        (_, None) => got.iter().any(|got| match got {
            Got::Host(name, Ok(output)) => output.joined_text() == format!("discarded by {name}"),
            Got::Host(_, Err(CallError::Aborted(aborted))) => *aborted == Aborted::DuringDiscard,
            _ => false,
        }),
    };
    if told { vec![state] } else { Vec::new() }
}

/// What is pending is forced until it is resolved, and nothing is after that; what was told once
/// is not told again.
async fn end_what_is_left(session: &Session, turn: Turn, context: &str) {
    if turn.serves().is_some() {
        let call = resolve_call("the end", Action::Discard);
        let result = turn.call(call, &CancellationToken::new()).await;
        assert!(!result.is_error(), "{result:?} {context}");
    }
    turn.finish();
    let mut turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.serves(), None, "{context}");
    assert_eq!(turn.reminders(), [], "{context}");
    assert!(turn.take_unanswered().is_empty(), "{context}");
    assert!(session.pending().is_empty(), "{context}");
    turn.finish();
}
