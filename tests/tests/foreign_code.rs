//! Code of hosts and tools that panics, re-enters or answers nonsense: the session goes on.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use resolve_runtime::prelude::*;
use resolve_runtime::{
    Aborted, ActionId, ActionState, CallError, Directive, IdSource, OnRejected, RESOLVE,
};
use tokio::sync::Semaphore;

fn live() -> CancellationToken {
    CancellationToken::new()
}

fn action(label: &str) -> PendingAction {
    PendingAction::new(label).apply(|_| async { Ok::<_, BoxError>("applied") })
}

fn resolve(arguments: &str) -> ToolCall<'_> {
    ToolCall::new("1", RESOLVE, arguments)
}

const APPLY: &str = r#"{"action": "apply", "reason": "x"}"#;

/// Calls back into the session when it is dropped.
struct Reenters(Session, Arc<AtomicUsize>);

impl Drop for Reenters {
    fn drop(&mut self) {
        let _ = self.0.pending();
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn what_a_host_gave_is_dropped_outside_the_lock() {
    let session = Session::builder().history(1).build().unwrap();
    let dropped = Arc::new(AtomicUsize::new(0));
    let reenters = || Reenters(session.clone(), Arc::clone(&dropped));

    // A call-back and an iterator that wait, and ones that are in flight.
    for in_flight in [false, true] {
        let owned = reenters();
        let directive = Directive::labelled("host").on_resolved(move || drop(owned.0.pending()));
        let owned = reenters();
        let choices = std::iter::from_fn(move || {
            let _ = &owned;
            Some(ToolChoice::Required)
        });
        session.queue().push_sequence(choices, directive);
        let turn = session.begin_turn().await.unwrap();
        if in_flight {
            session.queue().clear();
        }
        drop(turn);
        session.queue().clear();
    }
    assert_eq!(dropped.swap(0, Ordering::Relaxed), 4);

    // A handler that is withdrawn, and one whose action ends.
    for withdraws in [true, false] {
        let owned = reenters();
        let id = session.push_pending(PendingAction::new("A").apply(move |_| {
            let _ = &owned;
            async { Ok::<_, BoxError>("applied") }
        }));
        if withdraws {
            session.withdraw(id);
        } else {
            session.resolve(id, Resolution::apply("x"), &live()).await.unwrap();
        }
    }
    assert_eq!(dropped.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_call_back_that_panics_does_not_keep_the_turn_open() {
    let session = Session::builder().build().unwrap();
    let directive = || {
        Directive::labelled("host")
            .on_invoked(|_| {})
            .on_rejected(|_| -> OnRejected { panic!("no answer") })
    };
    session.queue().push_once(ToolChoice::tool("grep"), directive());
    let turn = session.begin_turn().await.unwrap();
    let finished = tokio::spawn(async move { turn.finish() }).await;
    assert!(finished.unwrap_err().is_panic());

    session.queue().push_once(ToolChoice::tool("grep"), directive());
    let turn = session.begin_turn().await.unwrap();
    drop(turn);
    assert!(session.begin_turn().await.is_ok());
}

/// A future that never ends and whose destructor panics.
struct Bomb;

impl Future for Bomb {
    type Output = Result<(), BoxError>;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Pending
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "in drop");
    }
}

#[tokio::test]
async fn a_verification_whose_destructor_panics_gives_its_claim_back() {
    let session = Session::builder().build().unwrap();
    let id = session.push_pending(action("A").verify(|_| Bomb));
    let abort = live();
    let cancels = abort.clone();
    let canceller = tokio::spawn(async move { cancels.cancel() });
    let result = session.call(resolve(APPLY), &abort).await;
    canceller.await.unwrap();
    assert_eq!(result.aborted(), Some(Aborted::BeforeApply));
    assert_eq!(session.pending_action(id).unwrap().state, ActionState::Pending);
    session.settled().await;
}

#[test]
fn a_handler_limit_without_a_timer_begins_nothing() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let limit = Duration::from_secs(1);
        let session = Session::builder().handler_limit(limit).build().unwrap();
        let begun = Arc::new(AtomicUsize::new(0));
        let counts = Arc::clone(&begun);
        let id = session.push_pending(PendingAction::new("A").apply(move |_| {
            counts.fetch_add(1, Ordering::Relaxed);
            async { Ok::<_, BoxError>("applied") }
        }));
        let refused = session.resolve(id, Resolution::apply("x"), &live()).await.unwrap_err();
        assert!(refused.to_string().contains("timer"), "{refused}");
        assert_eq!(begun.load(Ordering::Relaxed), 0);
        assert_eq!(session.pending_action(id).unwrap().state, ActionState::Pending);
    });
}

