//! Why nothing is served.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use resolve_runtime::BuildError;
use resolve_runtime::export::ExportError;
use rmcp::service::ServerInitializeError;

/// A server that cannot begin, or cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The folder to work in is none.
    #[error(
        "cannot work in `{path}`: {source}. Expected an existing folder: name one with `--root`"
    )]
    Root {
        /// What was given.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The tools do not make a session.
    #[error(transparent)]
    Session(#[from] BuildError),
    /// The tools cannot be told to clients.
    #[error(transparent)]
    Tools(#[from] ExportError),
    /// The client did not begin as the protocol wants it.
    #[error("the client on standard input did not begin as the protocol wants it: {0}")]
    Begin(#[from] Box<ServerInitializeError>),
    /// The address cannot be listened on.
    #[error(
        "cannot listen on {address}: {source}. Give another address with `--http`; port 0 takes any that is free"
    )]
    Listen {
        /// What was given.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// A connection or a task broke.
    #[error("the server broke off: {0}")]
    Broken(#[from] io::Error),
}
