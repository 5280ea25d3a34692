//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// Serve the structural rewrite `ast_edit` over MCP: previewed, then applied or discarded with
/// `resolve`. Nothing outside of the root folder is read or written.
#[derive(Debug, Parser)]
#[command(name = "mcp-server", version)]
pub struct CommandLine {
    /// Serve one client on standard input and output. This is what happens without `--http`.
    #[arg(long)]
    stdio: bool,
    /// Serve any number of clients over streamable HTTP, at the path `/mcp` of this address. They
    /// share what is pending.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "stdio")]
    pub http: Option<SocketAddr>,
    /// A host name under which clients reach an address that is not this machine's own alone.
    /// Repeats.
    #[arg(long = "allow-host", value_name = "HOST", requires = "http")]
    pub allowed_hosts: Vec<String>,
    /// The folder to work in.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub root: PathBuf,
    /// After each preview, have a client that can do so ask a person whether to apply it.
    #[arg(long)]
    pub ask: bool,
    /// What to log, on the standard error.
    #[arg(long, value_enum, default_value_t = Log::Warn, value_name = "LEVEL")]
    pub log: Log,
}

/// How much is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Log {
    /// Nothing.
    Off,
    /// What failed.
    Error,
    /// What may be wrong as well.
    Warn,
    /// Connections and requests.
    Info,
    /// Everything that could help to find a mistake.
    Debug,
}

impl CommandLine {
    /// Reads the arguments of this process.
    ///
    /// # Errors
    ///
    /// What is wrong with them, or the help text that was asked for.
    pub fn read() -> Result<Self, clap::Error> {
        Self::try_parse()
    }
}