#[tokio::test]
async fn a_discard_that_waits_for_an_apply_is_not_answered_with_it() {
    for apply_fails in [true, false] {
        let session = Session::builder().build().unwrap();
        let gate = Arc::new(Semaphore::new(0));
        let held = Arc::clone(&gate);
        let id = session.push_pending(PendingAction::new("A").apply(move |_| {
            let held = Arc::clone(&held);
            async move {
                held.acquire().await.unwrap().forget();
                if apply_fails { Err("disk full") } else { Ok("applied") }
            }
        }));
        let first = session.clone();
        let first =
            tokio::spawn(async move { first.resolve(id, Resolution::apply("yes"), &live()).await });
        while session.pending_action(id).unwrap().state != ActionState::Applying {
            tokio::task::yield_now().await;
        }
        let second = session.clone();
        let second =
            tokio::spawn(
                async move { second.resolve(id, Resolution::discard("no"), &live()).await },
            );
        tokio::task::yield_now().await;
        gate.add_permits(1);
        assert_eq!(first.await.unwrap().is_err(), apply_fails);
        let discarded = second.await.unwrap();
        if apply_fails {
            assert_eq!(discarded.unwrap().joined_text(), "Discarded: A. Reason: no");
            assert_eq!(session.ended(id).unwrap().state, ActionState::Discarded);
        } else {
            let over = discarded.unwrap_err();
            let state = ActionState::Applied;
            assert!(matches!(over, CallError::AlreadyOver { state: of, .. } if of == state));
        }
    }
}

#[tokio::test]
async fn only_the_two_words_decide() {
    let session = Session::builder().build().unwrap();
    session.push_pending(action("A"));
    for nonsense in [
        r#"{"action": {"apply": null}, "reason": "x"}"#,
        r#"{"action": "APPLY", "reason": "x"}"#,
        r#"{"action": 1, "reason": "x"}"#,
        r#"["apply", "x"]"#,
    ] {
        let result = session.call(resolve(nonsense), &live()).await;
        assert!(result.is_error(), "{nonsense}: {}", result.text());
    }
    assert_eq!(session.pending().len(), 1);
    assert_eq!(session.call(resolve(APPLY), &live()).await.text(), "applied");
}

/// Gives the same id for ever.
struct Stuck;

impl IdSource for Stuck {
    fn next_id(&self) -> ActionId {
        ActionId::from_parts(0, 1)
    }
}

#[tokio::test]
async fn an_id_that_comes_twice_replaces_nothing() {
    let session = Session::builder().ids(Stuck).build().unwrap();
    let first = session.push_pending(action("A"));
    let second = session.push_pending(action("B"));
    assert_ne!(first, second);
    let labels: Vec<_> = session.pending().iter().map(|action| action.label.clone()).collect();
    assert_eq!(labels, [Arc::from("B"), Arc::from("A")]);
}

#[tokio::test]
async fn results_that_were_not_taken_come_back() {
    let session = Session::builder().build().unwrap();
    let turn = session.begin_turn().await.unwrap();
    let (id, abort) = ("lost", live());
    drop(turn.call(ToolCall::new(id, RESOLVE, APPLY), &abort));
    turn.finish();
    drop(session.begin_turn().await.unwrap());
    let mut turn = session.begin_turn().await.unwrap();
    let unanswered = turn.take_unanswered();
    assert_eq!(unanswered.len(), 1);
    assert_eq!(unanswered[0].call_id(), "lost");
    drop(turn);
    assert!(session.begin_turn().await.unwrap().take_unanswered().is_empty());
}

#[tokio::test]
async fn a_call_that_did_not_start_invokes_no_directive() {
    let session = Session::builder().build().unwrap();
    let invoked = Arc::new(AtomicUsize::new(0));
    let counts = Arc::clone(&invoked);
    let directive = Directive::labelled("host").on_invoked(move |_| {
        counts.fetch_add(1, Ordering::Relaxed);
    });
    session.queue().push_once(ToolChoice::tool("grep"), directive);
    let turn = session.begin_turn().await.unwrap();
    let abort = live();
    abort.cancel();
    turn.call(ToolCall::new("1", "grep", "{}"), &abort).await;
    assert_eq!(invoked.load(Ordering::Relaxed), 0);
}

#[test]
fn an_apply_that_the_runtime_cuts_off_is_neither_pending_nor_applied() {
    let session = Session::builder().build().unwrap();
    for (resolution, expected) in [
        (Resolution::apply("x"), ActionState::Interrupted),
        (Resolution::discard("x"), ActionState::Discarded),
    ] {
        let id = session.push_pending(
            PendingAction::new("A")
                .apply(|_| std::future::pending::<Result<ToolOutput, BoxError>>())
                .reject(|_| std::future::pending::<Result<Option<ToolOutput>, BoxError>>()),
        );
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let abort = live();
        abort.cancel();
        let begins = session.clone();
        runtime.block_on(async move {
            let abort = live();
            let call = begins.resolve(id, resolution, &abort);
            let cancel = async {
                tokio::task::yield_now().await;
                abort.cancel();
            };
            let (outcome, ()) = tokio::join!(call, cancel);
            assert!(matches!(outcome, Err(CallError::Aborted(_))));
        });
        drop(runtime);
        assert_eq!(session.ended(id).unwrap().state, expected);
    }
}

#[tokio::test]
async fn a_tool_error_is_found_wherever_it_is_wrapped() {
    let wrapped: [fn(ToolError) -> BoxError; 3] = [
        |error| error.into(),
        |error| CallError::from(error).into(),
        |error| std::io::Error::other(error).into(),
    ];
    for wrap in wrapped {
        let session = Session::builder().build().unwrap();
        session.push_pending(PendingAction::new("A").apply(move |_| async move {
            Err::<ToolOutput, _>(wrap(ToolError::new("No such file.")))
        }));
        assert_eq!(session.call(resolve(APPLY), &live()).await.text(), "No such file.");
    }
}
