//! The program on standard input and output.

use std::path::Path;
use std::process::Stdio;

use rmcp::ClientServiceExt as _;
use rmcp::model::ElicitationAction;
use rmcp::transport::TokioChildProcess;
use serde_json::json;
use tokio::process::Command;

use crate::support::{
    Answers, Calls as _, Client, Connection, id_of, is_error, lifecycles, text, within,
};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_mcp-server");

/// A folder with one file that has something to rewrite.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.ts"), "oldApi(1);\n").unwrap();
    folder
}

pub(crate) fn edit() -> serde_json::Value {
    json!({ "ops": [{ "pat": "oldApi($A)", "out": "newApi($A)" }], "paths": ["."] })
}

pub(crate) fn content(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("a.ts")).unwrap()
}

fn program(folder: &Path, options: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("--root").arg(folder).args(options).kill_on_drop(true);
    command
}

async fn start(folder: &Path, options: &[&str], lifecycle: usize, person: Client) -> Connection {
    let transport = TokioChildProcess::new(program(folder, options)).unwrap();
    person.serve_with_lifecycle(transport, lifecycles()[lifecycle].clone()).await.unwrap()
}

#[tokio::test]
async fn an_edit_is_previewed_and_then_applied_or_discarded() {
    for lifecycle in [0, 1] {
        within(async {
            let folder = folder();
            let nobody = Client::new(Answers::Nobody);
            let client = start(folder.path(), &["--stdio"], lifecycle, nobody).await;
            let (one, two) = (
                id_of(&client.result("ast_edit", edit()).await),
                id_of(&client.result("ast_edit", edit()).await),
            );
            assert_eq!(content(folder.path()), "oldApi(1);\n");
            client.resolve(&one, "discard").await;
            assert_eq!(content(folder.path()), "oldApi(1);\n");
            let applied = client.resolve(&two, "apply").await;
            assert!(!is_error(&applied), "{}", text(&applied));
            assert_eq!(content(folder.path()), "newApi(1);\n");
            client.cancel().await.unwrap();
        })
        .await;
    }
}

#[tokio::test]
async fn a_preview_that_went_stale_is_refused() {
    within(async {
        let folder = folder();
        let client = start(folder.path(), &[], 0, Client::new(Answers::Nobody)).await;
        let id = id_of(&client.result("ast_edit", edit()).await);
        std::fs::write(folder.path().join("a.ts"), "oldApi(2);\n").unwrap();
        let stale = client.resolve(&id, "apply").await;
        assert!(is_error(&stale));
        assert!(text(&stale).starts_with("Preview is stale: "), "{}", text(&stale));
        assert_eq!(content(folder.path()), "oldApi(2);\n");
    })
    .await;
}

#[tokio::test]
async fn nothing_outside_of_the_root_is_reached() {
    within(async {
        let (inside, outside) = (folder(), folder());
        let elsewhere = outside.path().join("a.ts");
        #[cfg(unix)]
        std::os::unix::fs::symlink(outside.path(), inside.path().join("link")).unwrap();
        let client = start(inside.path(), &[], 0, Client::new(Answers::Nobody)).await;
        for path in [elsewhere.to_str().unwrap(), "..", "../*.ts", "link", "link/*.ts", "link/a.ts"]
        {
            let mut arguments = edit();
            arguments["paths"] = json!([path]);
            let refused = client.result("ast_edit", arguments).await;
            assert!(is_error(&refused), "{path}: {}", text(&refused));
            assert!(
                text(&refused).contains("leads out of the workspace"),
                "{path}: {}",
                text(&refused)
            );
        }
    })
    .await;
}

#[tokio::test]
async fn with_ask_the_person_decides() {
    for lifecycle in [0, 1] {
        within(async {
            let folder = folder();
            let person = Client::new(Answers::With(ElicitationAction::Accept));
            let client = start(folder.path(), &["--ask"], lifecycle, person.clone()).await;
            let result = client.result("ast_edit", edit()).await;
            assert_eq!(result.structured_content.unwrap()["status"], "applied");
            assert!(person.asked()[0].contains("+ newApi(1)"), "{:?}", person.asked());
            assert_eq!(content(folder.path()), "newApi(1);\n");
        })
        .await;
    }
}

#[tokio::test]
async fn a_client_that_goes_away_ends_the_program() {
    within(async {
        let folder = folder();
        let mut child = program(folder.path(), &["--log", "debug"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "lines", "version": "1" },
        }});
        let lines = format!(
            "{input}\n{}\n",
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
        );
        let mut stdin = child.stdin.take().unwrap();
        tokio::io::AsyncWriteExt::write_all(&mut stdin, lines.as_bytes()).await.unwrap();
        drop(stdin);
        let output = child.wait_with_output().await.unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        // One answer, and no log among the protocol.
        let answered = String::from_utf8(output.stdout).unwrap();
        assert_eq!(answered.lines().count(), 1, "{answered}");
        assert!(answered.starts_with(r#"{"jsonrpc":"2.0","id":1,"#), "{answered}");
        assert!(!output.stderr.is_empty(), "the log is on the standard error");
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_served_is_said_on_the_standard_error() {
    within(async {
        let folder = folder();
        for (options, problem) in [
            (&["--root", "/no/such/folder"][..], "cannot work in `/no/such/folder`"),
            (&["--http", "300.0.0.1:1"][..], "invalid value '300.0.0.1:1'"),
            (&["--http", "127.0.0.1:0", "--stdio"][..], "cannot be used with"),
            (&[][..], "did not begin as the protocol wants it"),
        ] {
            let mut command = Command::new(PROGRAM);
            command.args(options).current_dir(folder.path()).stdin(Stdio::null());
            let output = command.output().await.unwrap();
            assert!(!output.status.success(), "{options:?}");
            assert!(output.stdout.is_empty(), "{options:?}");
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.contains(problem), "{options:?}: {said}");
        }
    })
    .await;
}
