//! One tool for each type of arguments that exports have to carry.
//!
//! The programs of `examples` export it too: what is here needs nothing but the runtime.

pub mod by_hand;
mod enums;
mod maps;
mod nested;
mod optional;
mod roots;
mod scalars;
mod sequences;

use std::fmt;

use resolve_runtime::ToolDefinition;
use resolve_runtime::schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A tool, and arguments that it takes.
pub struct Entry {
    /// The tool, named after the type of its arguments.
    pub tool: ToolDefinition,
    /// Arguments as the tool's own schema has them.
    pub samples: Vec<Value>,
    /// What the tool would read, written again: two arguments that it reads as the same are equal.
    pub read: fn(Value) -> Result<Value, serde_json::Error>,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("tool", &self.tool.name()).finish_non_exhaustive()
    }
}

/// All entries. Their order and names stay: exports of them are kept in files.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    let parts = [
        scalars::entries(),
        optional::entries(),
        sequences::entries(),
        maps::entries(),
        enums::entries(),
        roots::entries(),
        nested::entries(),
        by_hand::entries(),
    ];
    parts.into_iter().flatten().collect()
}

/// The arguments are of one type.
fn entry<T>(name: &str, samples: impl IntoIterator<Item = Value>) -> Entry
where
    T: JsonSchema + DeserializeOwned + Serialize,
{
    let tool = ToolDefinition::new(name)
        .with_description(&format!("Takes arguments of the type `{name}`."))
        .with_input::<T>();
    Entry { tool, samples: samples.into_iter().collect(), read: read::<T> }
}

fn read<T: DeserializeOwned + Serialize>(arguments: Value) -> Result<Value, serde_json::Error> {
    serde_json::to_value(serde_json::from_value::<T>(arguments)?)
}
