//! What a request says about the tools.

use std::fmt;

use serde_json::{Map, Value};

use super::dialect::{self, Dialect, Said};
use super::{Export, ExportError, Exported, Loss};
use crate::choice::ToolChoice;
use crate::forcing::Forcing;
use crate::session::Turn;

/// A tool choice that a request cannot carry.
///
/// # Examples
///
/// ```
/// use resolve_runtime::export::{ChoiceError, Dialect, Export};
/// use resolve_runtime::{Forcing, ToolChoice};
/// use serde_json::Map;
///
/// let export = Export::builder(Dialect::Bedrock).build()?;
/// let choice = ToolChoice::tool("resolve");
/// let error = export.apply_to(&mut Map::new(), Some(&choice), Forcing::Named).unwrap_err();
/// assert_eq!(error, ChoiceError::NotExported { tool: "resolve".into() });
/// # Ok::<(), resolve_runtime::export::ExportError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChoiceError {
    /// The tool is not among the exported ones, so that no model could call it.
    NotExported {
        /// The tool.
        tool: Box<str>,
    },
    /// A call is required, and there is no tool to call.
    NoTools,
    /// The dialect has no words for it.
    Unsupported {
        /// The dialect.
        dialect: Dialect,
        /// What was to be said.
        choice: ToolChoice,
        /// How it was to be forced.
        forcing: Forcing,
    },
    /// The schema of the tool does not fit into an envelope.
    Envelope(ExportError),
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotExported { tool } => {
                write!(f, "the tool `{tool}` cannot be forced: it is not among the exported ones")
            }
            Self::NoTools => f.write_str("a call cannot be required: no tool is exported"),
            Self::Unsupported { dialect, choice, forcing } => {
                write!(f, "{dialect} cannot say this tool choice: {choice} (forcing: {forcing:?})")
            }
            Self::Envelope(error) => write!(f, "no envelope: {error}"),
        }
    }
}

impl std::error::Error for ChoiceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Envelope(error) => Some(error),
            _ => None,
        }
    }
}

