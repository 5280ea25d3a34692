//! Arguments and `extra`: what the schemas promise, what decoding takes, and what errors say.

#![allow(dead_code, reason = "what was decoded is told by its `Debug`")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "tools are passed as sessions take them, and results as functions return them"
)]

use std::collections::BTreeMap;
use std::fmt::Debug;

use resolve_runtime::prelude::*;
use resolve_runtime::{BuildError, FreeForm};
use serde::Deserializer;
use serde_json::{Value, json};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Seen(String);

fn seen(what: impl Debug) -> Result<Preview<Seen>, BoxError> {
    Ok(Preview::stage(Seen(format!("{what:?}")), "Would show it."))
}

async fn show<E: Debug>(plan: Seen, cx: &ResolveContext<'_, E>) -> Result<ToolOutput, BoxError> {
    tokio::task::yield_now().await;
    Ok(ToolOutput::text(match cx.extra() {
        Some(extra) => format!("{} {extra:?}", plan.0),
        None => plan.0,
    }))
}

fn schema(tool: impl PreviewTool) -> Value {
    tool.definition().input_schema().clone().into()
}

async fn call(session: &Session, name: &str, arguments: &str) -> String {
    let turn = session.begin_turn().await.unwrap();
    let call = ToolCall::new("call", name, arguments);
    let result = turn.call(call, &CancellationToken::new()).await;
    turn.finish();
    result.text().into_owned()
}

/// What the call says, or what the apply does if the call staged something.
async fn run(tool: impl PreviewTool, arguments: &str) -> String {
    run_with_extra(tool, arguments, None).await
}

async fn run_with_extra(tool: impl PreviewTool, arguments: &str, extra: Option<Value>) -> String {
    let name = tool.definition().name().to_owned();
    let session = Session::builder().tool(tool).build().unwrap();
    let said = call(&session, &name, arguments).await;
    if session.pending().is_empty() {
        return said;
    }
    let mut resolution = json!({ "action": "apply", "reason": "fine" });
    if let Some(extra) = extra {
        resolution["extra"] = extra;
    }
    call(&session, "resolve", &resolution.to_string()).await
}

