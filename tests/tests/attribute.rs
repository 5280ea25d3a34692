//! What `#[preview_tool]` generates: schemas, decoding, handlers.

#![allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "tools are passed as sessions take them, and results as functions return them"
)]

#[path = "attribute/arguments.rs"]
mod arguments;
#[path = "attribute/handlers.rs"]
mod handlers;

use resolve_runtime::prelude::*;
use resolve_runtime::{CallResult, ToolDefinition};
use serde_json::{Value, json};

#[derive(Debug, Serialize, Deserialize)]
struct Words(Vec<String>);

async fn join(plan: Words, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(ToolOutput::text(plan.0.join(" ")))
}

/// What a tool's arguments came out as is its plan: the tests read it back from the apply.
fn seen(words: impl IntoIterator<Item = String>) -> Result<Preview<Words>, BoxError> {
    Ok(Preview::stage(Words(words.into_iter().collect()), "Would join the words."))
}

fn definition(tool: impl PreviewTool) -> ToolDefinition {
    (*tool.definition()).clone()
}

fn schema(tool: impl PreviewTool) -> Value {
    definition(tool).input_schema().clone().into()
}

async fn call(session: &Session, name: &str, arguments: &str) -> CallResult {
    let turn = session.begin_turn().await.unwrap();
    let call = ToolCall::new("call", name, arguments);
    let result = turn.call(call, &CancellationToken::new()).await;
    turn.finish();
    result
}

async fn resolve(session: &Session, arguments: Value) -> CallResult {
    call(session, "resolve", &arguments.to_string()).await
}

async fn apply(session: &Session) -> String {
    let result = resolve(session, json!({ "action": "apply", "reason": "fine" })).await;
    result.text().into_owned()
}

/// Calls a tool, applies what it staged, and returns the text of the first failure or of the apply.
async fn preview_and_apply(tool: impl PreviewTool, arguments: &str) -> String {
    let name = tool.definition().name().to_owned();
    let session = Session::builder().tool(tool).build().unwrap();
    let previewed = call(&session, &name, arguments).await;
    if previewed.staged().is_none() {
        return previewed.text().into_owned();
    }
    apply(&session).await
}
