//! What `#[preview_tool]` generates: schemas, decoding, handlers.

#![allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "tools are passed as sessions take them, and results as functions return them"
)]

use std::borrow::Cow;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

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

/// Joins a few words.
///
/// The second paragraph stays one:
///   indented.
#[preview_tool(apply = join)]
async fn join_words(
    /// The first word.
    ///
    /// It comes first.
    first: String,
    second: Option<u8>,
    #[serde(default)] third: Vec<String>,
    #[serde(default = "fourth_word")] fourth: String,
    #[serde(rename = "fifth-word", default)] fifth: bool,
) -> Result<Preview<Words>, BoxError> {
    let second = second.map(|number| number.to_string());
    let words = [first].into_iter().chain(second).chain(third);
    seen(words.chain([fourth, fifth.to_string()]))
}

fn fourth_word() -> String {
    "four".to_owned()
}

#[test]
fn the_schema_says_what_the_signature_says() {
    assert_eq!(
        schema(JoinWords),
        json!({
            "type": "object",
            "properties": {
                "first": { "type": "string", "description": "The first word.\n\nIt comes first." },
                "second": { "type": ["integer", "null"], "format": "uint8", "minimum": 0, "maximum": 255 },
                "third": { "type": "array", "items": { "type": "string" } },
                "fourth": { "type": "string" },
                "fifth-word": { "type": "boolean" },
            },
            "required": ["first"],
            "additionalProperties": false,
        })
    );
}

#[test]
fn the_definition_comes_from_the_function() {
    let definition = definition(JoinWords);
    assert_eq!(definition.name(), "join_words");
    assert_eq!(definition.title(), "Join Words");
    assert_eq!(
        definition.description(),
        "Joins a few words.\n\nThe second paragraph stays one:\n  indented."
    );
    assert!(!definition.annotations().destructive);
    assert!(!definition.annotations().idempotent);
    assert!(Arc::ptr_eq(&JoinWords.definition(), &JoinWords.definition()));
}

