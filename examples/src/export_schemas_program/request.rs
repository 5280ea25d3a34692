//! The smallest whole requests.

use resolve_runtime::export::{ChoiceError, Dialect, Export};
use resolve_runtime::{Forcing, ToolChoice};
use serde_json::{Map, Value, json};

const QUESTION: &str = "Apply it?";

/// A request with a model and one message, in which the tool is forced where the dialect can.
pub(super) fn smallest(export: &Export, force: Option<&'static str>) -> Result<Value, ChoiceError> {
    let mut body = beginning(export.dialect());
    let choice = force.map(ToolChoice::tool);
    let forcing = forcing(export.dialect());
    export.apply_to(&mut body, choice.as_ref(), forcing)?;
    Ok(match export.dialect() {
        Dialect::Mcp => json!({ "jsonrpc": "2.0", "id": 1, "result": body }),
        _ => body.into(),
    })
}

/// How the models below are made to call a tool.
fn forcing(dialect: Dialect) -> Forcing {
    match dialect {
        Dialect::Mcp => Forcing::Omitted,
        Dialect::Ollama => Forcing::Envelope,
        _ => Forcing::Named,
    }
}

/// What comes before the tools. The models are ones that can be forced.
fn beginning(dialect: Dialect) -> Map<String, Value> {
    let message = json!([{ "role": "user", "content": QUESTION }]);
    let body = match dialect {
        Dialect::OpenAiChat => json!({ "model": "gpt-5.6", "messages": message }),
        Dialect::OpenAiResponses => json!({ "model": "gpt-5.6", "input": message }),
        Dialect::Anthropic => {
            json!({ "model": "claude-sonnet-5", "max_tokens": 1024, "messages": message })
        }
        // The model stands in the address.
        Dialect::Gemini | Dialect::GeminiOpenApi => {
            json!({ "contents": [{ "role": "user", "parts": [{ "text": QUESTION }] }] })
        }
        Dialect::Bedrock => json!({
            "modelId": "anthropic.claude-sonnet-5",
            "messages": [{ "role": "user", "content": [{ "text": QUESTION }] }],
        }),
        Dialect::Mistral => json!({ "model": "mistral-large-latest", "messages": message }),
        Dialect::Ollama => json!({ "model": "qwen3", "messages": message, "stream": false }),
        // The answer to `tools/list` in the revision of 2026-07-28.
        Dialect::Mcp => {
            json!({ "resultType": "complete", "ttlMs": 300_000, "cacheScope": "public" })
        }
        // A dialect that comes later.
        _ => json!({}),
    };
    match body {
        Value::Object(body) => body,
        _ => Map::new(),
    }
}
