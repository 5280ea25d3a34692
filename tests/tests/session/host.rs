//! What a host has beside the turns: limits, subscribers, standing handlers, directives.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_slow_handler_is_reported_as_overdue_and_goes_on() {
    let limit = Duration::from_mins(1);
    let session = Session::builder().handler_limit(limit).build().unwrap();
    let mut events = session.subscribe();
    let id = session.push_pending(PendingAction::new("Slow").apply(|_| async {
        tokio::time::sleep(Duration::from_secs(100)).await;
        Ok::<_, BoxError>("done")
    }));
    let output = session.resolve(id, Resolution::apply("x"), &live()).await.unwrap();
    assert_eq!(output.joined_text(), "done");
    let seen: Vec<Event> = std::iter::from_fn(|| events.try_recv().ok()).collect();
    assert_eq!(seen.iter().filter(|event| **event == Event::Overdue { id, limit }).count(), 1);
    assert_eq!(seen.last(), Some(&Event::Applied { id, after_abort: false }));
}

#[tokio::test]
async fn a_subscriber_that_never_reads_does_not_block_the_session() {
    let session = session();
    let mut lazy = session.subscribe();
    for _ in 0..2_000 {
        let id = session.push_pending(
            PendingAction::new("A").apply(|_| async { Ok::<_, BoxError>("applied") }),
        );
        session.resolve(id, Resolution::discard("x"), &live()).await.unwrap();
    }
    let lost = lazy.recv().await.unwrap_err();
    assert!(matches!(lost, tokio::sync::broadcast::error::RecvError::Lagged(_)), "{lost}");
}

#[tokio::test]
async fn a_standing_handler_goes_with_its_guard_and_the_one_before_comes_back() {
    let session = session();
    let handler = |text: &'static str| {
        let plan = PendingAction::new(text);
        StandingHandler::from(plan.apply(move |_| async move { Ok::<_, BoxError>(text) }))
    };
    let resolve = || async {
        let call = ToolCall::new("1", RESOLVE, r#"{"action": "apply", "reason": "x"}"#);
        session.call(call, &live()).await.text().into_owned()
    };
    let outer = session.set_standing(handler("outer"));
    let inner = session.set_standing(handler("inner"));
    assert_eq!(resolve().await, "inner");
    drop(inner);
    assert_eq!(resolve().await, "outer");
    drop(outer);
    assert_eq!(resolve().await, "No pending action to resolve. Nothing to apply or discard.");
}

#[tokio::test]
async fn a_hosts_directive_hears_how_it_went() {
    let session = session();
    let counts: Arc<[AtomicUsize; 4]> = Arc::default();
    let count = |index: usize| {
        let counts = Arc::clone(&counts);
        move || {
            counts[index].fetch_add(1, Ordering::Relaxed);
        }
    };
    let (resolved, invoked) = (count(0), count(1));
    let (aborted, ignored) = (count(2), count(3));
    let directive = Directive::labelled("search first")
        .on_resolved(resolved)
        .on_invoked(move |call| {
            assert_eq!(call.name, "grep");
            invoked();
        })
        .on_rejected(move |rejection| {
            match rejection {
                Rejection::Aborted => aborted(),
                Rejection::Ignored => ignored(),
                _ => {}
            }
            OnRejected::Requeue
        });
    session.queue().push_once(ToolChoice::tool("grep"), directive);
    let turn = session.begin_turn().await.unwrap();
    drop(turn);
    let turn = session.begin_turn().await.unwrap();
    turn.finish();
    let turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.tool_choice(), Some(&ToolChoice::tool("grep")));
    turn.call(ToolCall::new("1", "grep", "{}"), &live()).await;
    turn.call(ToolCall::new("2", "grep", "{}"), &live()).await;
    turn.finish();
    assert_eq!(session.queue().consume_last_served_label().as_deref(), Some("search first"));
    let seen: Vec<_> = counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
    assert_eq!(seen, [1, 1, 1, 1]);
}

#[tokio::test]
async fn an_endless_sequence_serves_a_choice_a_turn() {
    let session = session();
    let choices = std::iter::repeat(ToolChoice::Required);
    assert!(session.queue().push_sequence(choices, Directive::labelled("work")));
    assert!(!session.queue().push_sequence([], Directive::labelled("nothing")));
    for _ in 0..5 {
        let turn = session.begin_turn().await.unwrap();
        assert_eq!(turn.tool_choice(), Some(&ToolChoice::Required));
        assert_eq!(session.queue().inspect(), [Arc::from("work")]);
        turn.finish();
    }
    assert_eq!(session.queue().remove_by_label("work"), 1);
    assert_eq!(session.begin_turn().await.unwrap().tool_choice(), None);
}
