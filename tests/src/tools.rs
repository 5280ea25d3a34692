//! A tool's definition, and a run of it from the arguments to what its apply says.

use resolve_runtime::prelude::*;
use resolve_runtime::{CallResult, SessionBuilder};
use serde_json::Value;

/// Calls a tool in a session of its own, and applies what it stages.
///
/// # Panics
///
/// If the model would read anything else.
#[track_caller]
pub fn assert_runs(tool: impl PreviewTool, arguments: &str, shown: &str, applied: &str) {
    let name = tool.definition().name().to_owned();
    assert_runs_in(Session::builder().tool(tool), &name, arguments, shown, applied);
}

/// The same with a session that has more than the tool.
///
/// # Panics
///
/// If the model would read anything else.
#[track_caller]
pub fn assert_runs_in(
    builder: SessionBuilder,
    name: &str,
    arguments: &str,
    shown: &str,
    applied: &str,
) {
    let session = builder.build().unwrap();
    let previewed = call(&session, name, arguments);
    assert!(previewed.staged().is_some(), "{}", previewed.text());
    assert!(previewed.text().ends_with(shown), "{}", previewed.text());
    let resolve = r#"{"action":"apply","reason":"fine"}"#;
    assert_eq!(call(&session, "resolve", resolve).text(), applied);
}

/// What the model reads after a call that stages nothing.
///
/// # Panics
///
/// If the call stages something.
#[track_caller]
pub fn refusal(tool: impl PreviewTool, arguments: &str) -> String {
    let name = tool.definition().name().to_owned();
    let session = Session::builder().tool(tool).build().unwrap();
    let previewed = call(&session, &name, arguments);
    assert!(previewed.staged().is_none(), "{}", previewed.text());
    previewed.text().into_owned()
}

fn call(session: &Session, name: &str, arguments: &str) -> CallResult {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let turn = session.begin_turn().await.unwrap();
        let call = ToolCall::new("call", name, arguments);
        let result = turn.call(call, &CancellationToken::new()).await;
        turn.finish();
        result
    })
}

/// What the model reads about the tool.
pub fn description(tool: &impl PreviewTool) -> String {
    tool.definition().description().to_owned()
}

/// The properties in the schema of the arguments.
pub fn properties(tool: &impl PreviewTool) -> Value {
    tool.definition().input_schema().get("properties").cloned().unwrap_or_default()
}

/// The names of the arguments.
pub fn names(tool: &impl PreviewTool) -> Vec<String> {
    properties(tool).as_object().into_iter().flat_map(|it| it.keys().cloned()).collect()
}
