//! The definition of a tool, made once.

use std::sync::{Arc, LazyLock};

use crate::definition::ToolDefinition;

/// A definition that is made when it is first asked for.
#[derive(Debug)]
pub struct Once(LazyLock<Arc<ToolDefinition>>);

impl Once {
    /// By a function, when it is first asked for.
    #[must_use]
    pub const fn new(make: fn() -> Arc<ToolDefinition>) -> Self {
        Self(LazyLock::new(make))
    }

    /// The same definition each time.
    #[must_use]
    pub fn get(&self) -> Arc<ToolDefinition> {
        Arc::clone(&self.0)
    }
}
