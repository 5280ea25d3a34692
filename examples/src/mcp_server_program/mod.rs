//! The program `mcp-server`: the example tools as a server of the Model Context Protocol.

mod arguments;
mod error;
pub mod http;
mod run;

pub use arguments::{CommandLine, Log};
pub use error::ServeError;
pub use run::run;
