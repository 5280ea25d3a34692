//! Through rmcp's router, as its server calls it for a request: without a transport.
//!
//! In one program with rig, a JSON object is a map that keeps the order of its members: making or
//! copying one costs an allocation more than where rmcp is alone.

use rmcp::handler::server::tool::{ToolCallContext, ToolRouter};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResponse, JsonObject, NumberOrString};
use rmcp::service::{RequestContext, RunningService, serve_directly};
use rmcp::{ErrorData, RoleServer, schemars, tool, tool_router};
use serde::Deserialize;
use tests::measure::ready;

#[derive(Deserialize, schemars::JsonSchema)]
struct AddArguments {
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
}

#[derive(Clone)]
struct Server;

#[tool_router(server_handler)]
impl Server {
    /// Add two numbers.
    #[tool]
    async fn add(
        &self,
        Parameters(AddArguments { a, b }): Parameters<AddArguments>,
    ) -> Result<String, ErrorData> {
        Ok((a + b).to_string())
    }
}

/// A router with a peer, which each request's context has to have.
pub(crate) struct Router {
    tools: ToolRouter<Server>,
    service: RunningService<RoleServer, Server>,
}

impl Router {
    pub(crate) fn new() -> Self {
        let (transport, _) = tokio::io::duplex(64);
        let service = serve_directly(Server, transport, None);
        Self { tools: Server::tool_router(), service }
    }

    pub(crate) fn call(&self, arguments: JsonObject) -> CallToolResponse {
        let request = RequestContext::new(NumberOrString::Number(1), self.service.peer().clone());
        let params = CallToolRequestParams::new("add").with_arguments(arguments);
        let context = ToolCallContext::new(self.service.service(), params, request);
        ready(self.tools.call(context)).expect("fitting arguments")
    }

    pub(crate) fn call_text(&self, arguments: &str) -> CallToolResponse {
        self.call(parse(arguments))
    }
}

pub(crate) fn parse(arguments: &str) -> JsonObject {
    serde_json::from_str(arguments).expect("an object")
}

pub(crate) fn text(response: &CallToolResponse) -> Option<&str> {
    let CallToolResponse::Complete(result) = response else { return None };
    result.content.first()?.as_text().map(|content| content.text.as_str())
}
