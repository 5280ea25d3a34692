//! Calls as the text of a reply.

use resolve_runtime::Forcing;
use resolve_runtime::ToolDefinition;
use resolve_runtime::export::{CallIds, ChoiceError, Dialect, Export, Stop};
use resolve_runtime::prelude::*;
use resolve_runtime::schemars::{self, JsonSchema};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::export;

fn ollama(text: &str) -> Value {
    json!({ "message": { "role": "assistant", "content": text }, "done_reason": "stop" })
}

#[tokio::test]
async fn only_a_whole_envelope_of_the_tool_is_a_call() {
    let export = export(Dialect::Ollama).await;
    let arguments = json!({ "action": "apply", "reason": "fine" });
    let read = |text: &str| {
        let mut ids = CallIds::new();
        let reply = export.read_envelope(&ollama(text), "resolve", &mut ids).unwrap();
        (reply.calls().len(), reply.text().to_owned())
    };
    let whole = json!({ "name": "resolve", "arguments": arguments }).to_string();
    assert_eq!(read(&whole), (1, String::new()));
    for other in [
        json!({ "name": "greet", "arguments": arguments }).to_string(),
        json!({ "name": "resolve", "arguments": arguments, "note": "" }).to_string(),
        json!({ "arguments": arguments }).to_string(),
        json!([whole]).to_string(),
        format!("Here: {whole}"),
        String::new(),
    ] {
        assert_eq!(read(&other), (0, other.clone()));
    }
    // What is not asked for is not read.
    let reply = export.read(&ollama(&whole), &mut CallIds::new()).unwrap();
    assert_eq!((reply.calls().len(), reply.text()), (0, &*whole));
}

#[tokio::test]
async fn an_envelope_that_was_cut_is_no_call() {
    let export = export(Dialect::Ollama).await;
    let text = r#"{"name": "resolve", "arguments": {"action": "apply", "reason": "fine"}}"#;
    let mut response = ollama(text);
    response["done_reason"] = "length".into();
    let reply = export.read_envelope(&response, "resolve", &mut CallIds::new()).unwrap();
    assert_eq!((reply.calls().len(), reply.stop()), (0, &Stop::Cut));
}

/// The result of the call can follow, as if the model had called in the usual way.
#[tokio::test]
async fn the_conversation_goes_on_behind_an_envelope() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::Mcp) {
        let export = export(dialect).await;
        let text = r#"{"name":"resolve","arguments":{"action":"apply","reason":"fine"}}"#;
        let response = match dialect {
            Dialect::OpenAiChat | Dialect::Mistral => json!({
                "choices": [{ "message": { "role": "assistant", "content": text } }],
            }),
            Dialect::OpenAiResponses => json!({
                "output": [{ "type": "message", "content": [{ "type": "output_text", "text": text }] }],
            }),
            Dialect::Anthropic => json!({ "content": [{ "type": "text", "text": text }] }),
            Dialect::Gemini | Dialect::GeminiOpenApi => json!({
                "candidates": [{ "content": { "role": "model", "parts": [{ "text": text }] } }],
            }),
            Dialect::Bedrock => json!({
                "output": { "message": { "role": "assistant", "content": [{ "text": text }] } },
            }),
            _ => ollama(text),
        };
        let reply = export.read_envelope(&response, "resolve", &mut CallIds::new()).unwrap();
        let call = reply.calls()[0].as_ref().unwrap();
        assert_eq!(call.arguments, r#"{"action":"apply","reason":"fine"}"#, "{dialect}");
        let again = export.read_message(&reply.messages()[0], &mut CallIds::new()).unwrap();
        assert_eq!(again.calls(), reply.calls(), "{dialect}");
    }
}

/// A tree.
#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "schemars")]
#[expect(dead_code, reason = "only its schema counts")]
struct Tree {
    name: String,
    children: Vec<Tree>,
}

/// References stay whole when the schema moves into the envelope.
#[test]
fn references_are_found_in_an_envelope() {
    let tool = ToolDefinition::new("plant").with_input::<Tree>();
    let export =
        Export::builder(Dialect::OpenAiChat).tools(std::slice::from_ref(&tool)).build().unwrap();
    let mut body = Map::new();
    export.apply_to(&mut body, Some(&ToolChoice::tool("plant")), Forcing::Envelope).unwrap();
    let schema = &body["response_format"]["json_schema"]["schema"];
    let mut references = Vec::new();
    collect(schema, &mut references);
    assert!(!references.is_empty(), "{schema}");
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        let found = schema.pointer(pointer).unwrap_or_else(|| panic!("{reference} in {schema}"));
        assert!(found["properties"]["children"].is_object(), "{found}");
    }
    assert!(export.envelope_losses("plant").is_ok());
    let unknown = export.envelope_losses("resolve").unwrap_err();
    assert_eq!(unknown, ChoiceError::NotExported { tool: "resolve".into() });
}

fn collect(schema: &Value, references: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            references.extend(members.get("$ref").and_then(Value::as_str).map(str::to_owned));
            members.values().for_each(|member| collect(member, references));
        }
        Value::Array(elements) => elements.iter().for_each(|it| collect(it, references)),
        _ => {}
    }
}
