//! What holds for the tool choice in all dialects, whatever the words.

use resolve_runtime::Forcing;
use resolve_runtime::export::{CallIds, ChoiceError, Dialect, Export};
use resolve_runtime::prelude::*;
use resolve_runtime::{RESOLVE, ToolDefinition};
use serde_json::{Map, Value, json};

use crate::requests::FORCINGS;
use crate::{export, session};

fn forced(export: &Export, forcing: Forcing) -> Result<Map<String, Value>, ChoiceError> {
    let mut body = Map::new();
    export.apply_to(&mut body, Some(&ToolChoice::tool(RESOLVE)), forcing).map(|()| body)
}

fn idle(export: &Export, forcing: Forcing) -> Map<String, Value> {
    let mut body = Map::new();
    export.apply_to(&mut body, None, forcing).unwrap();
    body
}

/// Where a tool choice stands, in any dialect.
fn said(body: &Map<String, Value>) -> Option<&Value> {
    let config = body.get("toolConfig");
    let nested = config.and_then(|it| it.get("toolChoice").or(it.get("functionCallingConfig")));
    body.get("tool_choice").or(nested)
}

#[tokio::test]
async fn what_a_dialect_cannot_say_is_an_error() {
    use Forcing::{Envelope, Named, Narrowed};
    for dialect in Dialect::ALL {
        let export = export(dialect).await;
        let impossible: &[Forcing] = match dialect {
            Dialect::Ollama => &[Named],
            Dialect::Mcp => &[Named, Narrowed, Envelope],
            _ => &[],
        };
        for (_, forcing) in FORCINGS {
            let said = forced(&export, forcing);
            if impossible.contains(&forcing) {
                let choice = ToolChoice::tool(RESOLVE);
                assert_eq!(said, Err(ChoiceError::Unsupported { dialect, choice, forcing }));
            } else {
                assert!(said.is_ok(), "{dialect} {forcing:?}: {said:?}");
            }
        }
        let none = export.apply_to(&mut Map::new(), Some(&ToolChoice::None), Named);
        let silent = [Dialect::Bedrock, Dialect::Ollama, Dialect::Mcp].contains(&dialect);
        assert_eq!(none.is_err(), silent, "{dialect}: {none:?}");
    }
}

#[tokio::test]
async fn without_the_tool_there_is_no_choice() {
    for dialect in Dialect::ALL {
        let greet = [ToolDefinition::new("greet")];
        let lacks = Export::builder(dialect).tools(&greet).build().unwrap();
        let empty = Export::builder(dialect).build().unwrap();
        for (_, forcing) in FORCINGS {
            for export in [&lacks, &empty] {
                let error = forced(export, forcing).unwrap_err();
                assert_eq!(error, ChoiceError::NotExported { tool: RESOLVE.into() });
                assert!(export.tools().is_array());
            }
            let required = Some(&ToolChoice::Required);
            let error = empty.apply_to(&mut Map::new(), required, forcing).unwrap_err();
            assert_eq!(error, ChoiceError::NoTools, "{dialect} {forcing:?}");
            for choice in [None, Some(&ToolChoice::Auto)] {
                let mut body = Map::new();
                empty.apply_to(&mut body, choice, forcing).unwrap();
                assert!(body.is_empty(), "{dialect} {forcing:?}: {body:?}");
            }
        }
    }
}

/// The choice names nothing that the list lacks, and a forced list holds what is forced.
#[tokio::test]
async fn what_is_forced_stands_in_the_list() {
    for dialect in Dialect::ALL {
        let export = export(dialect).await;
        for forcing in [Forcing::Named, Forcing::Narrowed] {
            let Ok(body) = forced(&export, forcing) else { continue };
            let whole = Value::from(body.clone());
            let tools = body.get("tools").or(whole["toolConfig"].get("tools")).unwrap().to_string();
            assert!(tools.contains(r#""name":"resolve""#), "{dialect}: {tools}");
            let narrowed = forcing == Forcing::Narrowed;
            assert_eq!(tools.contains(r#""name":"greet""#), !narrowed, "{dialect}: {tools}");
        }
    }
}

/// The bytes of turns that force nothing are equal, and in the soft form those of all turns.
#[tokio::test]
async fn requests_that_force_nothing_are_equal() {
    for dialect in Dialect::ALL {
        let export = export(dialect).await;
        let bytes = |body: Map<String, Value>| Value::from(body).to_string();
        for (_, forcing) in FORCINGS {
            let before = bytes(idle(&export, forcing));
            let _ = forced(&export, forcing);
            assert_eq!(bytes(idle(&export, forcing)), before, "{dialect} {forcing:?}");
        }
        for forcing in [Forcing::Soft, Forcing::Omitted] {
            let forced = bytes(forced(&export, forcing).unwrap());
            assert_eq!(forced, bytes(idle(&export, forcing)), "{dialect} {forcing:?}");
        }
        assert_eq!(said(&idle(&export, Forcing::Named)), None, "{dialect}");
        assert_eq!(said(&forced(&export, Forcing::Omitted).unwrap()), None, "{dialect}");
    }
}

/// A body that is used again carries no force of the request before.
#[tokio::test]
async fn a_force_holds_for_one_request() {
    for dialect in Dialect::ALL {
        let export = export(dialect).await;
        let Ok(mut body) = forced(&export, Forcing::Named) else { continue };
        export.apply_to(&mut body, None, Forcing::Named).unwrap();
        assert_eq!(said(&body), None, "{dialect}");
    }
}

/// What the host has put beside it stays.
#[tokio::test]
async fn the_hosts_own_settings_stay() {
    let export = export(Dialect::Gemini).await;
    let mut body = Map::new();
    body.insert("generationConfig".to_owned(), json!({ "temperature": 0 }));
    body.insert("toolConfig".to_owned(), json!({ "retrievalConfig": { "languageCode": "en" } }));
    let choice = ToolChoice::tool(RESOLVE);
    export.apply_to(&mut body, Some(&choice), Forcing::Named).unwrap();
    assert_eq!(body["toolConfig"]["retrievalConfig"]["languageCode"], "en");
    assert_eq!(body["toolConfig"]["functionCallingConfig"]["mode"], "ANY");
    export.apply_to(&mut body, Some(&choice), Forcing::Envelope).unwrap();
    assert_eq!(body["generationConfig"]["temperature"], 0);
    assert_eq!(body["generationConfig"]["responseMimeType"], "application/json");
}

/// The provider takes the forced choice and ignores it: text, or calls of nothing.
#[tokio::test]
async fn a_force_that_is_ignored_comes_back() {
    let message = json!({ "role": "assistant", "content": "Shall I?", "tool_calls": [] });
    let response = json!({ "choices": [{ "message": message, "finish_reason": "stop" }] });
    let session = session();
    let abort = CancellationToken::new();
    let turn = session.begin_turn().await.unwrap();
    let export = Export::builder(Dialect::OpenAiChat).tools(turn.tools()).build().unwrap();
    turn.call(ToolCall::new("1", "greet", r#"{"name": "Ada"}"#), &abort).await;
    turn.finish();

    let turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.tool_choice(), Some(&ToolChoice::tool(RESOLVE)));
    let reply = export.read(&response, &mut CallIds::new()).unwrap();
    assert!(!reply.calls_tool(RESOLVE));
    assert_eq!((reply.calls().len(), reply.text()), (0, "Shall I?"));
    turn.finish();
    let turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.tool_choice(), Some(&ToolChoice::tool(RESOLVE)));
}
