//! How a pending action is forced, asked for or given up, by what the model honours.

use resolve_runtime::prelude::*;
use resolve_runtime::{
    Directive, Event, Forcing, ForcingCapability, PendingAction, ReminderKind, Turn, TurnError,
};

#[path = "forcing/table.rs"]
mod table;

fn greeting() -> PendingAction {
    PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hello!") })
}

fn asked(turn: &Turn) -> usize {
    let previews = turn.reminders().iter().filter(|it| it.kind() == ReminderKind::Preview);
    previews.count()
}

fn tools(turn: &Turn) -> Vec<String> {
    turn.tools().iter().map(|tool| format!("{tool:?}")).collect()
}

#[tokio::test]
async fn a_model_that_cannot_be_forced_is_asked_and_an_event_says_so() {
    let session = Session::builder().build().unwrap();
    let mut events = session.subscribe();
    let id = session.push_pending(greeting());
    let soft = ForcingCapability::only(&[Forcing::Soft]);

    let turn = session.begin_turn_for(soft).await.unwrap();
    assert_eq!(turn.serves(), Some(id));
    assert_eq!((turn.forcing(), turn.tool_choice(), asked(&turn)), (Forcing::Soft, None, 1));
    let seen: Vec<Event> = std::iter::from_fn(|| events.try_recv().ok()).collect();
    assert!(seen.contains(&Event::NotForced { id, forcing: Forcing::Soft }), "{seen:?}");

    let abort = CancellationToken::new();
    let call = ToolCall::new("1", "resolve", r#"{"action": "apply", "reason": "fine"}"#);
    assert_eq!(turn.call(call, &abort).await.text(), "Hello!");
    turn.finish();
    assert!(session.pending().is_empty());
}

#[tokio::test]
async fn a_model_without_tool_choice_gets_none() {
    let session = Session::builder().build().unwrap();
    session.push_pending(greeting());
    let omitted = ForcingCapability::only(&[Forcing::Omitted]);
    let turn = session.begin_turn_for(omitted).await.unwrap();
    assert_eq!((turn.forcing(), turn.tool_choice(), asked(&turn)), (Forcing::Omitted, None, 1));
}

#[tokio::test]
async fn the_host_may_ask_first_and_nothing_of_the_request_changes_until_it_forces() {
    let session = Session::builder().attempt_cap(5).build().unwrap();
    let mut events = session.subscribe();
    let softly = ForcingCapability::default().softly(2);

    let quiet = session.begin_turn_for(softly).await.unwrap();
    let (forcing, choice, definitions) =
        (quiet.forcing(), quiet.tool_choice().cloned(), tools(&quiet));
    assert_eq!((forcing, &choice), (Forcing::Soft, &None));
    quiet.finish();

    let id = session.push_pending(greeting());
    let mut forms = Vec::new();
    for attempt in 0..5 {
        let turn = session.begin_turn_for(softly).await.unwrap();
        assert_eq!((turn.serves(), asked(&turn)), (Some(id), 1), "attempt {attempt}");
        assert_eq!(tools(&turn), definitions);
        if turn.forcing() == forcing {
            assert_eq!(turn.tool_choice(), choice.as_ref());
        }
        forms.push(turn.forcing());
        turn.finish();
    }
    assert_eq!(
        forms,
        [Forcing::Soft, Forcing::Soft, Forcing::Named, Forcing::Named, Forcing::Named]
    );
    let parked = session.begin_turn_for(softly).await.unwrap();
    assert_eq!((parked.serves(), parked.forcing()), (None, Forcing::Soft));
    let seen: Vec<Event> = std::iter::from_fn(|| events.try_recv().ok()).collect();
    assert!(seen.contains(&Event::Parked { id, attempts: 5 }));
    assert!(!seen.iter().any(|event| matches!(event, Event::NotForced { .. })), "{seen:?}");
}

/// A provider that takes the forced choice and answers with text counts as one that ignored it.
#[tokio::test]
async fn an_ignored_force_is_counted_and_the_action_is_parked_at_the_cap() {
    let session = Session::builder().attempt_cap(3).build().unwrap();
    let mut events = session.subscribe();
    let id = session.push_pending(greeting());
    for _ in 0..3 {
        let turn = session.begin_turn().await.unwrap();
        assert_eq!(turn.tool_choice(), Some(&ToolChoice::tool("resolve")));
        turn.finish();
    }
    let turn = session.begin_turn().await.unwrap();
    assert_eq!((turn.tool_choice(), asked(&turn)), (None, 0));
    let parked = std::iter::from_fn(|| events.try_recv().ok())
        .filter(|event| matches!(event, Event::Parked { .. }));
    assert_eq!(parked.collect::<Vec<_>>(), [Event::Parked { id, attempts: 3 }]);
    assert_eq!(session.pending().len(), 1);
}

#[tokio::test]
async fn an_explicit_force_that_the_model_does_not_honour_is_an_error_before_any_request() {
    let session = Session::builder().build().unwrap();
    session.queue().push_once(ToolChoice::tool("read"), Directive::labelled("setup"));
    let soft = ForcingCapability::only(&[Forcing::Soft]);
    for _ in 0..2 {
        let error = session.begin_turn_for(soft).await.unwrap_err();
        let expected =
            TurnError::CannotForce { label: "setup".into(), choice: ToolChoice::tool("read") };
        assert_eq!(error, expected);
        assert!(error.to_string().contains("`setup`") && error.to_string().contains("`read`"));
    }
    // Nothing was taken: another model gets it.
    let turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.tool_choice(), Some(&ToolChoice::tool("read")));
    turn.finish();
    assert!(session.begin_turn_for(soft).await.unwrap().tool_choice().is_none());
}

#[tokio::test]
async fn what_is_required_of_any_tool_takes_a_tool_choice() {
    let session = Session::builder().build().unwrap();
    session.queue().push_once(ToolChoice::Required, Directive::labelled("any"));
    let envelope = ForcingCapability::only(&[Forcing::Envelope]);
    assert!(session.begin_turn_for(envelope).await.is_err());
    let narrowed = ForcingCapability::only(&[Forcing::Narrowed]);
    let turn = session.begin_turn_for(narrowed).await.unwrap();
    assert_eq!(
        (turn.forcing(), turn.tool_choice()),
        (Forcing::Narrowed, Some(&ToolChoice::Required))
    );
}

#[tokio::test]
async fn a_choice_that_forces_nothing_is_every_models() {
    let session = Session::builder().build().unwrap();
    session.queue().push_once(ToolChoice::Auto, Directive::labelled("free"));
    let soft = ForcingCapability::only(&[Forcing::Soft]);
    let turn = session.begin_turn_for(soft).await.unwrap();
    assert_eq!((turn.forcing(), turn.tool_choice()), (Forcing::Soft, Some(&ToolChoice::Auto)));
}

/// A force holds for one request.
#[tokio::test]
async fn after_a_forced_turn_the_model_is_free() {
    let session = Session::builder().build().unwrap();
    session.push_pending(greeting());
    let abort = CancellationToken::new();
    let turn = session.begin_turn().await.unwrap();
    let call = ToolCall::new("1", "resolve", r#"{"action": "discard", "reason": "no"}"#);
    turn.call(call, &abort).await;
    turn.finish();
    assert_eq!(session.begin_turn().await.unwrap().tool_choice(), None);
}
