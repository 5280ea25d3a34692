//! What hosts rely on: building, listing, telling the model, events.

#[path = "session/definitions.rs"]
mod definitions;
#[path = "session/host.rs"]
mod host;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use resolve_runtime::prelude::*;
use resolve_runtime::{
    ActionId, ActionState, BuildError, CallError, Decider, Directive, Event, IdSource, OnRejected,
    RESOLVE, Rejection, ToolDefinition,
};

/// Remember a note.
#[preview_tool(apply = remember)]
async fn note(
    /// What to remember.
    text: String,
) -> Result<Preview<String>, BoxError> {
    let shown = format!("Would remember: {text}");
    Ok(Preview::stage(text, shown).summary("1 note"))
}

async fn remember(text: &String, _cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(ToolOutput::text(format!("Remembered: {text}")))
}

/// Ids that a test can know beforehand.
#[derive(Default)]
struct Counted(AtomicUsize);

impl IdSource for Counted {
    fn next_id(&self) -> ActionId {
        let count = self.0.fetch_add(1, Ordering::Relaxed);
        ActionId::from_parts(0x0198_c0de_7000, count as u128 + 1)
    }
}

fn session() -> Session {
    Session::builder().tool(Note).ids(Counted::default()).build().unwrap()
}

fn live() -> CancellationToken {
    CancellationToken::new()
}

