//! Whole requests in every dialect: tools and tool choices.

use resolve_runtime::Forcing;
use resolve_runtime::ToolChoice;
use resolve_runtime::export::Dialect;
use serde_json::{Map, Value, json};

use crate::export;
use crate::golden::assert_golden;

/// What a request has beside the tools. The models are such as can be forced.
pub(crate) fn beginning(dialect: Dialect, messages: &[Value]) -> Map<String, Value> {
    let body = match dialect {
        Dialect::OpenAiChat => json!({ "model": "gpt-5.6", "messages": messages }),
        Dialect::OpenAiResponses => json!({ "model": "gpt-5.6", "input": messages }),
        Dialect::Anthropic => {
            json!({ "model": "claude-sonnet-5", "max_tokens": 1024, "messages": messages })
        }
        Dialect::Gemini | Dialect::GeminiOpenApi => json!({ "contents": messages }),
        Dialect::Bedrock => json!({ "modelId": "anthropic.claude-sonnet-5", "messages": messages }),
        Dialect::Mistral => json!({ "model": "mistral-large-latest", "messages": messages }),
        Dialect::Ollama => json!({ "model": "qwen3", "messages": messages, "stream": false }),
        Dialect::Mcp => json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "public" }),
        other => panic!("{other} is new"),
    };
    body.as_object().unwrap().clone()
}

/// What a person says.
pub(crate) fn question(dialect: Dialect) -> Value {
    match dialect {
        Dialect::Gemini | Dialect::GeminiOpenApi => {
            json!({ "role": "user", "parts": [{ "text": "Greet Ada." }] })
        }
        Dialect::Bedrock => json!({ "role": "user", "content": [{ "text": "Greet Ada." }] }),
        _ => json!({ "role": "user", "content": "Greet Ada." }),
    }
}

fn choices() -> [(&'static str, Option<ToolChoice>); 5] {
    [
        ("absent", None),
        ("auto", Some(ToolChoice::Auto)),
        ("none", Some(ToolChoice::None)),
        ("required", Some(ToolChoice::Required)),
        ("resolve", Some(ToolChoice::tool("resolve"))),
    ]
}

pub(crate) const FORCINGS: [(&str, Forcing); 5] = [
    ("named", Forcing::Named),
    ("narrowed", Forcing::Narrowed),
    ("soft", Forcing::Soft),
    ("envelope", Forcing::Envelope),
    ("omitted", Forcing::Omitted),
];

/// Every choice in every form: bodies in one file, and what cannot be said in another.
#[tokio::test]
async fn requests_are_what_they_were() {
    let mut refused = Map::new();
    for dialect in Dialect::ALL {
        let export = export(dialect).await;
        let mut cases = Map::new();
        for (choice_name, choice) in choices() {
            for (forcing_name, forcing) in FORCINGS {
                let name = format!("{choice_name} {forcing_name}");
                let before = beginning(dialect, &[question(dialect)]);
                let mut body = before.clone();
                match export.apply_to(&mut body, choice.as_ref(), forcing) {
                    Ok(()) => drop(cases.insert(name, body.into())),
                    Err(error) => {
                        assert_eq!(body, before, "{dialect}: {name}");
                        refused
                            .insert(format!("{} {name}", dialect.name()), error.to_string().into());
                    }
                }
            }
        }
        assert_golden(&format!("requests/{}.json", dialect.name()), &cases);
    }
    assert_golden("refused.json", &refused);
}
