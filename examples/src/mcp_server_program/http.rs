//! Any number of clients over streamable HTTP.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use resolve_runtime::mcp::Server;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::ServeError;

/// Where the server is below its address.
const PATH: &str = "/mcp";

/// Serves until it is interrupted, and says where on `notes`.
pub(super) async fn serve(
    server: Server,
    address: SocketAddr,
    allowed_hosts: &[String],
    interrupt: CancellationToken,
    notes: &mut (impl Write + Send),
) -> Result<(), ServeError> {
    let listen = |source| ServeError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(listen)?;
    let at = listener.local_addr().map_err(listen)?;
    writeln!(notes, "mcp-server: listening on http://{at}{PATH}")?;
    let router = router(server, allowed_hosts, interrupt.clone());
    let stop = async move { interrupt.cancelled().await };
    axum::serve(listener, router).with_graceful_shutdown(stop).await?;
    Ok(())
}

/// Serves the server at `/mcp`, until the token is cancelled. No page in a browser gets in, neither by
/// its origin nor by a name that leads here.
pub fn router(server: Server, allowed_hosts: &[String], interrupt: CancellationToken) -> Router {
    let mut config = StreamableHttpServerConfig::default()
        .with_cancellation_token(interrupt)
        .enforce_origin_validation();
    config.allowed_hosts.extend_from_slice(allowed_hosts);
    let sessions = Arc::new(LocalSessionManager::default());
    let service =
        StreamableHttpService::new(move || Ok::<_, io::Error>(server.clone()), sessions, config);
    Router::new().nest_service(PATH, service)
}
