//! Aborts: what was told always fits what happened.

use resolve_runtime::{
    Aborted, Action, ActionId, ActionState, BoxError, CallResult, CancellationToken, PendingAction,
    Reminder, ReminderKind, ResolveRequest, Session, Turn,
};
use tests::effects::{Effects, Gate, poll_once, resolve_call};

use super::gated;

fn notices_of(turn: &Turn, id: ActionId) -> Vec<ActionState> {
    let kinds = turn.reminders().iter().map(Reminder::kind);
    kinds
        .filter_map(|kind| match kind {
            ReminderKind::Notice { id: of, state } if of == id => Some(state),
            _ => None,
        })
        .collect()
}

/// An action whose verification waits at a gate.
fn verified_behind(gate: &Gate, effects: &Effects) -> PendingAction {
    let gate = gate.clone();
    gated(effects, &Gate::closed()).verify(move |_| {
        let gate = gate.clone();
        async move {
            gate.pass().await;
            Ok::<_, BoxError>(())
        }
    })
}

/// Polls a call until it waits, aborts it, and takes its result.
async fn abort_in_flight(session: &Session, id: &str) -> CallResult {
    let token = CancellationToken::new();
    let mut call = Box::pin(session.call(resolve_call(id, Action::Apply), &token));
    assert!(poll_once(&mut call).await.is_pending());
    token.cancel();
    call.await
}

/// A model that is told "nothing was written" about a call that wrote repeats it.
#[tokio::test]
async fn each_point_of_an_abort_has_a_text_of_its_own() {
    let (effects, gate) = (Effects::default(), Gate::closed());
    let session = Session::builder().build().unwrap();
    let id = session.push_pending(verified_behind(&Gate::closed(), &effects));
    let turn = session.begin_turn().await.unwrap();

    let cancelled = CancellationToken::new();
    cancelled.cancel();
    let result = turn.call(resolve_call("r", Action::Apply), &cancelled).await;
    assert_eq!(result.aborted(), Some(Aborted::NotStarted));
    assert_eq!(result.text(), "Aborted: the call was not started and nothing has run.");

    let result = abort_in_flight(&session, "r").await;
    assert_eq!(result.aborted(), Some(Aborted::BeforeApply));
    assert_eq!(result.text(), "Aborted before the apply began: nothing was written.");
    assert!(effects.is_none());
    turn.finish();
    session.withdraw(id);

    let id = session.push_pending(gated(&effects, &gate));
    let turn = session.begin_turn().await.unwrap();
    let result = abort_in_flight(&session, "r").await;
    assert_eq!(result.aborted(), Some(Aborted::DuringApply));
    assert_eq!(
        result.text(),
        "Aborted while the apply was running: it is finished in the background and its outcome \
         is not known yet. Do not assume that nothing was changed."
    );
    turn.finish();
    gate.open();
    session.settled().await;

    let turn = session.begin_turn().await.unwrap();
    assert_eq!(notices_of(&turn, id), [ActionState::Applied]);
    assert_eq!(
        turn.reminders()[0].text(),
        "<system-reminder>\nWrite: a.txt: was applied after all, although the call was aborted.\n\
         </system-reminder>"
    );
    turn.finish();
    let turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.reminders(), [], "told once");
}

#[derive(Debug, Clone, Copy)]
enum Signal {
    /// By the handler, after its effect.
    FromWithin,
    BeforeTheGateOpens,
    AfterTheGateOpened,
    /// On another thread, at the same time.
    Beside,
    /// The caller is dropped instead.
    Dropped,
}

