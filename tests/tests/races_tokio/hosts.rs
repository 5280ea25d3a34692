//! Two deciders of one action: a person and the model, or two windows of one person.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use resolve_runtime::{
    Action, ActionState, BoxError, CallError, CancellationToken, Directive, OnRejected,
    PendingAction, Resolution, ResolveRequest, Session, ToolChoice,
};
use tests::effects::{Effects, Gate, poll_once, resolve_call};

use super::gated;

/// Two threads apply the same id: one runs, the other waits and gets the same outcome.
#[test]
fn two_threads_that_apply_one_action_share_its_outcome() {
    for _ in 0..200 {
        let (effects, gate) = (Effects::default(), Gate::closed());
        let session = Session::builder().build().unwrap();
        let id = session.push_pending(gated(&effects, &gate));
        let barrier = Arc::new(std::sync::Barrier::new(3));
        let resolve = |reason: &'static str| {
            let (session, barrier) = (session.clone(), Arc::clone(&barrier));
            std::thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread();
                let runtime = { runtime }.build().unwrap();
                barrier.wait();
                let token = CancellationToken::new();
                runtime.block_on(session.resolve(id, Resolution::apply(reason), &token))
            })
        };
        let (first, second) = (resolve("first"), resolve("second"));
        barrier.wait();
        gate.open();
        let (first, second) = (first.join().unwrap(), second.join().unwrap());
        assert!(Arc::ptr_eq(&first.unwrap(), &second.unwrap()));
        let applies = effects.of(id);
        assert_eq!((applies.begun.len(), applies.at_once), (1, 1));
    }
}

/// The one that waits is not left waiting when the decision that it waits for is given up.
#[tokio::test]
async fn a_decision_that_waited_for_one_that_was_given_up_takes_over() {
    let (effects, gate) = (Effects::default(), Gate::closed());
    let session = Session::builder().build().unwrap();
    let verify = gate.clone();
    let open = Gate::closed();
    open.open();
    let id = session.push_pending(gated(&effects, &open).verify(move |_| {
        let gate = verify.clone();
        async move {
            gate.pass().await;
            Ok::<_, BoxError>(())
        }
    }));
    let (token, never) = (CancellationToken::new(), CancellationToken::new());
    let mut first = Box::pin(session.resolve(id, Resolution::apply("first"), &token));
    let mut second = Box::pin(session.resolve(id, Resolution::apply("second"), &never));
    assert!(poll_once(&mut first).await.is_pending());
    assert!(poll_once(&mut second).await.is_pending());
    token.cancel();
    assert!(matches!(first.await, Err(CallError::Aborted(_))));
    gate.open();
    // Nothing else has to happen for it to go on.
    for _ in 0..10 {
        if let std::task::Poll::Ready(outcome) = poll_once(&mut second).await {
            assert_eq!(outcome.unwrap().joined_text(), "Wrote a.txt for second.");
            assert_eq!(effects.of(id).begun, ["second"]);
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("it waits for nobody");
}

/// The caller of a first, failed apply goes away while a second one of the same action runs: that
/// one still has its caller.
#[tokio::test]
async fn a_caller_that_goes_away_detaches_nobody_else() {
    let (fails, succeeds) = (Gate::closed(), Gate::closed());
    let gates = [fails.clone(), succeeds.clone()];
    let session = Session::builder().build().unwrap();
    let id = session.push_pending(PendingAction::new("Write: a.txt").apply(
        move |request: ResolveRequest| {
            let first = request.reason() == "first";
            let gate = gates[usize::from(!first)].clone();
            async move {
                gate.pass().await;
                if first { Err("disk full") } else { Ok("Wrote.") }
            }
        },
    ));
    let never = CancellationToken::new();
    let mut first = Box::pin(session.call(resolve_call("first", Action::Apply), &never));
    assert!(poll_once(&mut first).await.is_pending());
    fails.open();
    session.settled().await;
    let mut second = Box::pin(session.call(resolve_call("second", Action::Apply), &never));
    assert!(poll_once(&mut second).await.is_pending());
    drop(first);
    succeeds.open();
    assert_eq!(second.await.text(), "Wrote.");

    let mut turn = session.begin_turn().await.unwrap();
    let results = turn.take_unanswered();
    let unanswered: Vec<_> = results.iter().map(|r| r.text()).collect();
    assert_eq!(unanswered, ["Apply failed: disk full"]);
    assert_eq!(turn.reminders(), [], "the second caller has its result");
    assert_eq!(session.ended(id).unwrap().state, ActionState::Applied);
}

/// A model that was asked about one action has decided about no other, although a person was
/// faster.
#[tokio::test]
async fn deciding_one_never_decides_another() {
    let (effects, gate) = (Effects::default(), Gate::closed());
    let session = Session::builder().build().unwrap();
    let older = session.push_pending(gated(&effects, &gate));
    let asked = session.push_pending(gated(&effects, &gate));
    let turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.serves(), Some(asked));

    let never = CancellationToken::new();
    let mut faster = Box::pin(session.resolve(asked, Resolution::apply("person"), &never));
    assert!(poll_once(&mut faster).await.is_pending());
    let mut model = Box::pin(turn.call(resolve_call("model", Action::Apply), &never));
    let answered = poll_once(&mut model).await;
    gate.open();
    faster.await.unwrap();
    let result = match answered {
        std::task::Poll::Ready(result) => result,
        std::task::Poll::Pending => model.await,
    };
    assert!(result.is_error(), "{result:?}");
    assert!(effects.of(older).begun.is_empty(), "nobody decided on it");
    assert_eq!(session.pending()[0].id, older);
}

/// A directive that was removed while a turn served it is gone: nobody is asked about it.
#[tokio::test]
async fn no_call_back_hears_of_a_removed_directive() {
    let session = Session::builder().build().unwrap();
    for finishes in [true, false] {
        let heard = Arc::new(AtomicUsize::new(0));
        let (resolved, rejected) = (Arc::clone(&heard), Arc::clone(&heard));
        let directive = Directive::labelled("host")
            .on_resolved(move || {
                resolved.fetch_add(1, Ordering::SeqCst);
            })
            .on_rejected(move |_| {
                rejected.fetch_add(1, Ordering::SeqCst);
                OnRejected::Requeue
            });
        session.queue().push_once(ToolChoice::Required, directive);
        let turn = session.begin_turn().await.unwrap();
        assert_eq!(session.queue().remove_by_label("host"), 1);
        if finishes {
            turn.finish();
        } else {
            turn.abort();
        }
        assert_eq!(heard.load(Ordering::SeqCst), 0, "finishes: {finishes}");
        assert!(session.queue().inspect().is_empty());
    }
}
