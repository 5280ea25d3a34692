//! Requests that the client cancels: our client does so when it stops waiting.

use serde_json::json;

use crate::support::{
    Answers, Calls as _, Client, call, connect, id_of, is_error, lifecycles, text, tools, within,
};

#[tokio::test]
async fn a_preview_that_is_cancelled_stages_nothing() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, desk) = tools();
            let client = connect(&tools, lifecycle, Client::new(Answers::Nobody)).await;
            tokio::select! {
                result = client.call_tool(call("slow_note", json!({ "text": "one" }))) => {
                    panic!("it was not let on: {result:?}")
                }
                () = desk.preview.reached() => {}
            }
            // Nobody has let it on.
            desk.preview.left().await;
            let id = client.preview("two").await;
            let pending = tools.session().pending();
            assert_eq!(pending.len(), 1, "{pending:?}");
            assert_eq!(pending[0].id.to_string(), id);
        })
        .await;
    }
}

#[tokio::test]
async fn an_apply_that_has_begun_is_driven_to_its_end() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, desk) = tools();
            desk.preview.open();
            let client = connect(&tools, lifecycle, Client::new(Answers::Nobody)).await;
            let id = id_of(&client.result("slow_note", json!({ "text": "one" })).await);
            tokio::select! {
                result = client.resolve(&id, "apply") => panic!("it was not let on: {result:?}"),
                () = desk.apply.reached() => {}
            }
            // Another call is served meanwhile.
            client.preview("two").await;
            assert!(desk.written().is_empty());
            desk.apply.open();
            tools.session().settled().await;
            assert_eq!(desk.written(), ["one"]);

            let told = client.resolve(&id, "apply").await;
            assert!(is_error(&told));
            assert!(text(&told).contains("it is applied"), "{}", text(&told));
            assert!(text(&told).contains("Wrote: one"), "{}", text(&told));
            assert!(text(&told).contains("was applied after all"), "{}", text(&told));
            assert_eq!(desk.written(), ["one"], "not a second time");
        })
        .await;
    }
}
