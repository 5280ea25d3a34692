//! Preview, then resolve.
#![forbid(unsafe_code)]

mod error;

pub use error::{Aborted, BoxError, CallError, ToolError};

#[cfg(feature = "fs")]
pub mod fs;
