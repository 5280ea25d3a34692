//! Results of calls as messages: errors, images, nothing, and where reminders stand.

use resolve_runtime::export::{Dialect, ERROR_PREFIX};
use resolve_runtime::prelude::*;
use resolve_runtime::{CallResult, Content};
use serde_json::{Value, json};

use crate::{export, session};

const IMAGE: &str = "iVBORw0KGgo=";

fn with_image(kind: &str) -> ToolOutput {
    ToolOutput::text("A square.").with_content(Content::image(IMAGE, kind))
}

async fn one(dialect: Dialect, outcome: Result<ToolOutput, ToolError>) -> Value {
    let results = [CallResult::new("call_1", "draw", outcome)];
    let messages = export(dialect).await.results(&results);
    assert_eq!(messages.len(), 1, "{dialect}");
    messages[0].clone()
}

#[tokio::test]
async fn errors_are_told_in_every_dialect() {
    for dialect in Dialect::ALL {
        let failed = one(dialect, Err(ToolError::new("No paper."))).await;
        let refused = one(dialect, Ok(ToolOutput::error("No paper."))).await;
        assert_eq!(failed, refused, "{dialect}");
        let told = |pointer: &str| failed.pointer(pointer).cloned().unwrap_or_default();
        match dialect {
            Dialect::Anthropic => assert_eq!(told("/content/0/is_error"), true),
            Dialect::Bedrock => assert_eq!(told("/content/0/toolResult/status"), "error"),
            Dialect::Mcp => assert_eq!(told("/isError"), true),
            Dialect::Gemini | Dialect::GeminiOpenApi => {
                let response = told("/parts/0/functionResponse/response");
                assert_eq!(response, json!({ "error": "No paper." }));
            }
            Dialect::OpenAiResponses => assert_eq!(told("/output"), "Error: No paper."),
            _ => assert_eq!(told("/content"), "Error: No paper."),
        }
        let fine = one(dialect, Ok("Drawn.".into())).await.to_string();
        let flags = [ERROR_PREFIX, "true", "\"error\""];
        assert!(flags.iter().all(|flag| !fine.contains(flag)), "{dialect}: {fine}");
    }
}

/// An image is there, or a text says that it is not.
#[tokio::test]
async fn no_image_is_lost_silently() {
    for dialect in Dialect::ALL {
        let sends = match dialect {
            Dialect::OpenAiResponses | Dialect::Anthropic | Dialect::Bedrock => &["image/png"][..],
            Dialect::Mcp => &["image/png", "image/tiff"],
            _ => &[],
        };
        for kind in ["image/png", "image/tiff"] {
            let message = one(dialect, Ok(with_image(kind))).await.to_string();
            assert!(message.contains("A square."), "{dialect}: {message}");
            assert_eq!(message.contains(IMAGE), sends.contains(&kind), "{dialect}: {message}");
            let note = format!("An image ({kind}) was left out");
            assert_eq!(message.contains(&note), !sends.contains(&kind), "{dialect}: {message}");
        }
    }
}

/// Anthropic refuses anything but text in a result that is an error.
#[tokio::test]
async fn an_error_has_no_image_where_that_is_refused() {
    let result = CallResult::new("call_1", "draw", Err(ToolError::new("No paper.")));
    assert!(result.is_error());
    // A handler's own error output with an image.
    let session = Session::builder().tool(Draw).build().unwrap();
    let abort = CancellationToken::new();
    let call = ToolCall::new("1", "draw", "{}");
    assert!(session.call(call, &abort).await.staged().is_some());
    let apply = ToolCall::new("2", "resolve", r#"{"action": "apply", "reason": "fine"}"#);
    let turn = session.begin_turn().await.unwrap();
    let results = [turn.call(apply, &abort).await];
    let anthropic = export(Dialect::Anthropic).await.results(&results);
    let text = anthropic[0].to_string();
    assert!(text.contains(r#""is_error":true"#) && text.contains("was left out"), "{text}");
    assert!(!text.contains(IMAGE), "{text}");
    let responses = export(Dialect::OpenAiResponses).await.results(&results);
    assert_eq!(responses[0]["output"][0]["text"], "Error:");
    assert!(responses[0].to_string().contains(IMAGE));
    let mcp = export(Dialect::Mcp).await.results(&results);
    assert_eq!(mcp[0]["structuredContent"]["action"], "apply");
}

/// Draw.
#[preview_tool(apply = fail_to_draw)]
async fn draw() -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), "Would draw."))
}

