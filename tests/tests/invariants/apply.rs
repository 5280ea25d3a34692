//! What an apply may do, and what may be done to it.

use std::task::Poll;

use resolve_runtime::{
    Action, ActionState, BoxError, CallError, CancellationToken, PendingAction, Resolution,
    ResolveRequest, Session,
};
use tests::effects::{Effects, Gate, poll_once, resolve_call};

use super::writer::{Writer, write_call};

#[tokio::test]
async fn no_effect_before_apply() {
    let (previews, verifies) = (Gate::closed(), Gate::closed());
    let writer = Writer {
        preview_gate: Some(previews.clone()),
        verify_gate: Some(verifies.clone()),
        ..Writer::default()
    };
    let session = Session::builder().tool(writer.clone()).build().unwrap();
    let never = CancellationToken::new();

    // Previews that are aborted and dropped half-way stage nothing.
    let turn = session.begin_turn().await.unwrap();
    let token = CancellationToken::new();
    let mut aborted = Box::pin(turn.call(write_call("aborted"), &token));
    assert!(poll_once(&mut aborted).await.is_pending());
    token.cancel();
    assert!(aborted.await.aborted().is_some());
    let mut dropped = Box::pin(turn.call(write_call("dropped"), &never));
    assert!(poll_once(&mut dropped).await.is_pending());
    drop(dropped);
    assert!(session.pending().is_empty());
    previews.open();

    // Previews that end have no effect; neither has what is refused, discarded or withdrawn.
    for content in ["a", "b", "c"] {
        let staged = turn.call(write_call(content), &never).await;
        assert!(staged.staged().is_some(), "{staged:?}");
    }
    let early = turn.call(resolve_call("early", Action::Apply), &never).await;
    assert!(early.is_error(), "it was not shown yet: {early:?}");
    turn.finish();
    let turn = session.begin_turn().await.unwrap();
    let discarded = turn.call(resolve_call("no", Action::Discard), &never).await;
    assert_eq!(discarded.text(), "Discarded: Write. Reason: no");
    turn.finish();
    session.withdraw(session.pending()[0].id);

    // Neither has an apply that is aborted while the world is looked at.
    let turn = session.begin_turn().await.unwrap();
    let token = CancellationToken::new();
    let mut looks = Box::pin(turn.call(resolve_call("r", Action::Apply), &token));
    assert!(poll_once(&mut looks).await.is_pending());
    token.cancel();
    verifies.open();
    let result = looks.await;
    assert!(result.aborted().is_some(), "{result:?}");
    assert_eq!((writer.content().as_str(), writer.writes()), ("", 0));

    // Only this has.
    assert!(!turn.call(resolve_call("r", Action::Apply), &never).await.is_error());
    assert_eq!((writer.content().as_str(), writer.writes()), ("a", 1));
}

#[tokio::test]
async fn an_action_is_applied_to_success_at_most_once() {
    let effects = Effects::default();
    let inner = effects.clone();
    let session = Session::builder().build().unwrap();
    let id = session.push_pending(PendingAction::new("A").apply(move |request: ResolveRequest| {
        inner.begin(request.id(), request.reason()).succeed();
        async { Ok::<_, BoxError>("Applied.") }
    }));
    let never = CancellationToken::new();
    let turn = session.begin_turn().await.unwrap();
    let first = turn.call(resolve_call("model", Action::Apply), &never).await;
    let again = turn.call(resolve_call("again", Action::Apply), &never).await;
    assert!(again.is_error());
    turn.finish();
    let same = session.resolve(id, Resolution::apply("person"), &never).await;
    assert_eq!(same.as_deref().ok(), first.outcome().ok(), "the first outcome");
    let other = session.resolve(id, Resolution::discard("person"), &never).await;
    assert!(
        matches!(other, Err(CallError::AlreadyOver { state: ActionState::Applied, .. })),
        "{other:?}"
    );
    assert!(!session.withdraw(id));
    let turn = session.begin_turn().await.unwrap();
    assert_eq!((turn.serves(), turn.reminders().len()), (None, 0));
    let late = turn.call(resolve_call("late", Action::Apply), &never).await;
    assert_eq!(late.text(), "No pending action to resolve. Nothing to apply or discard.");
    assert_eq!(effects.of(id).succeeded, ["model"]);
}

