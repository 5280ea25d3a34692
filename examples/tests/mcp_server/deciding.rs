//! Previews and what becomes of them.

use resolve_runtime::mcp::Tools;
use resolve_runtime::prelude::*;
use rmcp::ServiceError;
use serde_json::json;

use crate::support::{
    Answers, Calls as _, Client, Connection, call, connect, id_of, is_error, lifecycles, session,
    text, tools, within,
};

async fn nobody(tools: &Tools) -> Connection {
    connect(tools, lifecycles()[0].clone(), Client::new(Answers::Nobody)).await
}

#[tokio::test]
async fn a_preview_says_its_id_twice_and_is_applied_under_it() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, desk) = tools();
            let client = connect(&tools, lifecycle, Client::new(Answers::Nobody)).await;
            let previewed = client.result("note", json!({ "text": "one" })).await;
            let id = id_of(&previewed);
            assert!(!is_error(&previewed));
            assert_eq!(
                previewed.structured_content.as_ref().unwrap(),
                &json!({
                    "status": "pending",
                    "id": id,
                    "label": "Note: one",
                    "details": { "letters": 3, "parts": [] },
                })
            );
            assert_eq!(
                text(&previewed),
                format!(
                    "Nothing has been changed yet: this is a preview, pending as action {id}.\n\
                     Would write: one\n\
                     To apply or discard this, call `resolve` with the id `{id}`."
                )
            );
            assert!(desk.written().is_empty());

            let applied = client.resolve(&id, "apply").await;
            assert!(!is_error(&applied));
            assert_eq!(text(&applied), "Wrote: one");
            assert_eq!(
                applied.structured_content.as_ref().unwrap(),
                &json!({
                    "id": id,
                    "action": "apply",
                    "reason": "as asked",
                    "sourceToolName": "note",
                    "label": "Note: one",
                })
            );
            assert_eq!(desk.written(), ["one"]);
        })
        .await;
    }
}

