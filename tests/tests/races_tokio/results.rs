//! A call without a result makes every later request of a conversation invalid.

use std::collections::BTreeMap;

use proptest::prelude::*;
use resolve_runtime::{Action, CallResult, CancellationToken, Session, ToolCall};
use tests::effects::{Effects, Gate, poll_once, resolve_call};

use super::gated;

/// What happens to one call.
#[derive(Debug, Clone, Copy)]
enum Fate {
    /// Goes on to its end.
    Awaited,
    /// Its future is dropped, after so many polls.
    Dropped(usize),
}

fn fate() -> impl Strategy<Value = Fate> {
    prop_oneof![Just(Fate::Awaited), (0..4usize).prop_map(Fate::Dropped)]
}

/// When the token is cancelled, and when the handler may end: so many steps after the start.
#[derive(Debug, Clone, Copy)]
struct Times {
    abort: usize,
    open: usize,
    finish_first: bool,
}

fn calls() -> [ToolCall<'static>; 3] {
    [
        resolve_call("call-0", Action::Apply),
        resolve_call("call-1", Action::Discard),
        ToolCall::new("call-2", "unheard_of", "{}"),
    ]
}

async fn results_of(fates: [Fate; 3], times: Times) -> Vec<CallResult> {
    let (effects, gate) = (Effects::default(), Gate::closed());
    let session = Session::builder().build().unwrap();
    session.push_pending(gated(&effects, &gate));
    session.push_pending(gated(&effects, &gate));
    let turn = session.begin_turn().await.unwrap();
    let token = CancellationToken::new();
    let mut results = Vec::new();
    let mut running: Vec<_> = calls()
        .into_iter()
        .zip(fates)
        .map(|(call, fate)| Some((Box::pin(session.call(call, &token)), fate)))
        .collect();
    for step in 0..8 {
        if step == times.abort {
            token.cancel();
        }
        if step == times.open {
            gate.open();
        }
        for slot in &mut running {
            let Some((call, fate)) = slot else { continue };
            if matches!(fate, Fate::Dropped(polls) if *polls == step) {
                *slot = None;
            } else if let std::task::Poll::Ready(result) = poll_once(call).await {
                results.push(result);
                *slot = None;
            }
        }
        // The handlers' own tasks.
        tokio::task::yield_now().await;
    }
    drop(running);
    if times.finish_first {
        turn.finish();
    } else {
        turn.abort();
    }
    gate.open();
    session.settled().await;
    let mut next = session.begin_turn().await.unwrap();
    results.extend(next.take_unanswered());
    next.finish();
    let mut after = session.begin_turn().await.unwrap();
    assert!(after.take_unanswered().is_empty(), "handed out once");
    results
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_tool_call_gets_exactly_one_result(
        fates in [fate(), fate(), fate()],
        abort in 0..10usize,
        open in 0..10usize,
        finish_first: bool,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let times = Times { abort, open, finish_first };
        let results = runtime.block_on(results_of(fates, times));
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for result in &results {
            *counts.entry(result.call_id()).or_default() += 1;
        }
        let expected = BTreeMap::from([("call-0", 1), ("call-1", 1), ("call-2", 1)]);
        prop_assert_eq!(counts, expected, "{:?}", results);
    }
}
