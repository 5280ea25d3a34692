//! A call as the text of a reply: for models that can be held to a schema, but not to a tool.

use serde_json::{Map, Value, json};

use super::builder::described;
use super::dialect::Dialect;
use super::loss::{ExportError, Loss};
use super::schema::{Decoder, How, lower};
use crate::definition::ToolDefinition;

/// The envelope of one tool.
pub(super) struct EnvelopeForm {
    /// The schema of the whole text.
    pub(super) schema: Value,
    pub(super) strict: bool,
    pub(super) decoder: Decoder,
    pub(super) losses: Vec<Loss>,
}

impl EnvelopeForm {
    pub(super) fn of(definition: &ToolDefinition, how: How) -> Result<Self, ExportError> {
        let name = definition.name();
        // Where there is no flag, a schema that is not strict is refused.
        let always = matches!(how.dialect, Dialect::Anthropic | Dialect::Bedrock);
        // A schema that does not hold the model would be no envelope.
        let how = match how.dialect {
            // Its grammars know more than what it reads of the schemas of tools.
            Dialect::Ollama => How { dialect: Dialect::OpenAiChat, strict: true, ..how },
            _ => How { strict: how.strict || always, json_text: true, ..how },
        };
        let lowered = lower(name, definition.input_schema(), how)?;
        if always && !lowered.strict {
            return Err(ExportError {
                tool: name.into(),
                path: "".into(),
                reason: "its schema cannot be strict, and structured output takes no other".into(),
            });
        }
        let description = described(definition, lowered.about.as_deref());
        let schema = wrap(name, &description, lowered.schema);
        let (decoder, losses) = (lowered.decoder, lowered.losses);
        Ok(Self { schema, strict: lowered.strict, decoder, losses })
    }
}

/// The schema of `{"name": …, "arguments": {…}}`. References keep their meaning: definitions move
/// to the new root, and what referred to the old root says where that is now.
fn wrap(name: &str, description: &str, mut arguments: Value) -> Value {
    let definitions = arguments.as_object_mut().and_then(|root| root.shift_remove("$defs"));
    refer_to_arguments(&mut arguments);
    if let Some(root) = arguments.as_object_mut()
        && !root.contains_key("description")
        && !description.is_empty()
    {
        root.insert("description".to_owned(), description.into());
    }
    let mut schema = json!({
        "type": "object",
        "properties": { "name": { "type": "string", "enum": [name] }, "arguments": arguments },
        "required": ["name", "arguments"],
        "additionalProperties": false,
    });
    if let Some(mut definitions) = definitions {
        refer_to_arguments(&mut definitions);
        schema["$defs"] = definitions;
    }
    schema
}

fn refer_to_arguments(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if let Some(reference) = members.get_mut("$ref")
                && reference == "#"
            {
                *reference = "#/properties/arguments".into();
            }
            members.values_mut().for_each(refer_to_arguments);
        }
        Value::Array(elements) => elements.iter_mut().for_each(refer_to_arguments),
        _ => {}
    }
}

/// The arguments in a text that is an envelope of this tool.
pub(super) fn opened(text: &str, tool: &str) -> Option<Value> {
    let mut envelope: Map<String, Value> = match super::json::parse(text).ok()? {
        Value::Object(envelope) => envelope,
        _ => return None,
    };
    // The case of an enum's values is not guaranteed everywhere.
    let named = envelope.get("name")?.as_str()?.eq_ignore_ascii_case(tool);
    let whole = named && envelope.len() == 2;
    whole.then(|| envelope.shift_remove("arguments")).flatten()
}
