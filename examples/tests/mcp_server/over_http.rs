//! The program on streamable HTTP.

use std::path::Path;
use std::process::Stdio;

use rmcp::ClientServiceExt as _;
use rmcp::model::ElicitationAction;
use rmcp::transport::StreamableHttpClientTransport;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::over_stdio::{PROGRAM, content, edit, folder};
use crate::support::{
    Answers, Calls as _, Client, Connection, id_of, is_error, lifecycles, text, within,
};

/// The program, which ends with this, and where it listens.
async fn start(folder: &Path, options: &[&str]) -> (Child, String) {
    let mut child = Command::new(PROGRAM)
        .args(["--http", "127.0.0.1:0", "--root"])
        .arg(folder)
        .args(options)
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = lines.next_line().await.unwrap().expect("it says where it listens");
    let uri = line.strip_prefix("mcp-server: listening on ").unwrap_or_else(|| panic!("{line}"));
    (child, uri.to_owned())
}

async fn connect(uri: &str, lifecycle: usize, person: Client) -> Connection {
    let transport = StreamableHttpClientTransport::from_uri(uri);
    person.serve_with_lifecycle(transport, lifecycles()[lifecycle].clone()).await.unwrap()
}

#[tokio::test]
async fn clients_of_both_lifecycles_share_what_is_pending() {
    within(async {
        let folder = folder();
        let (_program, uri) = start(folder.path(), &[]).await;
        let nobody = || Client::new(Answers::Nobody);
        let clients = [connect(&uri, 0, nobody()).await, connect(&uri, 1, nobody()).await];
        let names = |tools: &[rmcp::model::Tool]| -> Vec<String> {
            tools.iter().map(|tool| tool.name.to_string()).collect()
        };
        let [one, two] = &clients;
        for client in &clients {
            let tools = client.peer().list_tools(None).await.unwrap().tools;
            assert_eq!(names(&tools), ["ast_edit", "resolve"]);
        }
        let first = id_of(&one.result("ast_edit", edit()).await);
        let second = id_of(&two.result("ast_edit", edit()).await);
        let applied = two.resolve(&first, "apply").await;
        assert!(!is_error(&applied), "{}", text(&applied));
        assert_eq!(content(folder.path()), "newApi(1);\n");
        let stale = one.resolve(&second, "apply").await;
        assert!(text(&stale).starts_with("Preview is stale: "), "{}", text(&stale));
    })
    .await;
}

#[tokio::test]
async fn the_person_is_asked_over_http_as_well() {
    for lifecycle in [0, 1] {
        within(async {
            let folder = folder();
            let (_program, uri) = start(folder.path(), &["--ask"]).await;
            let person = Client::new(Answers::With(ElicitationAction::Accept));
            let client = connect(&uri, lifecycle, person.clone()).await;
            let result = client.result("ast_edit", edit()).await;
            assert_eq!(result.structured_content.unwrap()["status"], "applied");
            assert_eq!(person.asked().len(), 1);
            assert_eq!(content(folder.path()), "newApi(1);\n");
        })
        .await;
    }
}

#[tokio::test]
async fn pages_and_names_that_lead_here_are_turned_away() {
    within(async {
        let folder = folder();
        let (_program, uri) = start(folder.path(), &["--allow-host", "tools.example"]).await;
        let address = uri.strip_prefix("http://").and_then(|uri| uri.strip_suffix("/mcp")).unwrap();
        for (host, origin, status) in [
            (address, "", "200"),
            ("tools.example", "", "200"),
            ("evil.example", "", "403"),
            (address, "Origin: http://evil.example\r\n", "403"),
        ] {
            let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}"#;
            let request = format!(
                "POST /mcp HTTP/1.1\r\nHost: {host}\r\n{origin}Content-Type: application/json\r\n\
                 Accept: application/json, text/event-stream\r\nConnection: close\r\n\
                 Content-Length: {}\r\n\r\n{body}",
                body.len()
            );
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut begins = [0; 12];
            stream.read_exact(&mut begins).await.unwrap();
            let begins = String::from_utf8_lossy(&begins).into_owned();
            assert_eq!(begins, format!("HTTP/1.1 {status}"), "{host} {origin}");
        }
    })
    .await;
}
