//! Replies as providers send them, written down in `data/export/replies`, and what is read there.

use resolve_runtime::export::{CallIds, Dialect, Reply, ReplyError};
use serde_json::{Map, Value, json};

use crate::export;
use crate::golden::cases;

/// What was read, as the files write it.
pub(crate) fn told(reply: Result<Reply, ReplyError>) -> Value {
    let reply = match reply {
        Ok(reply) => reply,
        Err(error) => return json!({ "error": error.to_string() }),
    };
    let calls = reply.calls().iter().map(|call| match call {
        Ok(call) => json!([call.id, call.name, parsed(&call.arguments)]),
        Err(call) => json!([call.call_id(), call.tool_name(), { "refused": call.to_string() }]),
    });
    let mut told = Map::new();
    told.insert("calls".to_owned(), calls.collect());
    told.insert("text".to_owned(), reply.text().into());
    told.insert("stop".to_owned(), format!("{:?}", reply.stop()).into());
    told.into()
}

fn parsed(arguments: &str) -> Value {
    serde_json::from_str(arguments).unwrap_or_else(|_| arguments.into())
}

#[tokio::test]
async fn replies_are_read_in_every_dialect() {
    for dialect in Dialect::ALL {
        let export = export(dialect).await;
        // What Gemini sends back is the same for both.
        let name = if dialect == Dialect::GeminiOpenApi { "gemini" } else { dialect.name() };
        let cases = cases(&format!("replies/{name}.json"));
        assert!(cases.len() >= 8, "{dialect}: {}", cases.len());
        for (name, case) in cases {
            let reply = match case.get("envelope").and_then(Value::as_str) {
                Some(tool) => export.read_envelope(&case["response"], tool, &mut CallIds::new()),
                None => export.read(&case["response"], &mut CallIds::new()),
            };
            if let Some(messages) = case.get("messages") {
                let sendable = Value::from(reply.as_ref().unwrap().messages());
                assert_eq!(&sendable, messages, "{dialect}: {name}");
            }
            assert_eq!(told(reply), case["read"], "{dialect}: {name}");
        }
    }
}

/// The message alone says the same, but nobody knows then why it ended.
#[tokio::test]
async fn a_message_is_read_without_its_response() {
    for dialect in Dialect::ALL {
        let export = export(dialect).await;
        let name = if dialect == Dialect::GeminiOpenApi { "gemini" } else { dialect.name() };
        let case = &cases(&format!("replies/{name}.json"))["parallel calls"];
        let whole = export.read(&case["response"], &mut CallIds::new()).unwrap();
        let message = match whole.messages() {
            // A client's request has no message in it; its parameters say the same.
            [] => case["response"]["params"].clone(),
            messages if dialect == Dialect::OpenAiResponses => messages.into(),
            messages => messages[0].clone(),
        };
        let alone = export.read_message(&message, &mut CallIds::new()).unwrap();
        assert_eq!(alone.text(), whole.text(), "{dialect}");
        assert_eq!(alone.calls().len(), whole.calls().len(), "{dialect}");
        if dialect != Dialect::Mcp {
            assert_eq!(alone.calls(), whole.calls(), "{dialect}");
            assert_eq!(format!("{:?}", alone.stop()), "Unknown", "{dialect}");
        }
    }
}

/// Nothing that a server may send makes reading panic, and one call makes one result.
#[tokio::test]
async fn nonsense_is_an_error_or_no_calls() {
    let values = [
        json!(null),
        json!(true),
        json!(7),
        json!("text"),
        json!([]),
        json!([null, 1, "x", [], {}]),
        json!({}),
        json!({ "type": null, "name": [], "id": {}, "function": 1, "args": "{" }),
    ];
    for dialect in Dialect::ALL {
        let export = export(dialect).await;
        let name = if dialect == Dialect::GeminiOpenApi { "gemini" } else { dialect.name() };
        let whole = &cases(&format!("replies/{name}.json"))["parallel calls"]["response"];
        for value in &values {
            for broken in replaced(whole, value) {
                let mut ids = CallIds::new();
                if let Ok(reply) = export.read(&broken, &mut ids) {
                    let ids = reply.calls().iter().map(|call| match call {
                        Ok(call) => call.id.clone().into_owned(),
                        Err(call) => call.call_id().to_owned(),
                    });
                    assert!(ids.into_iter().all(|id| !id.is_empty()), "{dialect}: {broken}");
                }
                let _ = export.read_message(&broken, &mut ids);
                let _ = export.read_envelope(&broken, "resolve", &mut ids);
            }
        }
    }
}

/// The value with one part after another replaced or, last, taken away.
fn replaced(whole: &Value, by: &Value) -> Vec<Value> {
    let mut all = vec![by.clone()];
    match whole {
        Value::Object(members) => {
            for (key, member) in members {
                for part in replaced(member, by) {
                    let mut members = members.clone();
                    members.insert(key.clone(), part);
                    all.push(members.into());
                }
                let mut members = members.clone();
                members.remove(key);
                all.push(members.into());
            }
        }
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                for part in replaced(element, by) {
                    let mut elements = elements.clone();
                    elements[index] = part;
                    all.push(elements.into());
                }
            }
        }
        _ => {}
    }
    all
}

/// Ids that are made up are the same again, and never the same twice.
#[tokio::test]
async fn ids_that_are_missing_are_made_up_in_order() {
    let export = export(Dialect::Gemini).await;
    let part = json!({ "functionCall": { "name": "greet", "args": { "name": "Ada" } } });
    let content = json!({ "role": "model", "parts": [part, part] });
    let mut ids = CallIds::new();
    let mut seen = Vec::new();
    for _ in 0..2 {
        let reply = export.read_message(&content, &mut ids).unwrap();
        // What goes back to the provider is what came from there.
        assert_eq!(reply.messages(), std::slice::from_ref(&content));
        seen.extend(reply.into_calls().into_iter().map(|call| call.unwrap().id.into_owned()));
    }
    assert_eq!(seen, ["call00001", "call00002", "call00003", "call00004"]);
    assert_eq!(CallIds::after(ids.given()), ids);

    // Where a result names its call, the call gets the id as well.
    let export = crate::export(Dialect::OpenAiChat).await;
    let function = json!({ "name": "greet", "arguments": "{\"name\":\"Ada\"}" });
    let message =
        json!({ "role": "assistant", "tool_calls": [{ "id": "", "function": function }] });
    let reply = export.read_message(&message, &mut ids).unwrap();
    assert_eq!(reply.messages()[0]["tool_calls"][0]["id"], "call00005");
}
