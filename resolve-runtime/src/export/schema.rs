//! Schemas, as each dialect takes them, and the way back.

use schemars::Schema;
use serde_json::Value;

use super::{Dialect, ExportError, Loss};

/// How a schema is to be exported.
#[derive(Debug, Clone, Copy)]
pub(crate) struct How {
    pub(crate) dialect: Dialect,
    /// Strict where the schema can be.
    pub(crate) strict: bool,
    /// Open objects travel as JSON text where that makes the tool strict.
    pub(crate) json_text: bool,
}

/// A schema as a dialect takes it.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(crate) schema: Value,
    /// Whether the tool is strict.
    pub(crate) strict: bool,
    /// The way back for the arguments.
    pub(crate) decoder: Decoder,
    pub(crate) losses: Vec<Loss>,
}

/// Turns arguments that a model wrote for the exported schema into those of the tool's own.
#[derive(Debug)]
pub(crate) struct Decoder;

/// What a model wrote and cannot be turned back.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Misfit {
    /// Where in the arguments: `extra.n`, `files[2]`.
    pub(crate) path: String,
    /// What was expected, what was found and what to do.
    pub(crate) message: String,
}

pub(crate) fn lower(tool: &str, schema: &Schema, how: How) -> Result<Lowered, ExportError> {
    let _ = (tool, how);
    let schema = schema.as_value().clone();
    Ok(Lowered { schema, strict: false, decoder: Decoder, losses: Vec::new() })
}

impl Decoder {
    pub(crate) fn decode(&self, arguments: Value) -> Result<Value, Misfit> {
        Ok(arguments)
    }
}
