//! What follows a preview.

use std::sync::{Arc, Mutex};

use super::*;

#[derive(Debug, Serialize, Deserialize)]
struct Counter {
    limit: u32,
}

/// What happened, in order.
#[derive(Default)]
struct Log(Mutex<Vec<String>>);

impl Log {
    fn add(&self, line: impl Into<String>) {
        self.0.lock().unwrap().push(line.into());
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Options {
    twice: bool,
}

impl Counter {
    async fn apply(&self, cx: &ResolveContext<'_, Options>) -> Result<String, ToolError> {
        let log: &Arc<Log> = cx.require_state()?;
        let twice = cx.extra().is_some_and(|options| options.twice);
        log.add(format!("apply {} {twice}", self.limit));
        tokio::task::yield_now().await;
        Ok("Counted.".to_owned())
    }

    async fn verify(&self, cx: &ResolveContext<'_, Options>) -> Result<(), ToolError> {
        cx.require_state::<Arc<Log>>()?.add("verify");
        tokio::task::yield_now().await;
        match self.limit {
            0 => Err(ToolError::new("The limit moved.")),
            _ => Ok(()),
        }
    }
}

async fn forget(
    plan: Counter,
    cx: &ResolveContext<'_, Options>,
) -> Result<Option<ToolOutput>, BoxError> {
    cx.require_state::<Arc<Log>>()?.add(format!("reject {}", plan.limit));
    tokio::task::yield_now().await;
    Ok(None)
}

#[preview_tool(
    apply = Counter::apply,
    verify = Counter::verify,
    reject = forget,
    extra = Options
)]
async fn count(limit: u32) -> Result<Preview<Counter>, BoxError> {
    Ok(Preview::stage(Counter { limit }, "Would count."))
}

fn counting() -> (Session, Arc<Log>) {
    let log = Arc::new(Log::default());
    let builder = Session::builder().tool(Count).state(Arc::clone(&log));
    (builder.build().unwrap(), log)
}

#[tokio::test]
async fn handlers_take_plans_by_value_and_by_reference() {
    let (session, log) = counting();
    call(&session, "count", r#"{"limit":3}"#).await;
    assert_eq!(apply(&session).await, "Counted.");
    call(&session, "count", r#"{"limit":4}"#).await;
    let result = resolve(&session, json!({ "action": "discard", "reason": "no" })).await;
    assert_eq!(result.text(), "Discarded: Count. Reason: no");
    assert_eq!(log.lines(), ["verify", "apply 3 false", "reject 4"]);
}

#[tokio::test]
async fn extra_is_typed() {
    let (session, log) = counting();
    call(&session, "count", r#"{"limit":3}"#).await;
    let wrong = json!({ "action": "apply", "reason": "fine", "extra": { "twice": 1 } });
    let wrong = resolve(&session, wrong).await;
    assert!(wrong.text().contains("`extra.twice`"), "{}", wrong.text());
    let right = json!({ "action": "apply", "reason": "fine", "extra": { "twice": true } });
    assert_eq!(resolve(&session, right).await.text(), "Counted.");
    assert_eq!(log.lines(), ["verify", "apply 3 true"]);
}

#[tokio::test]
async fn a_failed_verify_means_stale() {
    let (session, log) = counting();
    call(&session, "count", r#"{"limit":0}"#).await;
    assert_eq!(apply(&session).await, "Preview is stale: The limit moved. Call count again.");
    assert!(session.pending().is_empty());
    assert_eq!(log.lines(), ["verify"]);
}

#[derive(Debug, Serialize, Deserialize)]
struct Guarded {
    version: u32,
}

impl VerifyPlan for Guarded {
    async fn verify(&self) -> Result<(), BoxError> {
        tokio::task::yield_now().await;
        match self.version {
            1 => Ok(()),
            _ => Err("The version moved.".into()),
        }
    }
}

async fn write(_: Guarded, _: &ResolveContext<'_>) -> Result<&'static str, BoxError> {
    Ok("Written.")
}

#[preview_tool(apply = write)]
async fn write_guarded(version: u32) -> Result<Preview<Guarded>, BoxError> {
    Ok(Preview::stage(Guarded { version }, "Would write."))
}

#[tokio::test]
async fn a_plan_that_can_verify_itself_does() {
    let written = preview_and_apply(WriteGuarded, r#"{"version":1}"#).await;
    assert_eq!(written, "Written.");
    let stale = preview_and_apply(WriteGuarded, r#"{"version":2}"#).await;
    assert_eq!(stale, "Preview is stale: The version moved. Call write_guarded again.");
}

/// Not `Clone`: a copy is loaded from what was stored.
#[derive(Debug, Serialize, Deserialize)]
struct Uncloned(Vec<u8>);

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Cloned(Vec<u8>);

async fn fail_at_first<P>(mut bytes: Vec<u8>, cx: &ResolveContext<'_>) -> Result<ToolOutput, P>
where
    P: From<&'static str>,
{
    bytes.pop();
    tokio::task::yield_now().await;
    match cx.reason() {
        "first" => Err("Not yet.".into()),
        _ => Ok(ToolOutput::text(format!("{bytes:?}"))),
    }
}

async fn apply_uncloned(plan: Uncloned, cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    fail_at_first(plan.0, cx).await
}

async fn apply_cloned(plan: Cloned, cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    fail_at_first(plan.0, cx).await
}

#[preview_tool(apply = apply_uncloned)]
async fn uncloned_plan() -> Result<Preview<Uncloned>, BoxError> {
    Ok(Preview::stage(Uncloned(vec![1, 2]), "Would print."))
}

#[preview_tool(apply = apply_cloned)]
async fn cloned_plan() -> Result<Preview<Cloned>, BoxError> {
    Ok(Preview::stage(Cloned(vec![1, 2]), "Would print."))
}

async fn applies_at_the_second_time(tool: impl PreviewTool) {
    let name = tool.definition().name().to_owned();
    let session = Session::builder().tool(tool).build().unwrap();
    call(&session, &name, "{}").await;
    let failed = resolve(&session, json!({ "action": "apply", "reason": "first" })).await;
    assert_eq!(failed.text(), "Apply failed: Not yet.");
    assert_eq!(apply(&session).await, "[1]");
}

#[tokio::test]
async fn a_failed_apply_leaves_the_plan_as_it_was() {
    applies_at_the_second_time(UnclonedPlan).await;
    applies_at_the_second_time(ClonedPlan).await;
}