fn assert_contains(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in {text:?}");
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Op {
    #[serde(alias = "pattern")]
    pat: String,
    deep: Option<Box<Op>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Ops {
    ops: Vec<Op>,
}

#[preview_tool(apply = show::<Ops>, extra = Ops)]
fn with_typed_extra() -> Result<Preview<Seen>, BoxError> {
    seen(())
}

#[preview_tool(apply = show::<FreeForm>)]
fn with_free_extra() -> Result<Preview<Seen>, BoxError> {
    seen(())
}

#[tokio::test]
async fn an_extra_refuses_what_its_type_does_not_know() {
    let extra = |extra| run_with_extra(WithTypedExtra, "{}", Some(extra));
    let unknown = extra(json!({ "ops": [], "tpyo": 1 })).await;
    assert_contains(&unknown, "`extra.tpyo`: there is no such argument; leave it out");
    let nested = extra(json!({ "ops": [{ "pat": "a", "deep": { "pat": "b", "x": 1 } }] })).await;
    assert_contains(&nested, "`extra.ops[0].deep.x`: there is no such argument");
    let wrong = extra(json!({ "ops": [{ "pat": 1 }] })).await;
    assert_contains(&wrong, "`extra.ops[0].pat`: invalid type: integer `1`");
    assert_contains(&extra(json!({})).await, "`extra.ops`: the argument is missing");
    let known = extra(json!({ "ops": [{ "pattern": "a" }] })).await;
    assert_eq!(known, r#"() Ops { ops: [Op { pat: "a", deep: None }] }"#);
}

#[tokio::test]
async fn a_free_form_extra_takes_everything() {
    let applied = run_with_extra(WithFreeExtra, "{}", Some(json!({ "any": { "thing": 1 } }))).await;
    assert_contains(&applied, "thing");
}

fn doubled<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    Ok(Option::<u8>::deserialize(deserializer)?.map(|number| number * 2))
}

mod tripled {
    use super::{Deserialize, Deserializer};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<u8>, D::Error> {
        Ok(Option::<u8>::deserialize(deserializer)?.map(|number| number * 3))
    }
}

fn seven() -> Option<u8> {
    Some(7)
}

#[preview_tool(apply = show::<FreeForm>)]
fn decoded_by_functions(
    #[serde(deserialize_with = "doubled")] twice: Option<u8>,
    #[serde(with = "tripled")]
    #[schemars(with = "Option<u8>")]
    thrice: std::option::Option<u8>,
    #[serde(deserialize_with = "doubled", default = "seven")] seven: Option<u8>,
    #[cfg_attr(all(), serde(deserialize_with = "doubled"))] conditional: Option<u8>,
    #[cfg_attr(all(), serde(deserialize_with = "doubled", default = "seven"))] both: Option<u8>,
) -> Result<Preview<Seen>, BoxError> {
    seen((twice, thrice, seven, conditional, both))
}

#[preview_tool(apply = show::<FreeForm>)]
fn with_default_of_schemars(
    #[serde(deserialize_with = "doubled")]
    #[schemars(default)]
    twice: Option<u8>,
) -> Result<Preview<Seen>, BoxError> {
    seen(twice)
}

#[tokio::test]
async fn an_option_that_a_function_decodes_may_be_left_out() {
    assert_eq!(schema(DecodedByFunctions).get("required"), None);
    assert_eq!(run(DecodedByFunctions, "{}").await, "(None, None, Some(7), None, Some(7))");
    assert_eq!(run(WithDefaultOfSchemars, "{}").await, "None");
    let all = r#"{"twice":1,"thrice":1,"seven":1,"conditional":1,"both":1}"#;
    let all = run(DecodedByFunctions, all).await;
    assert_eq!(all, "(Some(2), Some(3), Some(2), Some(2), Some(2))");
}

type Maybe = Option<u8>;

#[preview_tool(apply = show::<FreeForm>)]
fn alias_decoded_by_function(
    #[serde(rename = "two-fold", deserialize_with = "doubled")] twice: Maybe,
) -> Result<Preview<Seen>, BoxError> {
    seen(twice)
}

/// Nobody can see that it is an option, so that it is demanded, and the schema says so.
#[tokio::test]
async fn what_a_function_decodes_is_demanded_and_the_schema_says_so() {
    let required = schema(AliasDecodedByFunction).get("required").cloned();
    assert_eq!(required, Some(json!(["two-fold"])));
    let missing = run(AliasDecodedByFunction, "{}").await;
    assert!(missing.ends_with("at `two-fold`: the argument is missing"), "{missing}");
    assert_eq!(run(AliasDecodedByFunction, r#"{"two-fold":2}"#).await, "Some(4)");
}

#[preview_tool(apply = show::<FreeForm>)]
fn derived(
    #[schemars(length(min = 1))] to: String,
    ops: Vec<Op>,
) -> Result<Preview<Seen>, BoxError> {
    seen((to, ops))
}

#[preview_tool(apply = show::<FreeForm>)]
fn one_by_one(ops: Vec<Op>) -> Result<Preview<Seen>, BoxError> {
    seen(ops)
}

#[preview_tool(apply = show::<FreeForm>)]
fn whole(#[args] ops: Ops) -> Result<Preview<Seen>, BoxError> {
    seen(ops)
}

#[tokio::test]
async fn a_missing_argument_is_named_by_its_path() {
    let top = run(Derived, r#"{"ops":[]}"#).await;
    assert_eq!(top, "Invalid arguments for `derived`: at `to`: the argument is missing");
    let top = run(Whole, "{}").await;
    assert_eq!(top, "Invalid arguments for `whole`: at `ops`: the argument is missing");
    let nested = "at `ops[0].pat`: the argument is missing";
    assert_contains(&run(Derived, r#"{"to":"a","ops":[{}]}"#).await, nested);
    assert_contains(&run(OneByOne, r#"{"ops":[{}]}"#).await, nested);
    assert_contains(&run(Whole, r#"{"ops":[{}]}"#).await, nested);
}

#[tokio::test]
async fn an_unknown_member_is_named_by_the_path_that_other_errors_show() {
    let nested = run(Whole, r#"{"ops":[{"pat":"a","deep":{"pat":"b","x":1}}]}"#).await;
    assert_contains(&nested, "at `ops[0].deep.x`: there is no such argument; leave it out");
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Inner {
    depth: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Flattening {
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Collecting {
    name: String,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Empty {}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Wrapped(Inner);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schemars(crate = "resolve_runtime::schemars")]
enum Tagged {
    Inner(Inner),
    Empty,
}

/// A tool that takes a type as its arguments.
macro_rules! takes {
    ($name:ident, $ty:ty) => {
        #[preview_tool(apply = show::<FreeForm>)]
        fn $name(#[args] all: $ty) -> Result<Preview<Seen>, BoxError> {
            seen(all)
        }
    };
}

takes!(takes_inner, Inner);
takes!(takes_alias, Op);
takes!(takes_flattening, Flattening);
takes!(takes_collecting, Collecting);
takes!(takes_map, BTreeMap<String, u8>);
takes!(takes_empty, Empty);
takes!(takes_wrapped, Wrapped);
takes!(takes_tagged, Tagged);
takes!(takes_text, String);
takes!(takes_list, Vec<Inner>);
takes!(takes_option, Option<Inner>);
takes!(takes_unit_variants, Plain);

#[tokio::test]
async fn a_schema_refuses_other_members_where_decoding_does() {
    assert_eq!(schema(TakesInner)["additionalProperties"], false);
    assert_eq!(schema(TakesInner)["required"], json!(["depth"]));
    assert_contains(&run(TakesInner, r#"{"depth":1,"x":1}"#).await, "`x`: there is no such");
    assert_eq!(schema(TakesEmpty)["additionalProperties"], false);
    assert_contains(&run(TakesEmpty, r#"{"x":1}"#).await, "`x`: there is no such");
}

#[tokio::test]
async fn a_schema_refuses_nothing_that_decoding_takes() {
    let open = |schema: Value| schema.get("additionalProperties") != Some(&Value::Bool(false));
    assert!(open(schema(TakesFlattening)));
    assert_contains(&run(TakesFlattening, r#"{"depth":1,"x":1}"#).await, "depth: 1");
    assert!(open(schema(TakesCollecting)));
    assert_contains(&run(TakesCollecting, r#"{"name":"a","x":1}"#).await, "\"x\": Number(1)");
    assert!(open(schema(TakesMap)));
    assert_eq!(run(TakesMap, r#"{"x":1}"#).await, r#"{"x": 1}"#);
    // The schema does not list the other name.
    assert!(open(schema(TakesAlias)));
    assert_contains(&run(TakesAlias, r#"{"pattern":"a"}"#).await, "pat: \"a\"");
    assert!(open(schema(TakesWrapped)));
    assert_contains(&run(TakesWrapped, r#"{"depth":1}"#).await, "depth: 1");
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(crate = "resolve_runtime::schemars")]
enum Plain {
    Fast,
    Slow,
}

/// A tool whose `extra` is of a type.
macro_rules! extra {
    ($name:ident, $ty:ty) => {
        #[preview_tool(apply = show::<$ty>, extra = $ty)]
        fn $name() -> Result<Preview<Seen>, BoxError> {
            seen(())
        }
    };
}

extra!(plain_extra, Plain);
extra!(text_extra, String);
extra!(tagged_extra, Tagged);
extra!(map_extra, BTreeMap<String, u8>);
extra!(any_extra, Value);
extra!(wrapped_extra, Wrapped);

fn built(tool: impl PreviewTool) -> Result<(), BuildError> {
    Session::builder().tool(tool).build().map(drop)
}

#[test]
fn arguments_that_are_no_object_are_refused_at_the_start() {
    let refused =
        |tool: &str| Err(BuildError::NotAnObject { tool: tool.into(), what: "the arguments" });
    assert_eq!(built(TakesText), refused("takes_text"));
    assert_eq!(built(TakesList), refused("takes_list"));
    assert_eq!(built(TakesUnitVariants), refused("takes_unit_variants"));
    assert_eq!(built(TakesOption), Ok(()));
    assert_eq!(built(TakesWrapped), Ok(()));
    assert_eq!(built(TakesTagged), Ok(()));
    assert_eq!(built(TakesMap), Ok(()));
    assert_eq!(
        built(TakesText).unwrap_err().to_string(),
        "the type that the tool `takes_text` takes for the arguments is no JSON object, and \
         nothing else is ever given there: expected a `struct` with named fields; make the value \
         a field of one"
    );
}

#[test]
fn an_extra_that_is_no_object_is_refused_at_the_start() {
    let refused = |tool: &str| Err(BuildError::NotAnObject { tool: tool.into(), what: "`extra`" });
    assert_eq!(built(PlainExtra), refused("plain_extra"));
    assert_eq!(built(TextExtra), refused("text_extra"));
    assert_eq!(built(TaggedExtra), Ok(()));
    assert_eq!(built(MapExtra), Ok(()));
    assert_eq!(built(AnyExtra), Ok(()));
    assert_eq!(built(WrappedExtra), Ok(()));
    assert_eq!(built(WithTypedExtra), Ok(()));
    assert_eq!(built(WithFreeExtra), Ok(()));
}

#[tokio::test]
async fn an_error_does_not_echo_a_long_input() {
    let long = "ä".repeat(500_000);
    let value = run(OneByOne, &format!(r#"{{"ops":"{long}"}}"#)).await;
    assert!(value.chars().count() < 400, "{} bytes", value.len());
    assert_contains(&value, "ää…ää");
    assert_contains(&value, "expected a sequence");
    let key = run(OneByOne, &format!(r#"{{"{long}":1}}"#)).await;
    assert!(key.chars().count() < 500, "{} bytes", key.len());
    assert_contains(&key, "there is no such argument; expected only `ops`");
    let key = run(Whole, &format!(r#"{{"ops":[],"{long}":1}}"#)).await;
    assert!(key.chars().count() < 500, "{} bytes", key.len());
    let member = run_with_extra(WithTypedExtra, "{}", Some(json!({ "ops": [], long: 1 }))).await;
    assert!(member.chars().count() < 500, "{} bytes", member.len());
    assert_contains(&member, "there is no such argument");
}
