//! Serving the tools of a session over MCP: the adapter with tools that wait to be let on, and the
//! program as clients start it.

mod cancelling;
mod deciding;
mod disconnecting;
mod finding;
mod over_http;
mod over_stdio;
mod person;
mod progress;
mod support;