/// What becomes of the caller of an apply that has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Caller {
    Aborts,
    IsDropped,
    IsForgotten,
    Withdraws,
    Clears,
}

#[tokio::test]
async fn an_apply_that_has_begun_is_never_dropped_half_way() {
    for caller in
        [Caller::Aborts, Caller::IsDropped, Caller::IsForgotten, Caller::Withdraws, Caller::Clears]
    {
        let (effects, gate) = (Effects::default(), Gate::closed());
        let (inner, waits) = (effects.clone(), gate.clone());
        let session = Session::builder().build().unwrap();
        let id =
            session.push_pending(PendingAction::new("A").apply(move |request: ResolveRequest| {
                let (effects, gate) = (inner.clone(), waits.clone());
                async move {
                    let running = effects.begin(request.id(), request.reason());
                    gate.pass().await;
                    running.succeed();
                    Ok::<_, BoxError>("Applied.")
                }
            }));
        let turn = session.begin_turn().await.unwrap();
        let token = CancellationToken::new();
        let mut call = Box::pin(session.call(resolve_call("r", Action::Apply), &token));
        assert!(poll_once(&mut call).await.is_pending());
        match caller {
            Caller::Aborts => {
                token.cancel();
                assert!(call.await.aborted().is_some());
            }
            Caller::IsDropped => drop(call),
            Caller::IsForgotten => std::mem::forget(call),
            Caller::Withdraws => assert!(session.withdraw(id)),
            Caller::Clears => assert_eq!(session.queue().clear(), 1),
        }
        turn.abort();
        let applies = effects.of(id);
        assert_eq!((applies.running, applies.dropped), (1, 0), "{caller:?}");
        let mut settled = Box::pin(session.settled());
        assert!(poll_once(&mut settled).await.is_pending(), "{caller:?}");
        gate.open();
        settled.await;
        let applies = effects.of(id);
        assert_eq!((applies.running, applies.dropped), (0, 0), "{caller:?}");
        assert_eq!(applies.succeeded, ["r"], "{caller:?}");
        let expected = match caller {
            Caller::Withdraws | Caller::Clears => ActionState::Withdrawn,
            _ => ActionState::Applied,
        };
        assert_eq!(session.ended(id).unwrap().state, expected);
    }
}

/// A panic ends the handler and nothing else: the action is pending again, the session goes on.
#[tokio::test]
async fn an_apply_that_panics_leaves_the_action_pending() {
    for gated in [false, true] {
        let gate = Gate::closed();
        let waits = gate.clone();
        let session = Session::builder().build().unwrap();
        let id =
            session.push_pending(PendingAction::new("A").apply(move |request: ResolveRequest| {
                let gate = waits.clone();
                async move {
                    if gated {
                        gate.pass().await;
                    }
                    assert_ne!(request.reason(), "r", "on purpose");
                    Ok::<_, BoxError>("Applied.")
                }
            }));
        let never = CancellationToken::new();
        let turn = session.begin_turn().await.unwrap();
        let mut call = Box::pin(turn.call(resolve_call("r", Action::Apply), &never));
        let result = match poll_once(&mut call).await {
            Poll::Ready(result) => result,
            Poll::Pending => {
                gate.open();
                call.as_mut().await
            }
        };
        drop(call);
        assert!(result.text().starts_with("Apply failed: panicked: "), "{result:?}");
        turn.finish();
        let turn = session.begin_turn().await.unwrap();
        assert_eq!((turn.serves(), turn.reminders().len()), (Some(id), 1));
        gate.open();
        let again = turn.call(resolve_call("again", Action::Apply), &never).await;
        assert_eq!(again.text(), "Applied.");
    }
}
