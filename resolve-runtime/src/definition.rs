//! What a host tells a model about a tool.

use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::arguments::Parameter;

/// Hints about a tool's effect, under the names of the
/// [Model Context Protocol](https://modelcontextprotocol.io/specification/2025-06-18/schema#toolannotations).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Annotations {
    /// Applying may destroy something.
    #[serde(rename = "destructiveHint")]
    pub destructive: bool,
    /// Applying twice has the effect of applying once.
    #[serde(rename = "idempotentHint")]
    pub idempotent: bool,
}

/// How a renderer shows the calls of a tool.
///
/// # Examples
///
/// ```
/// use resolve_runtime::ToolDefinition;
///
/// let definition = ToolDefinition::new("batch_rename");
/// let mut presentation = definition.presentation().clone();
/// presentation.verbs.apply = "Rename".into();
/// let definition = definition.with_presentation(presentation);
/// assert_eq!(&*definition.presentation().verbs.apply, "Rename");
/// assert_eq!(definition.title(), "Batch Rename");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Presentation {
    /// The heading.
    pub title: Box<str>,
    /// Whether the block stands among the text instead of on its own.
    pub inline: bool,
    /// Whether a call and its result make one block.
    pub merge_call_and_result: bool,
    /// What a resolution is called.
    pub verbs: Verbs,
}

/// What the outcomes of a resolution are called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Verbs {
    /// An applied action.
    pub apply: Box<str>,
    /// A discarded action.
    pub discard: Box<str>,
    /// A failed resolution.
    pub failed: Box<str>,
}

impl Presentation {
    fn titled(title: &str) -> Self {
        Self {
            title: title.into(),
            inline: true,
            merge_call_and_result: true,
            verbs: Verbs {
                apply: "Accept".into(),
                discard: "Discard".into(),
                failed: "Failed".into(),
            },
        }
    }
}

/// Name, description and schema of a tool, and how it is shown.
///
/// A definition never changes within a session: a changed tool list costs the provider's prompt
/// cache.
///
/// # Examples
///
/// ```
/// use resolve_runtime::ToolDefinition;
///
/// let definition = ToolDefinition::new("batch_rename")
///     .with_description("Rename every file that matches a glob.")
///     .with_destructive(true);
/// assert_eq!(definition.title(), "Batch Rename");
/// assert_eq!(definition.input_schema().get("type").unwrap(), "object");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ToolDefinition {
    name: Box<str>,
    description: Box<str>,
    input_schema: Schema,
    output_schema: Option<Schema>,
    annotations: Annotations,
    presentation: Presentation,
    json_text: bool,
}

impl ToolDefinition {
    /// A tool without arguments and without a description, whose title is made from its name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            description: Box::default(),
            input_schema: crate::schema::of_parameters(&[]),
            output_schema: None,
            annotations: Annotations::default(),
            presentation: Presentation::titled(&title_from_name(name)),
            json_text: false,
        }
    }

    /// Sets what people read as the tool's name.
    #[must_use]
    pub fn with_title(mut self, title: &str) -> Self {
        self.presentation.title = title.into();
        self
    }

    /// Sets what the model reads about the tool.
    #[must_use]
    pub fn with_description(mut self, description: &str) -> Self {
        self.description = description.into();
        self
    }

    /// Takes the schema of the arguments from the type that they are decoded as.
    #[must_use]
    pub fn with_input<T: JsonSchema + DeserializeOwned>(mut self) -> Self {
        self.input_schema = crate::schema::of_decoded::<T>();
        self
    }

    /// Sets the schema of the arguments to one that was made elsewhere.
    #[must_use]
    pub fn with_input_schema(mut self, schema: Schema) -> Self {
        self.input_schema = schema;
        self
    }

    /// Makes the schema of the arguments from a list of parameters.
    #[must_use]
    pub fn with_parameters(mut self, parameters: &[Parameter]) -> Self {
        self.input_schema = crate::schema::of_parameters(parameters);
        self
    }

    /// Takes the schema of the [details](crate::Preview::details) of a preview from the type that
    /// they are made of.
    ///
    /// Nothing holds the details to it: it is a promise of the tool's to whoever reads them.
    #[must_use]
    pub fn with_output<T: JsonSchema>(self) -> Self {
        self.with_output_schema(crate::schema::of_output::<T>())
    }

    /// Sets the schema of the details of a preview to one that was made elsewhere.
    #[must_use]
    pub fn with_output_schema(mut self, schema: Schema) -> Self {
        self.output_schema = Some(schema);
        self
    }

    /// Says whether applying may destroy something.
    #[must_use]
    pub fn with_destructive(mut self, destructive: bool) -> Self {
        self.annotations.destructive = destructive;
        self
    }

    /// Says whether applying twice has the effect of applying once.
    #[must_use]
    pub fn with_idempotent(mut self, idempotent: bool) -> Self {
        self.annotations.idempotent = idempotent;
        self
    }

    /// Sets how the calls are shown.
    #[must_use]
    pub fn with_presentation(mut self, presentation: Presentation) -> Self {
        self.presentation = presentation;
        self
    }

    /// Says whether open objects (maps, and arguments of any shape) travel as JSON text where a
    /// provider's strict mode cannot describe them. The tool can then be strict. What the text
    /// holds is not held to a schema by the provider; it is parsed before the tool is called, and
    /// the model reads an error if that fails.
    ///
    /// Only exports (feature `export`) look at it.
    #[must_use]
    pub fn with_json_text(mut self, json_text: bool) -> Self {
        self.json_text = json_text;
        self
    }

    /// The name that models call.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name that people read.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.presentation.title
    }

    /// What the model reads about the tool.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// JSON Schema (draft 2020-12) of the arguments, always of an object.
    #[must_use]
    pub fn input_schema(&self) -> &Schema {
        &self.input_schema
    }

    /// JSON Schema (draft 2020-12) of the details of a preview, where the tool tells it.
    #[must_use]
    pub fn output_schema(&self) -> Option<&Schema> {
        self.output_schema.as_ref()
    }

    /// Hints about the tool's effect.
    #[must_use]
    pub fn annotations(&self) -> Annotations {
        self.annotations
    }

    /// Whether open objects travel as JSON text where a strict mode cannot describe them.
    #[must_use]
    pub fn json_text(&self) -> bool {
        self.json_text
    }

    /// How the calls are shown.
    #[must_use]
    pub fn presentation(&self) -> &Presentation {
        &self.presentation
    }
}

/// `batch_rename` and `batch-rename` become `Batch Rename`.
fn title_from_name(name: &str) -> String {
    let mut title = String::with_capacity(name.len());
    for word in name.split(['_', '-']).filter(|word| !word.is_empty()) {
        if !title.is_empty() {
            title.push(' ');
        }
        let mut letters = word.chars();
        title.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        title.push_str(letters.as_str());
    }
    title
}
