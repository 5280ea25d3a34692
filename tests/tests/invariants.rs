//! The invariants of the contract that need the async layer, each in a test of its name.
#![cfg(not(resolve_shuttle))]

#[path = "invariants/apply.rs"]
mod apply;
#[path = "invariants/closed.rs"]
mod closed;
#[path = "invariants/writer.rs"]
mod writer;

use resolve_runtime::{Action, CancellationToken, PendingAction, Session, StandingHandler, Turn};
use tests::effects::resolve_call;

use self::writer::{Writer, write_call};

/// Everything of a model call that a provider's prompt cache is keyed on.
fn cached(turn: &Turn) -> String {
    let tools = turn.tools().iter().map(|tool| {
        let schema = serde_json::to_string(tool.input_schema()).unwrap();
        let annotations = serde_json::to_string(&tool.annotations()).unwrap();
        format!("{}\n{}\n{schema}\n{annotations}\n", tool.name(), tool.description())
    });
    let tools: String = tools.collect();
    format!("{tools}{:?}", turn.tool_choice())
}

#[tokio::test]
async fn tools_and_choice_stay_byte_equal_over_turns_that_force_nothing() {
    let writer = Writer::default();
    let session = Session::builder().tool(writer.clone()).build().unwrap();
    let never = CancellationToken::new();
    let turn = session.begin_turn().await.unwrap();
    let first = cached(&turn);
    assert!(first.contains("write") && first.contains("resolve"), "{first}");
    assert!(first.ends_with("None"), "{first}");
    turn.finish();

    let mut forced = 0;
    let mut standing = None;
    for round in 0..12 {
        let turn = session.begin_turn().await.unwrap();
        if turn.serves().is_some() {
            // Even a turn that forces leaves the tools as they are.
            forced += 1;
            let forced = cached(&turn);
            let tools = forced.strip_suffix("Some(Tool(\"resolve\"))").unwrap();
            assert_eq!(tools, first.strip_suffix("None").unwrap());
            turn.call(resolve_call("r", Action::Discard), &never).await;
        } else {
            assert_eq!(cached(&turn), first, "round {round}");
            assert_eq!(turn.reminders(), []);
        }
        match round % 4 {
            0 => drop(turn.call(write_call("new"), &never).await),
            2 => {
                let approval = PendingAction::new("Plan approval")
                    .apply(|_| async { Ok::<_, std::io::Error>("Approved.") });
                standing = Some(session.set_standing(StandingHandler::from(approval)));
            }
            _ => standing = None,
        }
        turn.finish();
    }
    drop(standing);
    assert_eq!(forced, 3);
}

/// A decision of the model's is about the plan, whatever else it says in its call.
#[tokio::test]
async fn what_was_shown_is_what_is_applied() {
    let writer = Writer::default();
    let session = Session::builder().tool(writer.clone()).build().unwrap();
    let never = CancellationToken::new();
    let turn = session.begin_turn().await.unwrap();
    let shown = turn.call(write_call("shown"), &never).await;
    assert!(shown.text().starts_with("Nothing has been changed yet"));
    turn.finish();
    let turn = session.begin_turn().await.unwrap();
    let call = resolve_runtime::ToolCall::from_value(
        "r",
        "resolve",
        &serde_json::json!({
            "action": "apply",
            "reason": "write something else",
            "extra": { "content": "something else" },
        }),
    );
    assert!(!turn.call(call, &never).await.is_error());
    turn.finish();
    assert_eq!(writer.content(), "shown");

    // The world has moved since: refused before the first write.
    let turn = session.begin_turn().await.unwrap();
    turn.call(write_call("late"), &never).await;
    turn.finish();
    writer.set("moved");
    let turn = session.begin_turn().await.unwrap();
    let refused = turn.call(resolve_call("r", Action::Apply), &never).await;
    assert_eq!(
        refused.text(),
        "Preview is stale: the content is not the one that was previewed. Call write again."
    );
    turn.finish();
    assert_eq!((writer.content().as_str(), writer.writes()), ("moved", 1));
    assert!(session.pending().is_empty());
}
