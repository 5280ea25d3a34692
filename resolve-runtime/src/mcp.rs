//! The tools of a session, served over the Model Context Protocol by [`rmcp`].
//!
//! A [`Server`] is a whole server. A handler of one's own that has other tools, prompts or resources
//! as well asks [`Tools`] for the list and hands calls on to it.
//!
//! A client of this protocol cannot be forced to call `resolve`, and a server of its latest revision
//! keeps no conversation. So the list of tools never changes, `resolve` is always on it, and it takes
//! the `id` of the pending action that it is about. Nothing is resolved by turns here: several clients may
//! have several actions pending, and resolve them in any order.
//!
//! The chapter [`guide::mcp`](crate::guide::mcp) shows both ways, and says how the protocol's own
//! notions map to those of a session.

mod definitions;
mod notices;
mod person;
mod preview;
mod progress;
mod resolve;
mod result;
mod server;
mod tools;

pub use rmcp;

pub use self::server::Server;
pub use self::tools::{Tools, ToolsBuilder};
