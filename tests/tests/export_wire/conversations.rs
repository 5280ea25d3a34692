//! Whole requests that go on behind calls: the model's message, the results and the reminder.

use resolve_runtime::Forcing;
use resolve_runtime::export::{CallIds, Dialect};
use resolve_runtime::prelude::*;
use resolve_runtime::{CallResult, Content};
use serde_json::{Map, Value};

use crate::golden::{assert_golden, cases};
use crate::requests::{beginning, question};
use crate::{export, session};

/// One result is fine and has an image, one is an error, one is empty.
fn outcomes() -> [Result<ToolOutput, ToolError>; 3] {
    let drawn =
        ToolOutput::text("Hello, Ada!").with_content(Content::image("iVBORw0KGgo=", "image/png"));
    [Ok(drawn), Err(ToolError::new("Bo is not here.")), Ok(ToolOutput::default())]
}

#[tokio::test]
async fn conversations_are_what_they_were() {
    let session = session();
    session.push_pending(PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hi!") }));
    let turn = session.begin_turn().await.unwrap();

    for dialect in Dialect::ALL {
        let export = export(dialect).await;
        let name = if dialect == Dialect::GeminiOpenApi { "gemini" } else { dialect.name() };
        let replies = cases(&format!("replies/{name}.json"));
        let mut found = Map::new();
        for reply_name in ["one call", "parallel calls", "an envelope"] {
            let Some(case) = replies.get(reply_name) else { continue };
            let mut ids = CallIds::new();
            let reply = match case.get("envelope").and_then(Value::as_str) {
                Some(tool) => export.read_envelope(&case["response"], tool, &mut ids).unwrap(),
                None => export.read(&case["response"], &mut ids).unwrap(),
            };
            let mut messages = vec![question(dialect)];
            messages.extend_from_slice(reply.messages());
            let calls = reply.into_calls().into_iter().map(Result::unwrap);
            let results = calls
                .zip(outcomes())
                .map(|(call, outcome)| CallResult::new(&*call.id, &*call.name, outcome));
            let results: Vec<_> = results.collect();
            if dialect == Dialect::Mcp {
                messages.clear();
            }
            messages.extend(export.results(&results));
            export.remind(&mut messages, turn.reminders());
            if dialect == Dialect::Mcp {
                // The answer of a server is the result alone.
                found.insert(reply_name.to_owned(), messages.remove(0));
                continue;
            }
            let mut body = beginning(dialect, &messages);
            let forcing = match dialect {
                Dialect::Ollama => Forcing::Envelope,
                _ => Forcing::Named,
            };
            export.apply_to(&mut body, turn.tool_choice(), forcing).unwrap();
            found.insert(reply_name.to_owned(), body.into());
        }
        assert_golden(&format!("conversations/{}.json", dialect.name()), &found);
    }
}
