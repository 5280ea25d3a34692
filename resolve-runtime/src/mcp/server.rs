//! A server that has nothing but the tools of a session.

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};

use super::Tools;

/// What a client may tell its model about the server as a whole.
const INSTRUCTIONS: &str = "The tools of this server only preview: they show what they would do and \
    change nothing. To carry a preview out, or to drop it, call `resolve` with the `id` from its \
    result. Look at the preview first, and resolve every one that you asked for.";

/// A server that has the tools of a session, and nothing else.
///
/// Cheap to clone; clones share the session. Give each connection one.
///
/// # Examples
///
/// ```
/// use resolve_runtime::Session;
/// use resolve_runtime::mcp::rmcp::ServerHandler;
/// use resolve_runtime::mcp::{Server, Tools};
///
/// let tools = Tools::new(Session::builder().build()?)?;
/// let server = Server::new(tools, "greeter", env!("CARGO_PKG_VERSION"));
/// assert_eq!(server.get_info().server_info.name, "greeter");
/// # Ok::<(), resolve_runtime::BoxError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Server {
    tools: Tools,
    config: ServerConfig,
}

impl Server {
    /// A server of this name and version.
    pub fn new(tools: Tools, name: impl Into<String>, version: impl Into<String>) -> Self {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let config = ServerConfig::new(capabilities)
            .with_server_info(Implementation::new(name, version))
            .with_instructions(INSTRUCTIONS);
        Self { tools, config }
    }

    /// Sets what a client may tell its model about the server as a whole.
    #[must_use]
    pub fn with_instructions(mut self, instructions: impl Into<String>) -> Self {
        self.config.instructions = Some(instructions.into());
        self
    }

    /// The tools.
    #[must_use]
    pub fn tools(&self) -> &Tools {
        &self.tools
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        self.config.clone()
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.get(name).cloned()
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(self.tools.list_tools())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.tools.call_tool(request, &context).await
    }
}