/// What a request says about the tools.
enum Request<'a> {
    All(Option<Said<'a>>),
    Narrowed(&'a Exported),
    Envelope(&'a Exported),
}

impl Export {
    /// Writes the tools and the tool choice of one model call into the body of its request, where
    /// the dialect wants them.
    ///
    /// Give it [`Turn::tool_choice`](crate::Turn::tool_choice) and
    /// [`Turn::forcing`](crate::Turn::forcing). A choice that is not given leaves the tool choice
    /// out, unless the forcing is [`Soft`](Forcing::Soft). Without tools nothing is written.
    /// Where one tool is forced, parallel calls are switched off if the dialect can say so.
    ///
    /// Begin with a body of your own for each request: a force holds for one. A list of tools or a
    /// tool choice that it has is replaced; append a provider's own tools afterwards.
    ///
    /// # Errors
    ///
    /// What the dialect cannot say. The body is unchanged then.
    ///
    /// # Examples
    ///
    /// ```
    /// use resolve_runtime::export::{Dialect, Export};
    /// use resolve_runtime::{Forcing, ToolChoice, ToolDefinition};
    /// use serde_json::{Map, json};
    ///
    /// let tools = ["read_file", "resolve"].map(ToolDefinition::new);
    /// let export = Export::builder(Dialect::Gemini).tools(&tools).build()?;
    /// let choice = ToolChoice::tool("resolve");
    /// let body = |forcing| {
    ///     let mut body = Map::new();
    ///     export.apply_to(&mut body, Some(&choice), forcing).map(|()| body)
    /// };
    ///
    /// let named = body(Forcing::Named).unwrap();
    /// let config = json!({ "mode": "ANY", "allowedFunctionNames": ["resolve"] });
    /// assert_eq!(named["toolConfig"]["functionCallingConfig"], config);
    ///
    /// let narrowed = body(Forcing::Narrowed).unwrap();
    /// assert_eq!(narrowed["tools"][0]["functionDeclarations"].as_array().unwrap().len(), 1);
    ///
    /// let soft = body(Forcing::Soft).unwrap();
    /// assert_eq!(soft["toolConfig"]["functionCallingConfig"], json!({ "mode": "AUTO" }));
    /// # Ok::<(), resolve_runtime::export::ExportError>(())
    /// ```
    pub fn apply_to(
        &self,
        body: &mut Map<String, Value>,
        choice: Option<&ToolChoice>,
        forcing: Forcing,
    ) -> Result<(), ChoiceError> {
        let wire = self.dialect.wire();
        let said = match self.request(choice, forcing)? {
            Request::All(_) if self.tools.is_empty() => Ok(()),
            Request::All(said) => wire.request(body, self.list.clone(), said),
            Request::Narrowed(tool) => {
                let list = wire.list(vec![tool.entry.clone()]);
                wire.request(body, list, Some(Said::Only))
            }
            Request::Envelope(tool) => {
                let form = tool.envelope.as_ref().map_err(|e| ChoiceError::Envelope(e.clone()))?;
                let (schema, strict) = (&form.schema, form.strict);
                let envelope = dialect::Envelope { tool: &tool.name, schema, strict };
                wire.envelope(body, self.list.clone(), &envelope)
            }
        };
        said.map_err(|_| self.unsupported(choice, forcing))
    }

    /// The same for the model call of a turn.
    ///
    /// # Errors
    ///
    /// As for [`apply_to`](Self::apply_to).
    pub fn apply_turn(
        &self,
        body: &mut Map<String, Value>,
        turn: &Turn,
    ) -> Result<(), ChoiceError> {
        self.apply_to(body, turn.tool_choice(), turn.forcing())
    }

    /// What the schema of a tool says and its envelope does not.
    ///
    /// # Errors
    ///
    /// If there is no envelope for the tool.
    pub fn envelope_losses(&self, tool: &str) -> Result<&[Loss], ChoiceError> {
        let form = &self.exported(tool)?.envelope;
        form.as_ref().map(|form| &*form.losses).map_err(|e| ChoiceError::Envelope(e.clone()))
    }

    fn request<'a>(
        &'a self,
        choice: Option<&'a ToolChoice>,
        forcing: Forcing,
    ) -> Result<Request<'a>, ChoiceError> {
        let tool = choice.and_then(ToolChoice::forced_tool).map(|name| self.exported(name));
        let tool = tool.transpose()?;
        let auto = (forcing != Forcing::Omitted).then_some(Said::Auto);
        Ok(match (choice, tool, forcing) {
            (None, ..) => Request::All(auto.filter(|_| forcing == Forcing::Soft)),
            (_, Some(tool), Forcing::Named) => Request::All(Some(Said::Tool(&tool.name))),
            (_, Some(tool), Forcing::Narrowed) => Request::Narrowed(tool),
            (_, Some(tool), Forcing::Envelope) => Request::Envelope(tool),
            (Some(ToolChoice::Required), ..) if self.tools.is_empty() => {
                return Err(ChoiceError::NoTools);
            }
            (Some(ToolChoice::Required), _, Forcing::Named | Forcing::Narrowed) => {
                Request::All(Some(Said::Required))
            }
            // An omitted choice lets the model call; an envelope is of one tool.
            (Some(ToolChoice::None), _, Forcing::Omitted)
            | (Some(ToolChoice::Required), _, Forcing::Envelope) => {
                return Err(self.unsupported(choice, forcing));
            }
            (Some(ToolChoice::None), ..) => Request::All(Some(Said::None)),
            _ => Request::All(auto),
        })
    }

    fn exported(&self, name: &str) -> Result<&Exported, ChoiceError> {
        self.tool(name).ok_or_else(|| ChoiceError::NotExported { tool: name.into() })
    }

    fn unsupported(&self, choice: Option<&ToolChoice>, forcing: Forcing) -> ChoiceError {
        let choice = choice.cloned().unwrap_or(ToolChoice::Auto);
        ChoiceError::Unsupported { dialect: self.dialect, choice, forcing }
    }
}