async fn previewed(session: &Session) -> ActionId {
    let turn = session.begin_turn().await.unwrap();
    let result = turn.call(ToolCall::new("1", "note", r#"{"text": "milk"}"#), &live()).await;
    turn.finish();
    result.staged().unwrap()
}

fn texts(turn: &resolve_runtime::Turn) -> Vec<String> {
    turn.reminders().iter().map(ToString::to_string).collect()
}

const REMINDER: &str = "<system-reminder>\nThis is a preview. Call the `resolve` tool to apply or \
                        discard these changes.\n</system-reminder>";

/// A tool whose definition the test gives, and whose preview is blank.
struct Named(Arc<ToolDefinition>);

impl PreviewTool for Named {
    type Plan = ();
    type Extra = FreeForm;

    fn definition(&self) -> Arc<ToolDefinition> {
        Arc::clone(&self.0)
    }

    async fn preview(
        &self,
        _: &resolve_runtime::Arguments<'_>,
        _: &CallContext<'_>,
    ) -> Result<Preview<()>, BoxError> {
        Ok(Preview::stage((), "   \n"))
    }

    async fn apply(&self, (): &(), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
        Ok(ToolOutput::text("applied"))
    }
}

#[tokio::test]
async fn a_preview_says_first_that_nothing_was_changed() {
    let session = session();
    let turn = session.begin_turn().await.unwrap();
    let result = turn.call(ToolCall::new("1", "note", r#"{"text": "milk"}"#), &live()).await;
    assert_eq!(
        result.text(),
        "Nothing has been changed yet: this is a preview, pending as action \
         0198c0de-7000-7000-8000-000000000001.\nWould remember: milk"
    );
    assert!(!result.is_error());
    turn.finish();
    let pending = session.pending();
    assert_eq!(&*pending[0].label, "Note: 1 note");
    assert_eq!(pending[0].shown, [resolve_runtime::Content::text("Would remember: milk")]);
}

#[tokio::test]
async fn a_persons_decision_is_told_to_the_model_once() {
    let cases = [
        (
            Resolution::discard("not now"),
            "Note: 1 note: was discarded by a person; nothing was changed. Reason: not now",
        ),
        (
            Resolution::discard(""),
            "Note: 1 note: was discarded by a person; nothing was changed. Reason: none given",
        ),
        (
            Resolution::apply("fine").by(Decider::Policy),
            "Note: 1 note: was applied by a policy. Reason: fine",
        ),
    ];
    for (resolution, expected) in cases {
        let session = session();
        let id = previewed(&session).await;
        session.resolve(id, resolution, &live()).await.unwrap();
        let turn = session.begin_turn().await.unwrap();
        assert_eq!(texts(&turn), [format!("<system-reminder>\n{expected}\n</system-reminder>")]);
        assert_eq!(turn.tool_choice(), None);
        turn.finish();
        let turn = session.begin_turn().await.unwrap();
        assert_eq!(texts(&turn), [] as [&str; 0]);
    }
}

#[tokio::test]
async fn a_notice_comes_back_with_an_aborted_turn() {
    let session = session();
    let id = previewed(&session).await;
    session.resolve(id, Resolution::discard("no"), &live()).await.unwrap();
    let turn = session.begin_turn().await.unwrap();
    let told = texts(&turn);
    drop(turn);
    let turn = session.begin_turn().await.unwrap();
    assert_eq!(texts(&turn), told);
}

#[tokio::test]
async fn a_model_that_never_resolves_is_forced_until_the_action_is_parked() {
    let session = Session::builder().tool(Note).attempt_cap(3).build().unwrap();
    let id = previewed(&session).await;
    let mut events = session.subscribe();
    let mut forced = 0;
    for _ in 0..10 {
        let turn = session.begin_turn().await.unwrap();
        if turn.tool_choice() == Some(&ToolChoice::tool(RESOLVE)) {
            assert_eq!(texts(&turn), [REMINDER]);
            forced += 1;
        }
        turn.finish();
    }
    assert_eq!(forced, 3);
    let seen: Vec<Event> = std::iter::from_fn(|| events.try_recv().ok()).collect();
    let parked: Vec<_> =
        seen.iter().filter(|event| matches!(event, Event::Parked { .. })).collect();
    assert_eq!(parked, [&Event::Parked { id, attempts: 3 }]);
    assert!(session.pending()[0].parked);
    let output = session.resolve(id, Resolution::apply("late"), &live()).await.unwrap();
    assert_eq!(output.joined_text(), "Remembered: milk");
}

#[tokio::test]
async fn a_withdrawn_action_is_not_forced() {
    let session = session();
    let id = previewed(&session).await;
    assert!(session.withdraw(id));
    assert!(!session.withdraw(id));
    let turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.tool_choice(), None);
    let call = ToolCall::new("2", RESOLVE, r#"{"action": "apply", "reason": "x"}"#);
    let result = turn.call(call, &live()).await;
    assert_eq!(result.text(), "No pending action to resolve. Nothing to apply or discard.");
}

#[tokio::test]
async fn an_empty_preview_cannot_be_staged() {
    let tool = Named(Arc::new(ToolDefinition::new("blank")));
    let session = Session::builder().tool(tool).build().unwrap();
    let turn = session.begin_turn().await.unwrap();
    let result = turn.call(ToolCall::new("1", "blank", "{}"), &live()).await;
    assert!(matches!(result.outcome(), Err(CallError::Tool(_))), "{}", result.text());
    assert!(session.pending().is_empty());
    assert!(session.queue().inspect().is_empty());
}

#[tokio::test]
async fn an_unknown_tool_goes_back_to_the_host() {
    let session = session();
    let turn = session.begin_turn().await.unwrap();
    let result = turn.call(ToolCall::new("7", "grep", "{}"), &live()).await;
    assert!(result.is_unknown_tool());
    assert_eq!((result.call_id(), result.tool_name()), ("7", "grep"));
}

#[tokio::test]
async fn a_failed_preview_does_not_keep_its_siblings_from_staging() {
    let session = session();
    let turn = session.begin_turn().await.unwrap();
    let bad = turn.call(ToolCall::new("1", "note", r#"{"text": 7}"#), &live()).await;
    assert_eq!(
        bad.text(),
        "Invalid arguments for `note`: at `text`: invalid type: integer `7`, expected a string"
    );
    let good = turn.call(ToolCall::new("2", "note", r#"{"text": "milk"}"#), &live()).await;
    assert!(good.staged().is_some());
}

#[tokio::test]
async fn three_equal_calls_make_three_actions() {
    let session = Session::builder().tool(Note).build().unwrap();
    let ids = [previewed(&session).await, previewed(&session).await, previewed(&session).await];
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2]);
    session.resolve(ids[1], Resolution::apply("the second"), &live()).await.unwrap();
    let left: Vec<_> = session.pending().iter().map(|action| action.id).collect();
    assert_eq!(left, [ids[2], ids[0]]);
}

#[tokio::test]
async fn a_second_decision_changes_nothing() {
    let session = session();
    let id = previewed(&session).await;
    let first = session.resolve(id, Resolution::apply("yes"), &live()).await.unwrap();
    let again = session.resolve(id, Resolution::apply("yes, really"), &live()).await.unwrap();
    assert!(Arc::ptr_eq(&first, &again));
    let late = session.resolve(id, Resolution::discard("no"), &live()).await.unwrap_err();
    assert!(matches!(late, CallError::AlreadyOver { state: ActionState::Applied, .. }), "{late}");
    let unknown = ActionId::from_parts(0, 9);
    let error = session.resolve(unknown, Resolution::apply("x"), &live()).await.unwrap_err();
    assert!(matches!(error, CallError::UnknownAction { id } if id == unknown));
}

#[tokio::test]
async fn the_outcome_is_recorded_before_anybody_is_told() {
    let session = session();
    let id = previewed(&session).await;
    // Whoever shows the result may fail: the record has it all the same.
    let shown = tokio::spawn({
        let session = session.clone();
        async move {
            session.resolve(id, Resolution::apply("yes"), &live()).await.unwrap();
            panic!("the renderer gives up");
        }
    });
    assert!(shown.await.unwrap_err().is_panic());
    let ended = session.ended(id).unwrap();
    assert_eq!(ended.state, ActionState::Applied);
    assert_eq!(ended.outcome.unwrap().unwrap().joined_text(), "Remembered: milk");
}
