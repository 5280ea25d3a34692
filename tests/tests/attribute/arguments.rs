//! The definition, and the way from the arguments to the function.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

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

#[tokio::test]
async fn a_tool_function_stays_a_function() {
    let preview = join_words("a".to_owned(), None, Vec::new(), String::new(), true);
    assert_eq!(preview.await.unwrap().plan().unwrap().0, ["a", "", "true"]);
}
