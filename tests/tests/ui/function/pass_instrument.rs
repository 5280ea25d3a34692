//! Spans of `tracing` around a tool, by an attribute above or below ours.
#![deny(warnings)]

use resolve_runtime::prelude::*;
use tests::tools::{assert_runs_in, names};

async fn done(_: (), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

/// Above.
#[tracing::instrument(skip(store), fields(kind = "preview"))]
#[preview_tool(apply = done)]
async fn above(
    /// What to say.
    text: &str,
    #[serde(default)] number: u8,
    #[state] store: &u8,
    #[context] cx: &CallContext<'_>,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), format!("{text} {number} {store} {}", cx.call_id())))
}

/// Below.
#[preview_tool(apply = done)]
#[tracing::instrument(skip_all, err)]
async fn below(
    /// What to say.
    text: String,
    #[serde(alias = "count")] number: u8,
    #[state] store: &u8,
    #[context] cx: &CallContext<'_>,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), format!("{text} {number} {store} {}", cx.call_id())))
}

/// Neither is `async`.
#[tracing::instrument]
#[preview_tool(apply = done)]
fn not_async(#[state] store: &u8, r#type: u8) -> Result<Preview<()>, std::fmt::Error> {
    Ok(Preview::stage((), format!("{store} {}", r#type)))
}

fn main() {
    assert_eq!(tests::tools::description(&Above), "Above.");
    assert_eq!(tests::tools::properties(&Above)["text"]["description"], "What to say.");
    assert_eq!(names(&Below), ["text", "number"]);
    let builder = || Session::builder().state(1_u8);
    let arguments = r#"{"text":"a"}"#;
    assert_runs_in(builder().tool(Above), "above", arguments, "a 0 1 call", "Done.");
    let arguments = r#"{"text":"a","count":2}"#;
    assert_runs_in(builder().tool(Below), "below", arguments, "a 2 1 call", "Done.");
    assert_runs_in(builder().tool(NotAsync), "not_async", r#"{"type":3}"#, "1 3", "Done.");
}
