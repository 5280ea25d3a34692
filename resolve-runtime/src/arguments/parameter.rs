//! One parameter of a tool: its name, what is said of it, and its schema.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::missing;

/// A parameter of a tool.
///
/// # Examples
///
/// ```
/// use resolve_runtime::{Parameter, ToolDefinition};
///
/// const PARAMETERS: &[Parameter] = &[
///     Parameter::new::<String>("pattern", "Glob of the files to rename."),
///     Parameter::new::<Option<u32>>("limit", "How many files at most."),
/// ];
/// let definition = ToolDefinition::new("batch_rename").with_parameters(PARAMETERS);
/// assert_eq!(definition.input_schema().get("required").unwrap(), &serde_json::json!(["pattern"]));
/// ```
#[derive(Clone, Copy)]
pub struct Parameter {
    name: &'static str,
    description: &'static str,
    shape: Shape,
}

/// What a type says of an argument.
#[derive(Clone, Copy)]
pub struct Shape {
    schema: fn(&mut SchemaGenerator) -> Schema,
    optional: fn() -> bool,
}

impl Shape {
    /// Of nothing that is known here.
    pub(crate) const NONE: Self = Self { schema: |_| Schema::default(), optional: || false };

    pub(crate) const fn of_type<T: DeserializeOwned + JsonSchema>() -> Self {
        Self {
            schema: SchemaGenerator::subschema_for::<T>,
            optional: || missing::decode::<T>().is_ok(),
        }
    }
}

impl Shape {
    /// A parameter of this shape.
    #[must_use]
    pub const fn of(self, name: &'static str, description: &'static str) -> Parameter {
        Parameter::with_shape(self, name, description)
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shape")
    }
}

impl Parameter {
    /// A parameter of type `T`; optional exactly if an absent `T` can be decoded, as an `Option`
    /// can. An empty description stands for none.
    #[must_use]
    pub const fn new<T: DeserializeOwned + JsonSchema>(
        name: &'static str,
        description: &'static str,
    ) -> Self {
        Self::with_shape(Shape::of_type::<T>(), name, description)
    }

    pub(crate) const fn with_shape(
        shape: Shape,
        name: &'static str,
        description: &'static str,
    ) -> Self {
        Self { name, description, shape }
    }

    /// A parameter whose schema is made elsewhere.
    pub(crate) const fn named(name: &'static str) -> Self {
        Self::with_shape(Shape::NONE, name, "")
    }

    /// The same parameter with a default: it may be left out.
    #[must_use]
    pub const fn with_default(mut self) -> Self {
        self.shape.optional = || true;
        self
    }

    /// The name on the wire.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn is_optional(&self) -> bool {
        (self.shape.optional)()
    }

    pub(crate) fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        let mut schema = (self.shape.schema)(generator);
        if !self.description.is_empty() {
            schema.insert("description".to_owned(), Value::from(self.description));
        }
        schema
    }
}

impl fmt::Debug for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parameter").field("name", &self.name).finish_non_exhaustive()
    }
}
