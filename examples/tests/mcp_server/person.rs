//! Asking the person in front of the client.

use std::sync::Arc;

use resolve_runtime::mcp::Tools;
use rmcp::model::ElicitationAction;
use serde_json::{Value, json};

use crate::support::{
    Answers, Calls as _, Client, Desk, call, connect, id_of, is_error, lifecycles, session, text,
    within,
};

fn asking() -> (Tools, Arc<Desk>) {
    let (session, desk) = session();
    (Tools::builder(session).ask_person(true).build().unwrap(), desk)
}

fn status(result: &rmcp::model::CallToolResult) -> Value {
    result.structured_content.as_ref().expect("it is structured")["status"].clone()
}

#[tokio::test]
async fn who_accepts_applies_what_was_shown() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, desk) = asking();
            let person = Client::new(Answers::Because("it reads well"));
            let client = connect(&tools, lifecycle, person.clone()).await;
            let result = client.result("note", json!({ "text": "one" })).await;
            let asked = person.asked();
            assert_eq!(asked.len(), 1);
            assert!(asked[0].starts_with("Apply this? Note: one\n"), "{}", asked[0]);
            assert!(asked[0].contains("Would write: one"), "{}", asked[0]);
            assert!(!is_error(&result));
            assert_eq!(text(&result), "A person was asked and said to apply it.\nWrote: one");
            let structured = result.structured_content.as_ref().unwrap();
            assert_eq!(structured["status"], "applied");
            assert_eq!(structured["label"], "Note: one");
            assert_eq!(structured["details"]["letters"], 3);
            assert_eq!(structured["resolution"]["reason"], "it reads well");
            assert_eq!(desk.written(), ["one"]);
            assert!(tools.session().pending().is_empty());
        })
        .await;
    }
}

#[tokio::test]
async fn who_declines_discards() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, desk) = asking();
            let person = Client::new(Answers::With(ElicitationAction::Decline));
            let client = connect(&tools, lifecycle, person).await;
            let result = client.result("note", json!({ "text": "one" })).await;
            assert_eq!(status(&result), "discarded");
            assert!(!is_error(&result));
            assert!(text(&result).contains("Reason: a person declined it"), "{}", text(&result));
            assert!(desk.written().is_empty() && tools.session().pending().is_empty());
        })
        .await;
    }
}

#[tokio::test]
async fn who_does_neither_leaves_it_pending() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, desk) = asking();
            let person = Client::new(Answers::With(ElicitationAction::Cancel));
            let client = connect(&tools, lifecycle, person).await;
            let result = client.result("note", json!({ "text": "one" })).await;
            assert_eq!(status(&result), "pending");
            assert!(text(&result).contains("A person was asked and has not decided."));
            assert!(desk.written().is_empty());
            assert_eq!(text(&client.resolve(&id_of(&result), "apply").await), "Wrote: one");
        })
        .await;
    }
}

#[tokio::test]
async fn nobody_is_asked_where_the_client_cannot_ask() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, _) = asking();
            let person = Client::new(Answers::Nobody);
            let client = connect(&tools, lifecycle, person.clone()).await;
            let result = client.result("note", json!({ "text": "one" })).await;
            assert_eq!(status(&result), "pending");
            assert!(person.asked().is_empty());
        })
        .await;
    }
}

#[tokio::test]
async fn nobody_is_asked_unless_the_server_wants_it() {
    within(async {
        let (session, _) = session();
        let tools = Tools::new(session).unwrap();
        let person = Client::new(Answers::With(ElicitationAction::Accept));
        let client = connect(&tools, lifecycles()[0].clone(), person.clone()).await;
        client.preview("one").await;
        assert!(person.asked().is_empty());
        assert_eq!(tools.session().pending().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_client_that_fails_to_ask_has_decided_nothing() {
    within(async {
        let (tools, desk) = asking();
        let client = connect(&tools, lifecycles()[0].clone(), Client::new(Answers::Breaks)).await;
        let result = client.result("note", json!({ "text": "one" })).await;
        assert_eq!(status(&result), "pending");
        assert!(desk.written().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_call_that_is_cancelled_while_somebody_is_asked_stays_pending() {
    within(async {
        let (tools, desk) = asking();
        let person = Client::new(Answers::Never);
        let client = connect(&tools, lifecycles()[0].clone(), person.clone()).await;
        {
            let call = client.call_tool(call("note", json!({ "text": "one" })));
            tokio::select! {
                result = call => panic!("nobody answered: {result:?}"),
                () = person.is_asked() => {}
            }
        }
        let id = tools.session().pending()[0].id.to_string();
        assert_eq!(text(&client.resolve(&id, "apply").await), "Wrote: one");
        assert_eq!(desk.written(), ["one"]);
    })
    .await;
}

#[tokio::test]
async fn an_accepted_apply_that_fails_leaves_it_pending() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, _) = asking();
            let person = Client::new(Answers::With(ElicitationAction::Accept));
            let client = connect(&tools, lifecycle, person).await;
            let result = client.result("note", json!({ "text": "broken" })).await;
            assert!(is_error(&result));
            assert!(text(&result).contains("Apply failed: the pen is broken"));
            let id = tools.session().pending()[0].id;
            assert!(text(&result).contains(&format!("The action {id} is still pending.")));
        })
        .await;
    }
}

#[tokio::test]
async fn an_answer_to_another_question_decides_nothing() {
    within(async {
        let (tools, desk) = asking();
        let client = connect(&tools, lifecycles()[1].clone(), Client::new(Answers::Nobody)).await;
        let id = client.preview("one").await;
        let accepted = || {
            let answer = json!({ "action": "accept" });
            std::collections::BTreeMap::from([("decision".to_owned(), answer)])
        };
        // The state of another tool, one that was never given, and answers that are none.
        for (tool, state) in [
            ("slow_note", id.as_str()),
            ("note", "0198c0de-7000-7000-8000-000000000001"),
            ("note", "let me in"),
        ] {
            let retry = call(tool, json!({ "text": "one" }))
                .with_request_state(state)
                .with_input_responses(accepted());
            let result = client.call_tool(retry).await.unwrap();
            assert!(is_error(&result), "{tool} {state}");
            assert!(text(&result).contains(&id), "{}", text(&result));
        }
        for answer in [json!({}), json!({ "action": "perhaps" }), json!("accept")] {
            let answers = std::collections::BTreeMap::from([("decision".to_owned(), answer)]);
            let retry = call("note", json!({ "text": "one" }))
                .with_request_state(id.clone())
                .with_input_responses(answers);
            assert_eq!(status(&client.call_tool(retry).await.unwrap()), "pending");
        }
        assert!(desk.written().is_empty());

        let retry = call("note", json!({ "text": "one" }))
            .with_request_state(id.clone())
            .with_input_responses(accepted());
        assert_eq!(status(&client.call_tool(retry.clone()).await.unwrap()), "applied");
        // Somebody who answers once more is told.
        let again = client.call_tool(retry).await.unwrap();
        assert!(is_error(&again) && text(&again).contains("is not pending any more"));
        assert_eq!(desk.written(), ["one"]);
    })
    .await;
}