/// A signal that comes in the same tick as the end of the apply: whatever is told, it is never
/// that nothing was executed, and the model hears of the effect exactly once.
async fn signal_at_completion(session: &Session, signal: Signal) {
    let (effects, gate, token) = (Effects::default(), Gate::closed(), CancellationToken::new());
    let (in_handler, at_gate) = (token.clone(), gate.clone());
    let action = gated(&effects, &gate);
    let action = match signal {
        Signal::FromWithin => {
            let effects = effects.clone();
            PendingAction::new("Write: a.txt").apply(move |request: ResolveRequest| {
                effects.begin(request.id(), request.reason()).succeed();
                in_handler.cancel();
                async { Ok::<_, BoxError>("Wrote a.txt.") }
            })
        }
        _ => action,
    };
    let id = session.push_pending(action);
    let turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.serves(), Some(id));

    let mut call = Box::pin(turn.call(resolve_call("r", Action::Apply), &token));
    let at_once = poll_once(&mut call).await;
    let result = match signal {
        Signal::FromWithin => {
            let std::task::Poll::Ready(result) = at_once else { panic!("it ends at once") };
            drop(call);
            Some(result)
        }
        Signal::BeforeTheGateOpens => {
            token.cancel();
            at_gate.open();
            Some(call.await)
        }
        Signal::AfterTheGateOpened => {
            at_gate.open();
            token.cancel();
            Some(call.await)
        }
        Signal::Beside => {
            let canceller = token.clone();
            let beside = tokio::spawn(async move { canceller.cancel() });
            at_gate.open();
            let result = call.await;
            beside.await.unwrap();
            Some(result)
        }
        Signal::Dropped => {
            at_gate.open();
            drop(call);
            None
        }
    };
    turn.finish();
    session.settled().await;
    assert_eq!(effects.of(id).succeeded, ["r"]);

    let mut turn = session.begin_turn().await.unwrap();
    let unanswered = turn.take_unanswered();
    let result = match (&result, &*unanswered) {
        (Some(result), []) | (None, [result]) => result,
        (result, unanswered) => panic!("{result:?} {unanswered:?}"),
    };
    let told = notices_of(&turn, id);
    match result.aborted() {
        None => {
            assert!(!result.is_error(), "{signal:?} {result:?}");
            assert_eq!(told, [], "{signal:?}: the result has told it");
        }
        Some(Aborted::DuringApply) => assert_eq!(told, [ActionState::Applied], "{signal:?}"),
        Some(other) => panic!("{signal:?}: executed, and told {other:?}"),
    }
    turn.finish();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_signal_in_the_tick_of_completion_never_says_that_nothing_ran() {
    let session = Session::builder().build().unwrap();
    let signals = [
        Signal::FromWithin,
        Signal::BeforeTheGateOpens,
        Signal::AfterTheGateOpened,
        Signal::Beside,
        Signal::Dropped,
    ];
    for signal in signals.iter().cycle().take(10_000) {
        signal_at_completion(&session, *signal).await;
    }
}

/// Dropping a future leaves its blocking write running, and that may land on top of the retry's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_waits_for_the_blocking_write_of_an_aborted_apply() {
    let content = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let (go_on, slow) = std::sync::mpsc::channel::<()>();
    let slow = std::sync::Arc::new(std::sync::Mutex::new(Some(slow)));
    let session = Session::builder().build().unwrap();
    let written = std::sync::Arc::clone(&content);
    let id = session.push_pending(PendingAction::new("Write: a.txt").apply(
        move |request: ResolveRequest| {
            let (content, slow) = (written.clone(), slow.clone());
            async move {
                let reason = request.reason().to_owned();
                tokio::task::spawn_blocking(move || {
                    // Only the first one is slow, and it fails after its write.
                    let slow = slow.lock().unwrap().take();
                    let first = slow.is_some_and(|slow| slow.recv().is_ok());
                    *content.lock().unwrap() = reason;
                    if first { Err("disk full") } else { Ok("Wrote.") }
                })
                .await?
                .map_err(BoxError::from)
            }
        },
    ));
    let turn = session.begin_turn().await.unwrap();
    let aborted = abort_in_flight(&session, "first").await;
    assert_eq!(aborted.aborted(), Some(Aborted::DuringApply));
    turn.finish();

    let turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.serves(), None, "what runs is not forced");
    let token = CancellationToken::new();
    let refused = turn.call(resolve_call("early", Action::Apply), &token).await;
    assert_eq!(
        refused.text(),
        "Write: a.txt: is still being applied. Nothing was begun by this call."
    );
    assert_eq!(*content.lock().unwrap(), "", "the first still waits");
    turn.finish();

    go_on.send(()).unwrap();
    session.settled().await;
    assert_eq!(*content.lock().unwrap(), "first");
    let turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.serves(), Some(id), "it failed, and is forced again");
    let retried = turn.call(resolve_call("retry", Action::Apply), &token).await;
    assert_eq!(retried.text(), "Wrote.");
    assert_eq!(*content.lock().unwrap(), "retry");
}
