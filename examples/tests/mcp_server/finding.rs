//! What a client finds out about the tools.

use resolve_runtime::mcp::Tools;
use serde_json::json;

use crate::support::{
    Answers, Calls as _, Client, connect, lifecycles, named, session, tools, within,
};

#[tokio::test]
async fn resolve_is_always_listed_and_nothing_changes_the_list() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, _) = tools();
            let client = connect(&tools, lifecycle, Client::new(Answers::Nobody)).await;
            let before = client.peer().list_tools(None).await.unwrap().tools;
            let names: Vec<_> = before.iter().map(|tool| &*tool.name).collect();
            assert_eq!(names, ["note", "slow_note", "resolve"]);

            let id = client.preview("one").await;
            assert_eq!(tools.list(), before);
            client.resolve(&id, "apply").await;
            // Not what the client has kept, but what another one is told.
            let again =
                connect(&tools, lifecycles()[0].clone(), Client::new(Answers::Nobody)).await;
            assert_eq!(again.peer().list_tools(None).await.unwrap().tools, before);
        })
        .await;
    }
}

#[test]
fn resolve_takes_the_id_of_the_action_beside_what_it_always_takes() {
    let (tools, _) = tools();
    let resolve = serde_json::to_value(named(tools.list(), "resolve")).unwrap();
    let schema = &resolve["inputSchema"];
    assert_eq!(schema["required"], json!(["id", "action", "reason"]));
    let members: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(members, ["id", "action", "reason", "extra"]);
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(
        resolve["annotations"],
        json!({
            "title": "Resolve",
            "readOnlyHint": false,
            "destructiveHint": true,
            "idempotentHint": true,
        })
    );
    assert_eq!(resolve["outputSchema"]["required"], json!(["id", "action", "reason"]));
}

#[test]
fn a_preview_is_read_only_and_says_what_its_apply_does() {
    let (tools, _) = tools();
    let note = serde_json::to_value(named(tools.list(), "note")).unwrap();
    assert_eq!(note["title"], "Note");
    assert_eq!(
        note["annotations"],
        json!({ "title": "Note", "readOnlyHint": true, "destructiveHint": false })
    );
    assert_eq!(
        note["_meta"],
        json!({ "resolve-runtime/apply": { "destructiveHint": false, "idempotentHint": true } })
    );
}

#[test]
fn a_preview_that_may_be_applied_at_once_is_not_read_only() {
    let (session, _) = session();
    let tools = Tools::builder(session).ask_person(true).build().unwrap();
    let note = serde_json::to_value(named(tools.list(), "note")).unwrap();
    assert_eq!(
        note["annotations"],
        json!({
            "title": "Note",
            "readOnlyHint": false,
            "destructiveHint": false,
            "idempotentHint": true,
        })
    );
    let states = &note["outputSchema"]["properties"]["status"]["enum"];
    assert_eq!(*states, json!(["pending", "nothing", "applied", "discarded"]));
}

#[test]
fn the_output_schema_holds_the_details_that_the_attribute_names() {
    let (tools, _) = tools();
    let schema_of = |name| serde_json::to_value(named(tools.list(), name)).unwrap();
    let schema = &schema_of("note")["outputSchema"];
    assert_eq!(schema["required"], json!(["status"]));
    assert_eq!(schema["properties"]["status"]["enum"], json!(["pending", "nothing"]));
    // A schema that refers to itself does so from where it stands now.
    assert_eq!(schema["properties"]["details"]["$ref"], "#/$defs/PreviewDetails");
    let details = &schema["$defs"]["PreviewDetails"];
    assert_eq!(details["properties"]["letters"]["type"], "integer");
    assert_eq!(details["properties"]["parts"]["items"]["$ref"], "#/$defs/PreviewDetails");
    let unnamed = &schema_of("slow_note")["outputSchema"]["properties"];
    assert_eq!(unnamed.get("details"), None);
}