#[tokio::test]
async fn a_discard_writes_nothing() {
    within(async {
        let (tools, desk) = tools();
        let client = nobody(&tools).await;
        let id = client.preview("one").await;
        let discarded = client.resolve(&id, "discard").await;
        assert_eq!(text(&discarded), "Discarded: Note: one. Reason: as asked");
        assert_eq!(discarded.structured_content.unwrap()["action"], "discard");
        assert!(desk.written().is_empty() && tools.session().pending().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_preview_of_nothing_says_so_and_leaves_nothing_pending() {
    within(async {
        let (tools, _) = tools();
        let nothing = nobody(&tools).await.result("note", json!({ "text": "" })).await;
        assert_eq!(nothing.structured_content.as_ref().unwrap(), &json!({ "status": "nothing" }));
        assert_eq!(text(&nothing), "There is nothing to write.");
        assert!(tools.session().pending().is_empty());
    })
    .await;
}

#[tokio::test]
async fn actions_are_resolved_in_any_order_by_any_client() {
    within(async {
        let (tools, desk) = tools();
        let (first, second) = (nobody(&tools).await, nobody(&tools).await);
        let one = first.preview("one").await;
        let two = second.preview("two").await;
        let three = first.preview("three").await;

        assert_eq!(text(&first.resolve(&one, "apply").await), "Wrote: one");
        assert_eq!(text(&first.resolve(&three, "apply").await), "Wrote: three");
        assert_eq!(text(&first.resolve(&two, "apply").await), "Wrote: two");
        assert_eq!(desk.written(), ["one", "three", "two"]);
    })
    .await;
}

#[tokio::test]
async fn an_id_that_names_nothing_pending_is_refused_with_the_list_of_what_is() {
    within(async {
        let (tools, desk) = tools();
        let client = nobody(&tools).await;
        let (one, two) = (client.preview("one").await, client.preview("two").await);
        let list = format!("Pending, newest first:\n- {two}: Note: two\n- {one}: Note: one");
        let unknown = "0198c0de-7000-7000-8000-000000000001";
        let refused = [
            (json!({}), "`id` is missing: it says which action to resolve.".to_owned()),
            (json!({ "id": null }), "`id` is missing: it says which action to resolve.".to_owned()),
            (json!({ "id": 7 }), "`id` has to be a string and is 7.".to_owned()),
            (json!({ "id": "the newest" }), "`the newest` is no action id: expected".to_owned()),
            (json!({ "id": unknown }), format!("There is no action {unknown}")),
        ];
        for (id, problem) in refused {
            let mut arguments = json!({ "action": "apply", "reason": "as asked" });
            arguments.as_object_mut().unwrap().extend(id.as_object().unwrap().clone());
            let result = client.result("resolve", arguments).await;
            assert!(is_error(&result), "{id}");
            assert!(text(&result).starts_with(&problem), "{id}: {}", text(&result));
            assert!(text(&result).ends_with(&list), "{id}: {}", text(&result));
        }
        assert!(desk.written().is_empty());

        client.resolve(&two, "apply").await;
        client.resolve(&one, "discard").await;
        let over = client.resolve(&two, "apply").await;
        assert!(is_error(&over));
        assert_eq!(
            text(&over),
            format!(
                "The action {two} is over: it is applied. Nothing was done now. Its result was:\n\
                 Wrote: two\nNothing is pending."
            )
        );
        assert_eq!(desk.written(), ["two"]);
    })
    .await;
}

#[tokio::test]
async fn malformed_arguments_are_told_and_consume_nothing() {
    within(async {
        let (tools, desk) = tools();
        let client = nobody(&tools).await;
        for (arguments, path) in [(json!({}), "`text`"), (json!({ "text": [1] }), "`text`")] {
            let result = client.result("note", arguments).await;
            assert!(is_error(&result));
            assert!(text(&result).starts_with("Invalid arguments for `note`"), "{}", text(&result));
            assert!(text(&result).contains(path), "{}", text(&result));
        }
        let id = client.preview("one").await;
        for arguments in [
            json!({ "id": id, "reason": "as asked" }),
            json!({ "id": id, "action": "aply", "reason": "as asked" }),
            json!({ "id": id, "action": "apply" }),
            json!({ "id": id, "action": "apply", "reason": "as asked", "extra": 7 }),
            json!({ "id": id, "action": "apply", "reason": "as asked", "because": "of that" }),
        ] {
            let result = client.result("resolve", arguments.clone()).await;
            assert!(is_error(&result), "{arguments}");
            let told = text(&result);
            assert!(told.starts_with("Invalid arguments for `resolve`"), "{arguments}: {told}");
            assert!(told.ends_with(&format!("The action {id} is as it was.")), "{told}");
        }
        assert!(desk.written().is_empty());
        assert_eq!(text(&client.resolve(&id, "apply").await), "Wrote: one");
    })
    .await;
}

#[tokio::test]
async fn a_tool_that_is_not_there_is_an_error_of_the_protocol() {
    within(async {
        let (tools, _) = tools();
        let client = nobody(&tools).await;
        let error = client.call_tool(call("delete", json!({}))).await.unwrap_err();
        let ServiceError::McpError(error) = error else { panic!("{error}") };
        assert_eq!(error.code.0, -32602);
        assert_eq!(
            error.message,
            "there is no tool `delete`; there are `note`, `slow_note`, `resolve`"
        );
    })
    .await;
}

#[tokio::test]
async fn an_apply_that_fails_leaves_the_action_pending() {
    within(async {
        let (tools, _) = tools();
        let client = nobody(&tools).await;
        let id = client.preview("broken").await;
        for _ in 0..2 {
            let failed = client.resolve(&id, "apply").await;
            assert!(is_error(&failed));
            assert_eq!(
                text(&failed),
                format!("Apply failed: the pen is broken\nThe action {id} is still pending.")
            );
        }
        assert!(!is_error(&client.resolve(&id, "discard").await));
    })
    .await;
}

#[tokio::test]
async fn no_more_is_previewed_than_may_be_pending() {
    within(async {
        let (session, _) = session();
        let tools = Tools::builder(session).pending_limit(1).build().unwrap();
        let client = nobody(&tools).await;
        let id = client.preview("one").await;
        let refused = client.result("note", json!({ "text": "two" })).await;
        assert!(is_error(&refused));
        assert!(text(&refused).starts_with("1 actions are pending"), "{}", text(&refused));
        assert!(text(&refused).contains(&id));
        client.resolve(&id, "discard").await;
        client.preview("two").await;
    })
    .await;
}

#[tokio::test]
async fn what_the_host_has_decided_is_told_with_the_next_result() {
    within(async {
        let (tools, _) = tools();
        let client = nobody(&tools).await;
        let id = client.preview("one").await;
        let abort = CancellationToken::new();
        let by_host = Resolution::discard("not now");
        tools.session().resolve(id.parse().unwrap(), by_host, &abort).await.unwrap();
        let next = client.result("note", json!({ "text": "" })).await;
        assert!(text(&next).contains("Note: one: was discarded by a person"), "{}", text(&next));
        let after = client.result("note", json!({ "text": "" })).await;
        assert!(!text(&after).contains("discarded"), "it is told once: {}", text(&after));
    })
    .await;
}