async fn fail_to_draw(_plan: (), _cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(ToolOutput::error("Half of it.").with_content(Content::image(IMAGE, "image/png")))
}

/// Empty texts are refused by some providers.
#[tokio::test]
async fn an_empty_output_is_said_to_be_one() {
    for dialect in Dialect::ALL {
        for empty in [ToolOutput::default(), ToolOutput::text(" \n"), ToolOutput::text("")] {
            let message = one(dialect, Ok(empty)).await.to_string();
            assert!(message.contains("The tool gave no output."), "{dialect}: {message}");
        }
        assert!(export(dialect).await.results(&[]).is_empty(), "{dialect}");
    }
}

/// Three calls, one of them a preview: the reminder stands behind all results, never between.
#[tokio::test]
async fn reminders_stand_behind_all_results() {
    let session = session();
    let abort = CancellationToken::new();
    let turn = session.begin_turn().await.unwrap();
    let mut results = Vec::new();
    for (id, tool, arguments) in [
        ("call_1", "greet", r#"{"name": "Ada"}"#),
        ("call_2", "resolve", "{}"),
        ("call_3", "x", ""),
    ] {
        results.push(turn.call(ToolCall::new(id, tool, arguments), &abort).await);
    }
    turn.finish();
    let turn = session.begin_turn().await.unwrap();
    assert_eq!(turn.reminders().len(), 1);

    for dialect in Dialect::ALL {
        let export = export(dialect).await;
        let mut messages = export.results(&results);
        let answers = messages.len();
        export.remind(&mut messages, turn.reminders());
        let added = messages.len() - answers;
        let text = Value::from(messages.clone()).to_string();
        let reminder = text.find("This is a preview. Call").unwrap();
        let last_result = text.find("There is no tool named `x`").unwrap();
        assert!(text.find("Would greet Ada.").unwrap() < last_result, "{dialect}");
        assert!(last_result < reminder, "{dialect}: {text}");
        assert_eq!(text.matches("This is a preview. Call").count(), 1, "{dialect}");
        match dialect {
            Dialect::Anthropic => {
                assert_eq!((answers, added), (1, 0));
                let kinds = messages[0]["content"].as_array().unwrap().iter();
                let kinds: Vec<_> = kinds.map(|block| block["type"].as_str().unwrap()).collect();
                assert_eq!(kinds, ["tool_result", "tool_result", "tool_result", "text"]);
            }
            Dialect::Bedrock => {
                assert_eq!((answers, added), (1, 0));
                assert!(messages[0]["content"][3]["text"].is_string());
            }
            Dialect::Gemini | Dialect::GeminiOpenApi => assert_eq!((answers, added), (1, 1)),
            // A user's message may not follow a tool's; a server has no messages.
            Dialect::Mistral | Dialect::Mcp => assert_eq!((answers, added), (3, 0)),
            _ => {
                assert_eq!((answers, added), (3, 1));
                assert_eq!(messages[3]["role"], "user");
            }
        }
    }
}

/// Without results, as after a model call that failed, the reminder follows what the user said.
#[tokio::test]
async fn reminders_find_their_place_without_results() {
    let session = session();
    session.push_pending(PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hi!") }));
    let turn = session.begin_turn().await.unwrap();
    for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::Mcp) {
        let export = export(dialect).await;
        let mut messages = vec![crate::requests::question(dialect)];
        export.remind(&mut messages, turn.reminders());
        let text = Value::from(messages.clone()).to_string();
        assert!(text.find("Greet Ada.") < text.find("This is a preview."), "{dialect}: {text}");
        let joined = [Dialect::Anthropic, Dialect::Bedrock, Dialect::Mistral].contains(&dialect);
        assert_eq!(messages.len(), if joined { 1 } else { 2 }, "{dialect}: {text}");
        let mut none = Vec::new();
        export.remind(&mut none, turn.reminders());
        assert_eq!(none.len(), 1, "{dialect}");
        assert_eq!(none[0]["role"], "user", "{dialect}");
    }
}
