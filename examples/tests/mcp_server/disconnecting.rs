//! Clients that go away.

use std::future::IntoFuture as _;
use std::sync::Arc;

use examples::mcp_server_program::http::router;
use resolve_runtime::mcp::{Server, Tools};
use resolve_runtime::prelude::*;
use rmcp::ClientServiceExt as _;
use rmcp::service::ClientLifecycleMode;
use rmcp::transport::StreamableHttpClientTransport;
use serde_json::json;
use tokio::net::TcpListener;

use crate::support::{
    Answers, Calls as _, Client, Connection, call, connect, id_of, lifecycles, text, tools, within,
};

#[tokio::test]
async fn an_apply_goes_on_without_its_client() {
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
            client.cancel().await.unwrap();
            desk.apply.open();
            tools.session().settled().await;
            assert_eq!(desk.written(), ["one"]);
        })
        .await;
    }
}

#[tokio::test]
async fn what_a_client_leaves_pending_is_there_for_the_next_one() {
    within(async {
        let (tools, desk) = tools();
        let [handshake, _] = lifecycles();
        let first = connect(&tools, handshake.clone(), Client::new(Answers::Nobody)).await;
        let id = first.preview("one").await;
        first.cancel().await.unwrap();
        let second = connect(&tools, handshake, Client::new(Answers::Nobody)).await;
        assert_eq!(text(&second.resolve(&id, "apply").await), "Wrote: one");
        assert_eq!(desk.written(), ["one"]);
    })
    .await;
}

/// A server over HTTP in this process, for as long as the token is not cancelled.
async fn serve(tools: &Tools) -> (Arc<str>, CancellationToken) {
    let stop = CancellationToken::new();
    let router = router(Server::new(tools.clone(), "notes", "1"), &[], stop.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let uri = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(axum::serve(listener, router).into_future());
    (uri.into(), stop)
}

async fn connect_to(uri: &Arc<str>, lifecycle: &ClientLifecycleMode) -> Connection {
    let transport = StreamableHttpClientTransport::from_uri(Arc::clone(uri));
    let client = Client::new(Answers::Nobody);
    client.serve_with_lifecycle(transport, lifecycle.clone()).await.unwrap()
}

#[tokio::test]
async fn a_connection_over_http_that_breaks_loses_nothing() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, desk) = tools();
            let (uri, stop) = serve(&tools).await;
            desk.preview.open();
            let first = connect_to(&uri, &lifecycle).await;
            let id = id_of(&first.result("slow_note", json!({ "text": "one" })).await);
            let arguments = json!({ "id": id, "action": "apply", "reason": "as asked" });
            tokio::select! {
                result = first.call_tool(call("resolve", arguments)) => panic!("{result:?}"),
                () = desk.apply.reached() => {}
            }
            drop(first);
            let second = connect_to(&uri, &lifecycle).await;
            let other = second.preview("two").await;
            desk.apply.open();
            tools.session().settled().await;
            assert_eq!(desk.written(), ["one"]);
            let discarded = text(&second.resolve(&other, "discard").await);
            assert!(discarded.starts_with("Discarded: Note: two."), "{discarded}");
            stop.cancel();
        })
        .await;
    }
}

#[tokio::test]
async fn a_preview_over_http_ends_when_nobody_waits_for_it() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, desk) = tools();
            let (uri, stop) = serve(&tools).await;
            let client = connect_to(&uri, &lifecycle).await;
            tokio::select! {
                result = client.call_tool(call("slow_note", json!({ "text": "one" }))) => {
                    panic!("it was not let on: {result:?}")
                }
                () = desk.preview.reached() => {}
            }
            desk.preview.left().await;
            assert!(tools.session().pending().is_empty());
            stop.cancel();
        })
        .await;
    }
}
