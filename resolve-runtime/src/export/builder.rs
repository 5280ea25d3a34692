//! How an export is made.

use std::borrow::{Borrow, Cow};
use std::collections::HashSet;

use serde_json::Value;

use super::budget::Budget;
use super::dialect::{Dialect, ExportedTool};
use super::envelope::EnvelopeForm;
use super::loss::{ExportError, Loss};
use super::schema::{How, Lowered, lower};
use super::{Export, Exported};
use crate::RESOLVE;
use crate::definition::ToolDefinition;

/// What to export, and how.
///
/// # Examples
///
/// ```
/// use resolve_runtime::ToolDefinition;
/// use resolve_runtime::export::{Dialect, Export};
///
/// let own = ToolDefinition::new("read_file").with_description("Read a file.");
/// let export = Export::builder(Dialect::OpenAiChat).tools(&[own]).strict(false).build()?;
/// assert_eq!(export.tools()[0]["function"]["strict"], false);
/// # Ok::<(), resolve_runtime::export::ExportError>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "nothing is exported before `build`"]
pub struct ExportBuilder {
    dialect: Dialect,
    strict: bool,
    tools: Vec<ToolDefinition>,
    json_text: Vec<(Box<str>, bool)>,
}

impl ExportBuilder {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self { dialect, strict: true, tools: Vec::new(), json_text: Vec::new() }
    }

    /// Adds tools: those of [`Turn::tools`](crate::Turn::tools), `resolve` among them, and the
    /// host's own.
    pub fn tools(mut self, tools: &[impl Borrow<ToolDefinition>]) -> Self {
        self.tools.extend(tools.iter().map(|tool| tool.borrow().clone()));
        self
    }

    /// Whether the provider is to hold the model to the schemas that can be strict. It is unless
    /// this says otherwise.
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Whether the open objects of a tool travel as JSON text, whatever
    /// [its definition](ToolDefinition::with_json_text) says.
    pub fn json_text(mut self, tool: &str, json_text: bool) -> Self {
        self.json_text.push((tool.into(), json_text));
        self
    }

    /// Exports the tools.
    ///
    /// # Errors
    ///
    /// The first tool that the dialect cannot carry: because of its name, because the name is taken,
    /// or because of its schema.
    pub fn build(self) -> Result<Export, ExportError> {
        for (name, _) in &self.json_text {
            if !self.tools.iter().any(|tool| tool.name() == &**name) {
                return Err(refused(name, "it is not among the exported tools"));
            }
        }
        let mut names = HashSet::new();
        for definition in &self.tools {
            refuse_name(definition.name())?;
            if !names.insert(definition.name()) {
                return Err(refused(definition.name(), "another tool has the same name"));
            }
        }
        let mut losses = Vec::new();
        let tools = self.lower_all(&mut losses)?;
        let entries: Vec<Value> = tools.iter().map(|tool| tool.entry.clone()).collect();
        let list = self.dialect.wire().list(entries);
        Ok(Export { dialect: self.dialect, list, tools, losses: losses.into() })
    }

    fn lower_all(&self, losses: &mut Vec<Loss>) -> Result<Box<[Exported]>, ExportError> {
        let mut lowered = Vec::with_capacity(self.tools.len());
        for definition in &self.tools {
            lowered.push(lower(
                definition.name(),
                definition.input_schema(),
                self.how(definition),
            )?);
        }
        for index in self.over_budget(&lowered) {
            let definition = &self.tools[index];
            let how = How { strict: false, ..self.how(definition) };
            lowered[index] = lower(definition.name(), definition.input_schema(), how)?;
            losses.push(Loss {
                tool: definition.name().into(),
                path: "".into(),
                what: "not strict: the strict tools before it are all that a request may have"
                    .into(),
            });
        }
        let tools = self.tools.iter().zip(lowered);
        Ok(tools.map(|(definition, lowered)| self.exported(definition, lowered, losses)).collect())
    }

    /// The tools that a request cannot have as strict ones as well. `resolve` comes first: it is the
    /// one that is forced.
    fn over_budget(&self, lowered: &[Lowered]) -> Vec<usize> {
        let Some(mut budget) = Budget::of(self.dialect) else {
            return Vec::new();
        };
        let strict = (0..lowered.len()).filter(|index| lowered[*index].strict);
        let (mut first, others): (Vec<_>, Vec<_>) =
            strict.partition(|index| self.tools[*index].name() == RESOLVE);
        first.extend(others);
        first.retain(|index| !budget.take(&lowered[*index].schema));
        first
    }

    fn exported(
        &self,
        definition: &ToolDefinition,
        lowered: Lowered,
        losses: &mut Vec<Loss>,
    ) -> Exported {
        losses.extend(lowered.losses);
        let exported = ExportedTool {
            definition,
            description: &described(definition, lowered.about.as_deref()),
            schema: &lowered.schema,
            strict: lowered.strict,
        };
        Exported {
            name: definition.name().into(),
            entry: self.dialect.wire().tool(&exported),
            strict: lowered.strict,
            decoder: lowered.decoder,
            envelope: EnvelopeForm::of(definition, self.how(definition)),
        }
    }

    fn how(&self, definition: &ToolDefinition) -> How {
        let overridden = self.json_text.iter().rev().find(|(tool, _)| **tool == *definition.name());
        let json_text = overridden.map_or(definition.json_text(), |(_, json_text)| *json_text);
        How { dialect: self.dialect, strict: self.strict, json_text }
    }
}

/// The description of a tool, and what its schema could not say.
pub(super) fn described<'d>(definition: &'d ToolDefinition, about: Option<&str>) -> Cow<'d, str> {
    match (definition.description(), about) {
        (description, None) => description.into(),
        ("", Some(about)) => about.to_owned().into(),
        (description, Some(about)) => format!("{description}\n\n{about}").into(),
    }
}

fn refused(tool: &str, reason: &str) -> ExportError {
    ExportError { tool: tool.into(), path: "".into(), reason: reason.into() }
}

/// What all providers take: a letter or `_`, and up to 62 more letters, digits, `_` and `-`.
fn refuse_name(name: &str) -> Result<(), ExportError> {
    let begins = |first: u8| first.is_ascii_alphabetic() || first == b'_';
    let goes_on = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let fits =
        name.len() <= 63 && name.bytes().next().is_some_and(begins) && name.bytes().all(goes_on);
    if fits {
        return Ok(());
    }
    Err(refused(
        name,
        "its name has to begin with a letter or `_`, and may have up to 63 letters, digits, `_` \
         and `-`: that is what all providers take",
    ))
}
