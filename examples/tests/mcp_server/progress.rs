//! How far a call has come.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

use resolve_runtime::mcp::Server;
use rmcp::serve_server;

use crate::support::{Answers, Calls as _, Client, connect, id_of, lifecycles, tools, within};

#[tokio::test]
async fn previews_and_applies_tell_how_far_they_have_come() {
    for lifecycle in lifecycles() {
        within(async {
            let (tools, desk) = tools();
            let (client, mut told) = Client::listening(Answers::Nobody);
            let client = connect(&tools, lifecycle, client).await;
            let previewing = client.result("slow_note", json!({ "text": "one" }));
            let meanwhile = async {
                desk.preview.reached().await;
                // Told while the call is still running; what says no more than before is left out.
                let first = told.recv().await.unwrap();
                assert_eq!((first.progress, first.total), (1.0, Some(3.0)));
                assert_eq!(first.message.as_deref(), Some("thinking"));
                let second = told.recv().await.unwrap();
                assert_eq!((second.progress, second.message), (2.0, None));
                desk.preview.open();
            };
            let (previewed, ()) = tokio::join!(previewing, meanwhile);
            let third = told.recv().await.unwrap();
            assert_eq!((third.progress, third.message.as_deref()), (3.0, Some("done")));

            let id = id_of(&previewed);
            let applying = client.resolve(&id, "apply");
            let meanwhile = async {
                desk.apply.reached().await;
                let applied = told.recv().await.unwrap();
                assert_eq!((applied.progress, applied.total), (5.0, None));
                desk.apply.open();
            };
            tokio::join!(applying, meanwhile);
            assert_eq!(desk.written(), ["one"]);
        })
        .await;
    }
}

#[tokio::test]
async fn a_call_hears_nothing_of_the_progress_of_another() {
    within(async {
        let (tools, desk) = tools();
        let (client, mut told) = Client::listening(Answers::Nobody);
        let [handshake, _] = lifecycles();
        let slow = connect(&tools, handshake.clone(), Client::new(Answers::Nobody)).await;
        let other = connect(&tools, handshake, client).await;
        let slowly = slow.result("slow_note", json!({ "text": "one" }));
        let meanwhile = async {
            desk.preview.reached().await;
            other.preview("two").await;
            desk.preview.open();
        };
        tokio::join!(slowly, meanwhile);
        other.preview("three").await;
        assert!(told.try_recv().is_err());
    })
    .await;
}

/// A client of ours always asks for it; so this one writes its lines itself.
#[tokio::test]
async fn nothing_is_told_to_a_request_that_does_not_ask_for_it() {
    within(async {
        let (tools, desk) = tools();
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let server = Server::new(tools, "notes", "1");
        tokio::spawn(async move {
            Box::pin(serve_server(server, theirs)).await.unwrap().waiting().await
        });
        desk.preview.open();
        let (reading, mut writing) = tokio::io::split(ours);
        let mut lines = BufReader::new(reading).lines();
        let begin = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "lines", "version": "1" },
        });
        for message in [
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": begin }),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
                "name": "slow_note", "arguments": { "text": "one" },
            }}),
        ] {
            writing.write_all(format!("{message}\n").as_bytes()).await.unwrap();
        }
        for id in [1, 2] {
            let line = lines.next_line().await.unwrap().expect("an answer");
            let answer: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(answer["id"], id, "nothing but answers: {line}");
        }
    })
    .await;
}
