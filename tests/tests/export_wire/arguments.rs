//! What a model writes as arguments, and what reaches the tool.

use resolve_runtime::export::{Dialect, Export};
use resolve_runtime::prelude::*;
use resolve_runtime::{Parameter, ToolDefinition};
use serde_json::{Value, json};

use crate::{export, session};

fn decoded(export: &Export, tool: &'static str, arguments: &str) -> Result<String, String> {
    let call = ToolCall::new("call_1", tool, arguments.to_owned());
    match export.decode(call) {
        Ok(call) => {
            assert_eq!((&*call.id, &*call.name), ("call_1", tool));
            Ok(call.arguments.into_owned())
        }
        Err(refused) => {
            assert_eq!((refused.call_id(), refused.tool_name()), ("call_1", tool));
            let text = refused.to_string();
            let result = refused.into_result();
            assert!(result.is_error() && result.call_id() == "call_1" && result.text() == text);
            Err(text)
        }
    }
}

/// Double-encoded where the schema wants an object; texts stay texts.
#[tokio::test]
async fn what_is_encoded_twice_is_decoded_where_the_schema_says_so() {
    let export = export(Dialect::OpenAiChat).await;
    let whole = json!({ "action": "apply", "reason": "fine" });
    let twice = Value::from(whole.to_string()).to_string();
    let text = decoded(&export, "resolve", &twice).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), whole);

    let extra = json!({ "action": "apply", "reason": "{oops}", "extra": "{\"n\":1}" });
    let text = decoded(&export, "resolve", &extra.to_string()).unwrap();
    let wanted = json!({ "action": "apply", "reason": "{oops}", "extra": { "n": 1 } });
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), wanted);

    for reason in ["42", "{oops}", "null", "[1]", "\"x\"", "{\"a\":1}"] {
        let written = json!({ "action": "apply", "reason": reason }).to_string();
        assert_eq!(decoded(&export, "resolve", &written), Ok(written));
    }
}

#[tokio::test]
async fn what_is_no_json_is_told_and_not_called() {
    let export = export(Dialect::OpenAiChat).await;
    for arguments in ["{", "{\"name\": \"Ad", "name: Ada", "{} {}", "```json\n{}\n```"] {
        let error = decoded(&export, "greet", arguments).unwrap_err();
        assert!(error.starts_with("Invalid arguments for `greet`: not JSON: "), "{error}");
    }
    // Which of two is meant nobody knows.
    let twice = r#"{"action": "discard", "action": "apply", "reason": "fine"}"#;
    let error = decoded(&export, "resolve", twice).unwrap_err();
    assert!(error.contains("`action` stands there twice"), "{error}");
}

#[tokio::test]
async fn arguments_that_need_no_decoding_stay_as_they_are() {
    let export = export(Dialect::Anthropic).await;
    let spaced = "{ \"name\" :\"Ada\" }";
    assert_eq!(decoded(&export, "greet", spaced).as_deref(), Ok(spaced));
    for empty in ["", "  \n"] {
        assert_eq!(decoded(&export, "list", empty).as_deref(), Ok("{}"));
    }
    // The host's own tools are its own to read.
    assert_eq!(decoded(&export, "bash", "rm -rf /").as_deref(), Ok("rm -rf /"));
    assert_eq!(decoded(&export, "Greet", "{").as_deref(), Ok("{"));
}

/// Larger than what a JSON value holds.
#[test]
fn large_numbers_are_not_rounded() {
    const PARAMETERS: &[Parameter] = &[Parameter::new::<u128>("n", "A number.")];
    let tool = ToolDefinition::new("count").with_parameters(PARAMETERS);
    for dialect in Dialect::ALL {
        let Ok(export) = Export::builder(dialect).tools(std::slice::from_ref(&tool)).build() else {
            continue;
        };
        let written = format!("{{\"n\":{}}}", u128::MAX);
        if let Ok(text) = decoded(&export, "count", &written) {
            assert!(text.contains(&u128::MAX.to_string()), "{dialect}: {text}");
        }
    }
}

/// From what a strict model writes to what the tool gets, through the session.
#[tokio::test]
async fn json_text_comes_back_as_an_object() {
    let session = session();
    let abort = CancellationToken::new();
    let turn = session.begin_turn().await.unwrap();
    let mut builder = Export::builder(Dialect::OpenAiChat).tools(turn.tools());
    builder = builder.json_text("resolve", true);
    let export = builder.build().unwrap();
    assert!(export.is_strict("resolve"));
    turn.call(ToolCall::new("1", "greet", r#"{"name": "Ada"}"#), &abort).await;
    turn.finish();

    let turn = session.begin_turn().await.unwrap();
    for (extra, problem) in [("prose", "extra"), ("[1]", "extra"), ("{", "extra")] {
        let written = json!({ "action": "apply", "reason": "fine", "extra": extra });
        let error = decoded(&export, "resolve", &written.to_string()).unwrap_err();
        assert!(error.contains(problem), "{error}");
    }
    let written = json!({ "action": "apply", "reason": "fine", "extra": "{\"n\": 1}" }).to_string();
    let call = export.decode(ToolCall::new("2", "resolve", written)).unwrap();
    let result = turn.call(call, &abort).await;
    assert_eq!(result.text(), "Hello, Ada!");
    assert!(result.to_json().contains(r#""extra":{"n":1}"#), "{}", result.to_json());
    turn.finish();
    let null = json!({ "action": "apply", "reason": "fine", "extra": null }).to_string();
    let text = decoded(&export, "resolve", &null).unwrap();
    assert_eq!(text, r#"{"action":"apply","reason":"fine"}"#);
}
