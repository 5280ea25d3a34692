//! What a host sends to a model's provider about the tools, and what it reads back.

mod dialect;
mod loss;
mod schema;

pub use self::dialect::Dialect;
pub use self::loss::{ExportError, Loss};
