//! From the command line to a server.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use resolve_runtime::Session;
use resolve_runtime::mcp::{Server, Tools};
use rmcp::service::{QuitReason, ServerInitializeError, ServiceExt};
use rmcp::transport::stdio;
use tokio_util::sync::CancellationToken;

use super::{CommandLine, ServeError, http};
use crate::ast_edit::{AstEdit, Workspace};

/// Serves until the client is gone or the server is interrupted. Whatever is being applied then is
/// driven to its end first.
///
/// # Errors
///
/// Why it cannot begin, or cannot go on.
pub async fn run(
    command: &CommandLine,
    interrupt: CancellationToken,
    notes: &mut (impl Write + Send),
) -> Result<(), ServeError> {
    let workspace = Workspace::new(folder(&command.root)?).confined();
    let session = Session::builder().tool(AstEdit).state(workspace).build()?;
    let tools = Tools::builder(session.clone()).ask_person(command.ask).build()?;
    let server = Server::new(tools, "resolve-examples", env!("CARGO_PKG_VERSION"));
    let outcome = match command.http {
        Some(address) => {
            http::serve(server, address, &command.allowed_hosts, interrupt, notes).await
        }
        None => serve_stdio(server, interrupt).await,
    };
    session.settled().await;
    outcome
}

fn folder(root: &Path) -> Result<PathBuf, ServeError> {
    let refused = |source| ServeError::Root { path: root.to_owned(), source };
    let canonical = root.canonicalize().map_err(refused)?;
    if canonical.is_dir() {
        Ok(canonical)
    } else {
        Err(refused(io::ErrorKind::NotADirectory.into()))
    }
}

async fn serve_stdio(server: Server, interrupt: CancellationToken) -> Result<(), ServeError> {
    let serving = match Box::pin(server.serve_with_ct(stdio(), interrupt)).await {
        Ok(serving) => serving,
        // Interrupted before a client came.
        Err(ServerInitializeError::Cancelled) => return Ok(()),
        Err(error) => return Err(Box::new(error).into()),
    };
    match serving.waiting().await {
        Ok(QuitReason::JoinError(error)) | Err(error) => Err(io::Error::other(error).into()),
        Ok(_) => Ok(()),
    }
}