#[tokio::test]
async fn what_the_schema_calls_optional_may_be_left_out() {
    assert_eq!(preview_and_apply(JoinWords, r#"{"first":"a"}"#).await, "a four false");
    let all = r#"{"first":"a","second":2,"third":["b"],"fourth":"c","fifth-word":true}"#;
    assert_eq!(preview_and_apply(JoinWords, all).await, "a 2 b c true");
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_refused_by_name() {
    let missing = preview_and_apply(JoinWords, "{}").await;
    assert!(missing.contains("`first`: the argument is missing"), "{missing}");
    let unknown = preview_and_apply(JoinWords, r#"{"first":"a","fifth":true}"#).await;
    assert!(unknown.contains("`fifth`: there is no such argument"), "{unknown}");
    let wrong = preview_and_apply(JoinWords, r#"{"first":"a","third":["b",3]}"#).await;
    assert!(wrong.contains("`third[1]`: invalid type: integer `3`"), "{wrong}");
}

#[preview_tool(
    apply = join,
    name = "Join-2",
    title = concat!("Join", " Two"),
    description = "Joins.",
    destructive,
    idempotent,
    struct = Joiner,
)]
/// Not what the model reads.
fn join_two(pair: (String, String)) -> Result<Preview<Words>, std::fmt::Error> {
    let words = Words([pair.0, pair.1].into());
    Ok(Preview::stage(words, "Would join two."))
}

#[test]
fn keys_come_before_what_the_function_says() {
    let definition = definition(Joiner);
    assert_eq!(definition.name(), "Join-2");
    assert_eq!(definition.title(), "Join Two");
    assert_eq!(definition.description(), "Joins.");
    assert!(definition.annotations().destructive);
    assert!(definition.annotations().idempotent);
}

#[tokio::test]
async fn a_function_need_not_be_async() {
    assert_eq!(preview_and_apply(Joiner, r#"{"pair":["a","b"]}"#).await, "a b");
    assert!(join_two(("a".to_owned(), "b".to_owned())).unwrap().is_staged());
}

type Fallible<T> = Result<Preview<T>, BoxError>;
type Maybe<T> = Option<T>;

/// One.
#[doc = concat!(" Two", ".")]
#[preview_tool(apply = join)]
fn borrowing(
    text: &str,
    path: &Path,
    list: &[u8],
    maybe: Maybe<String>,
    mut cow: Cow<'static, str>,
) -> impl Future<Output = Fallible<Words>> + Send + use<> {
    cow.to_mut().push('!');
    let path = path.display().to_string();
    let words = [text.to_owned(), path, format!("{list:?}"), format!("{maybe:?}"), cow.into()];
    async move { seen(words) }
}

#[tokio::test]
async fn references_aliases_and_returned_futures_work() {
    assert_eq!(definition(Borrowing).description(), "One.\n Two.");
    assert_eq!(schema(Borrowing)["required"], json!(["text", "path", "list", "cow"]));
    assert_eq!(
        preview_and_apply(Borrowing, r#"{"text":"a","path":"b/c","list":[1,2],"cow":"d"}"#).await,
        "a b/c [1, 2] None d!"
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Nested {
    /// How deep.
    depth: u8,
}

#[preview_tool(apply = join)]
async fn derived(
    /// From 1 to 3.
    #[schemars(range(min = 1, max = 3))]
    count: u8,
    #[serde(alias = "also")] other: Option<String>,
    #[serde(flatten)] nested: Nested,
    text: &str,
) -> Result<Preview<Words>, BoxError> {
    let other = format!("{other:?}");
    seen([count.to_string(), other, nested.depth.to_string(), text.to_owned()])
}

#[tokio::test]
async fn other_serde_attributes_reach_a_derive() {
    let schema = schema(Derived);
    assert_eq!(schema["properties"]["count"]["maximum"], 3);
    assert_eq!(schema["properties"]["count"]["description"], "From 1 to 3.");
    assert_eq!(schema["properties"]["depth"]["description"], "How deep.");
    assert_eq!(schema["required"], json!(["count", "depth", "text"]));
    let arguments = r#"{"count":2,"also":"x","depth":7,"text":"t"}"#;
    assert_eq!(preview_and_apply(Derived, arguments).await, "2 Some(\"x\") 7 t");
}

#[preview_tool(apply = join)]
async fn whole(#[args] input: &Nested2) -> Result<Preview<Words>, BoxError> {
    seen([input.depth.to_string()])
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Nested2 {
    depth: u8,
}

#[tokio::test]
async fn all_arguments_can_be_a_type_of_ones_own() {
    assert_eq!(schema(Whole)["required"], json!(["depth"]));
    assert_eq!(preview_and_apply(Whole, r#"{"depth":3}"#).await, "3");
    let unknown = preview_and_apply(Whole, r#"{"depth":3,"width":1}"#).await;
    assert!(unknown.contains("`width`"), "{unknown}");
}

struct Calls(AtomicU32);

#[preview_tool(apply = join)]
async fn stateful(
    #[context] cx: &CallContext<'_>,
    word: String,
    /// How often it was called.
    #[state]
    calls: &Calls,
    #[state] greeting: &&'static str,
) -> Result<Preview<Words>, BoxError> {
    let calls = calls.0.fetch_add(1, Ordering::Relaxed) + 1;
    seen([greeting.to_string(), word, calls.to_string(), cx.call_id().to_owned()])
}

#[tokio::test]
async fn state_and_context_come_from_the_session() {
    let properties = schema(Stateful)["properties"].clone();
    assert_eq!(properties.as_object().unwrap().keys().collect::<Vec<_>>(), ["word"]);
    let builder = || Session::builder().tool(Stateful).state("hello");
    let missing = builder().build().unwrap_err().to_string();
    assert!(missing.contains("Calls"), "{missing}");
    let session = builder().state(Calls(AtomicU32::new(0))).build().unwrap();
    call(&session, "stateful", r#"{"word":"world"}"#).await;
    assert_eq!(apply(&session).await, "hello world 1 call");
}

#[preview_tool(apply = join)]
fn nothing_to_take() -> Result<Preview<Words>, BoxError> {
    seen([])
}

#[tokio::test]
async fn a_tool_without_arguments_refuses_some() {
    let unknown = preview_and_apply(NothingToTake, r#"{"a":1}"#).await;
    assert!(unknown.contains("`a`: there is no such argument"), "{unknown}");
}

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

#[tokio::test]
async fn a_tool_function_stays_a_function() {
    let preview = join_words("a".to_owned(), None, Vec::new(), String::new(), true);
    assert_eq!(preview.await.unwrap().plan().unwrap().0, ["a", "", "true"]);
}
