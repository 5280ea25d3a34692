//! The definition of a tool, made once.

use std::sync::{Arc, OnceLock};

use schemars::Schema;

use super::Definition;
use crate::arguments::Parameter;
use crate::definition::ToolDefinition;

/// A definition that is made when it is first asked for. Until then it is data: what would make it is
/// code that all tools share.
#[derive(Debug)]
pub struct Once {
    name: &'static str,
    title: Option<&'static str>,
    description: &'static str,
    input: Input,
    demanded: &'static [&'static str],
    output: Option<fn() -> Schema>,
    destructive: bool,
    idempotent: bool,
    made: OnceLock<Definition>,
}

/// Where the schema of the arguments comes from.
#[derive(Debug)]
enum Input {
    Parameters(&'static [Parameter]),
    Schema(fn() -> Schema),
}

impl Once {
    /// Of a tool without arguments.
    #[must_use]
    pub const fn new(name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            title: None,
            description,
            input: Input::Parameters(&[]),
            demanded: &[],
            output: None,
            destructive: false,
            idempotent: false,
            made: OnceLock::new(),
        }
    }

    /// What people read as the tool's name.
    #[must_use]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// The arguments, one by one.
    #[must_use]
    pub const fn parameters(mut self, parameters: &'static [Parameter]) -> Self {
        self.input = Input::Parameters(parameters);
        self
    }

    /// The arguments as a whole.
    #[must_use]
    pub const fn schema(mut self, schema: fn() -> Schema) -> Self {
        self.input = Input::Schema(schema);
        self
    }

    /// Members of the arguments as a whole that have to be there, whatever their types say.
    #[must_use]
    pub const fn demanded(mut self, names: &'static [&'static str]) -> Self {
        self.demanded = names;
        self
    }

    /// The details of a preview.
    #[must_use]
    pub const fn output(mut self, schema: fn() -> Schema) -> Self {
        self.output = Some(schema);
        self
    }

    /// Applying may destroy something.
    #[must_use]
    pub const fn destructive(mut self) -> Self {
        self.destructive = true;
        self
    }

    /// Applying twice has the effect of applying once.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// The same definition each time.
    #[must_use]
    pub fn get(&'static self) -> Definition {
        Arc::clone(self.made.get_or_init(|| Arc::new(self.make())))
    }

    fn make(&self) -> ToolDefinition {
        let definition = ToolDefinition::new(self.name)
            .with_description(self.description)
            .with_destructive(self.destructive)
            .with_idempotent(self.idempotent);
        let definition = match self.title {
            Some(title) => definition.with_title(title),
            None => definition,
        };
        let definition = match self.output {
            Some(schema) => definition.with_output_schema(schema()),
            None => definition,
        };
        match self.input {
            Input::Parameters(parameters) => definition.with_parameters(parameters),
            Input::Schema(schema) => {
                let schema = crate::schema::demanding(schema(), self.demanded);
                definition.with_input_schema(schema)
            }
        }
    }
}
