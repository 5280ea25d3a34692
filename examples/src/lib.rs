//! Shared parts of the example programs.

pub mod ast_edit;
pub mod ast_edit_program;
pub mod export_schemas_program;
#[cfg(feature = "mcp")]
pub mod mcp_server_program;
