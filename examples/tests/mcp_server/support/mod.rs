//! Servers and clients of the tests.

mod client;
mod notes;

use std::sync::Arc;
use std::time::Duration;

use resolve_runtime::mcp::{Server, Tools};
use resolve_runtime::prelude::*;
use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock, ProtocolVersion, Tool};
use rmcp::service::{ClientLifecycleMode, RoleClient, RunningService};
use rmcp::{ClientServiceExt, serve_server};
use serde_json::{Value, json};

pub(crate) use client::{Answers, Client};
pub(crate) use notes::{Desk, Note, SlowNote};

pub(crate) type Connection = RunningService<RoleClient, Client>;

/// Both lifecycles of the protocol: with a handshake, and with none.
pub(crate) fn lifecycles() -> [ClientLifecycleMode; 2] {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    [ClientLifecycleMode::Initialize, ClientLifecycleMode::Discover { preferred_versions }]
}

/// A session with a desk to write notes at.
pub(crate) fn session() -> (Session, Arc<Desk>) {
    let desk = Arc::new(Desk::default());
    let session =
        Session::builder().tool(Note).tool(SlowNote).state(Arc::clone(&desk)).build().unwrap();
    (session, desk)
}

pub(crate) fn tools() -> (Tools, Arc<Desk>) {
    let (session, desk) = session();
    (Tools::new(session).unwrap(), desk)
}

/// A client that is connected to a server of its own with these tools.
pub(crate) async fn connect(
    tools: &Tools,
    lifecycle: ClientLifecycleMode,
    client: Client,
) -> Connection {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let server = Server::new(tools.clone(), "notes", "1");
    tokio::spawn(async move {
        let serving = Box::pin(serve_server(server, theirs)).await.unwrap();
        serving.waiting().await.unwrap()
    });
    client.serve_with_lifecycle(ours, lifecycle).await.unwrap()
}

pub(crate) fn call(tool: &'static str, arguments: Value) -> CallToolRequestParams {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    CallToolRequestParams::new(tool).with_arguments(arguments)
}

/// A call as the tools of one's own see it.
pub(crate) trait Calls {
    async fn result(&self, tool: &'static str, arguments: Value) -> CallToolResult;

    /// Previews a note, and returns the id of its action.
    async fn preview(&self, text: &str) -> String {
        let result = self.result("note", json!({ "text": text })).await;
        id_of(&result)
    }

    async fn resolve(&self, id: &str, action: &str) -> CallToolResult {
        self.result("resolve", json!({ "id": id, "action": action, "reason": "as asked" })).await
    }
}

impl<C: rmcp::ClientHandler> Calls for RunningService<RoleClient, C> {
    async fn result(&self, tool: &'static str, arguments: Value) -> CallToolResult {
        Box::pin(self.call_tool(call(tool, arguments))).await.unwrap()
    }
}

pub(crate) fn id_of(result: &CallToolResult) -> String {
    let structured = result.structured_content.as_ref().expect("a preview is structured");
    structured["id"].as_str().expect("it names its action").to_owned()
}

pub(crate) fn is_error(result: &CallToolResult) -> bool {
    result.is_error == Some(true)
}

/// The texts of a result, one after the other.
pub(crate) fn text(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| match block {
        ContentBlock::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

pub(crate) fn named<'t>(tools: &'t [Tool], name: &str) -> &'t Tool {
    tools.iter().find(|tool| tool.name == name).unwrap_or_else(|| panic!("{name} is listed"))
}

/// Guards against a test that waits for ever.
pub(crate) async fn within<T>(test: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_mins(1), test).await.expect("it does not hang")
}
