//! The tools of a session, for the handler of a server.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, ErrorData, ListToolsResult, Tool,
};
use rmcp::service::{RequestContext, RoleServer};

use super::{definitions, notices, progress};
use crate::RESOLVE;
use crate::export::{Export, ExportError};
use crate::session::Session;

/// How many actions may be pending before further previews are refused.
const PENDING_LIMIT: usize = 256;

/// For how long a client may keep the list, in milliseconds. It does not change while the server
/// lives; the next one may be another version.
const LIST_LIFETIME: u64 = 300_000;

/// What every call's id begins with, so that no call of the host's own is mistaken for one.
pub(super) const CALL_ID_PREFIX: &str = "mcp-";

/// The tools of a session as those of a server: the list, and the calls.
///
/// Cheap to clone; clones share the session and its pending actions. All clients that are served with
/// them see these actions and may resolve them, so that people who must not see each other's need
/// sessions of their own.
///
/// # Examples
///
/// ```
/// use resolve_runtime::Session;
/// use resolve_runtime::mcp::Tools;
///
/// let tools = Tools::new(Session::builder().build()?)?;
/// assert_eq!(tools.list()[0].name, "resolve");
/// assert!(tools.get("grep").is_none());
/// # Ok::<(), resolve_runtime::BoxError>(())
/// ```
#[derive(Clone)]
pub struct Tools {
    pub(super) shared: Arc<Shared>,
}

pub(super) struct Shared {
    pub(super) session: Session,
    pub(super) export: Export,
    pub(super) asks_person: bool,
    pub(super) pending_limit: usize,
    list: Box<[Tool]>,
    calls: AtomicU64,
}

/// Puts [`Tools`] together.
///
/// # Examples
///
/// ```
/// use resolve_runtime::Session;
/// use resolve_runtime::mcp::Tools;
///
/// let session = Session::builder().build()?;
/// let tools = Tools::builder(session).ask_person(true).pending_limit(20).build()?;
/// # Ok::<(), resolve_runtime::BoxError>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "nothing is served before `build`"]
pub struct ToolsBuilder {
    session: Session,
    asks_person: bool,
    pending_limit: usize,
}

impl ToolsBuilder {
    /// Whether a client that can ask a person (elicitation of a form) is told to, right after a
    /// preview. Who accepts applies, who declines discards, and who does neither leaves the action
    /// pending. Nobody is asked unless this says so.
    ///
    /// A call of a tool may then change something, which the hints of the tool say.
    pub fn ask_person(mut self, ask: bool) -> Self {
        self.asks_person = ask;
        self
    }

    /// How many actions may be pending before further previews are refused: 256 unless set. Clients
    /// that go away leave their actions behind.
    pub fn pending_limit(mut self, actions: usize) -> Self {
        self.pending_limit = actions;
        self
    }

    /// The tools.
    ///
    /// # Errors
    ///
    /// If a tool has a schema that the protocol cannot carry.
    pub fn build(self) -> Result<Tools, ExportError> {
        let Self { session, asks_person, pending_limit } = self;
        let (export, list) = definitions::list(&session, asks_person)?;
        let calls = AtomicU64::new(1);
        let shared = Shared { session, export, asks_person, pending_limit, list, calls };
        Ok(Tools { shared: Arc::new(shared) })
    }
}

impl Tools {
    /// The tools of a session, without asking a person.
    ///
    /// # Errors
    ///
    /// As for [`ToolsBuilder::build`].
    pub fn new(session: Session) -> Result<Self, ExportError> {
        Self::builder(session).build()
    }

    /// Begins to put the tools of a session together.
    pub fn builder(session: Session) -> ToolsBuilder {
        ToolsBuilder { session, asks_person: false, pending_limit: PENDING_LIMIT }
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.shared.session
    }

    /// The tools in the order of their registration, `resolve` last. They never change.
    #[must_use]
    pub fn list(&self) -> &[Tool] {
        &self.shared.list
    }

    /// The tool of this name, if it is one of these.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tool> {
        self.list().iter().find(|tool| tool.name == name)
    }

    /// The answer to `tools/list`: all tools on one page. A handler with tools of its own adds them.
    #[must_use]
    pub fn list_tools(&self) -> ListToolsResult {
        ListToolsResult::with_all_items(self.list().to_vec())
            .with_ttl_ms(LIST_LIFETIME)
            .with_cache_scope(CacheScope::Public)
    }

    /// The answer to `tools/call`. Whatever is wrong with the call of a tool, or goes wrong in it, is
    /// a result that is marked as an error.
    ///
    /// A request with a progress token is told how far the call has come, and one that is cancelled
    /// aborts it.
    ///
    /// # Errors
    ///
    /// If there is no such tool: look with [`get`](Self::get) first where there are others.
    ///
    /// # Cancellation safety
    ///
    /// When the future is dropped a preview is dropped with it, and an apply that has begun goes on
    /// in the background.
    pub async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if self.get(&request.name).is_none() {
            return Err(self.unknown(&request.name));
        }
        let call_id = self.next_call_id();
        let call = async {
            if request.name == RESOLVE {
                let arguments = request.arguments.unwrap_or_default();
                self.resolve(arguments, &call_id, &context.ct).await.into()
            } else {
                self.preview(request, &call_id, context).await
            }
        };
        let mut response = progress::forwarded(self.session(), context, &call_id, call).await;
        notices::append(self.session(), &mut response);
        Ok(response)
    }

    fn unknown(&self, name: &str) -> ErrorData {
        let names: Vec<_> = self.list().iter().map(|tool| format!("`{}`", tool.name)).collect();
        let names = names.join(", ");
        ErrorData::invalid_params(format!("there is no tool `{name}`; there are {names}"), None)
    }

    /// Tells the calls of all clients apart: their own ids may be the same.
    fn next_call_id(&self) -> Arc<str> {
        let number = self.shared.calls.fetch_add(1, Ordering::Relaxed);
        format!("{CALL_ID_PREFIX}{number}").into()
    }
}

impl fmt::Debug for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.list().iter().map(|tool| &tool.name).collect();
        f.debug_struct("Tools")
            .field("tools", &names)
            .field("asks_person", &self.shared.asks_person)
            .finish_non_exhaustive()
    }
}
