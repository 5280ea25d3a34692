//! The list of tools, as a server tells it.

use std::sync::Arc;

use rmcp::model::{JsonObject, MetaObject, Tool, ToolAnnotations};
use schemars::Schema;
use serde_json::{Map, Value, json};

use crate::RESOLVE;
use crate::definition::ToolDefinition;
use crate::export::{Dialect, Export, ExportError};
use crate::session::Session;

/// Under which key a tool tells what its apply does: the hints of the tool itself are about the
/// preview.
const APPLY_HINTS: &str = "resolve-runtime/apply";

const RESOLVE_DESCRIPTION: &str = "Apply or discard one pending action: changes that a tool has \
    previewed and that have not been made yet. Takes the `id` from the preview's result.";

/// What stands behind the description of every other tool.
const PREVIEWS_ONLY: &str = "This only previews and changes nothing: call `resolve` with the `id` \
    from the result to apply or discard it.";

/// The tools of a session with `resolve` at the end, and the way back for their arguments.
pub(super) fn list(
    session: &Session,
    asks_person: bool,
) -> Result<(Export, Box<[Tool]>), ExportError> {
    let mut definitions: Vec<_> = session.tools().iter().map(|tool| described(tool)).collect();
    definitions.push(resolve_definition(session));
    let export = Export::builder(Dialect::Mcp).tools(&definitions).build()?;
    let mut tools = Vec::with_capacity(definitions.len());
    for (index, definition) in definitions.iter().enumerate() {
        let entry = &export.tools()[index];
        let tool = tool(definition, entry);
        tools.push(if definition.name() == RESOLVE {
            resolve_tool(tool, definition)?
        } else {
            preview_tool(tool, definition, asks_person)?
        });
    }
    Ok((export, tools.into()))
}

fn described(tool: &ToolDefinition) -> ToolDefinition {
    let description = match tool.description() {
        "" => PREVIEWS_ONLY.to_owned(),
        description => format!("{description}\n\n{PREVIEWS_ONLY}"),
    };
    tool.clone().with_description(&description)
}

/// The hidden tool with the `id` that says which action it is about.
fn resolve_definition(session: &Session) -> ToolDefinition {
    let hidden = session.shared.definitions.last();
    let mut schema = hidden.map(|hidden| hidden.input_schema().clone()).unwrap_or_default();
    let object = schema.ensure_object();
    let mut properties = Map::new();
    let id = json!({ "type": "string", "description": "Of the pending action, from the result of its preview." });
    properties.insert("id".to_owned(), id);
    if let Some(Value::Object(others)) = object.remove("properties") {
        properties.extend(others);
    }
    object.insert("properties".to_owned(), properties.into());
    let mut required = vec![Value::from("id")];
    if let Some(Value::Array(others)) = object.remove("required") {
        required.extend(others);
    }
    object.insert("required".to_owned(), required.into());
    ToolDefinition::new(RESOLVE).with_description(RESOLVE_DESCRIPTION).with_input_schema(schema)
}

/// What both kinds have in common. The export has written the description, where it had to say more
/// in it, and the schema.
fn tool(definition: &ToolDefinition, entry: &Value) -> Tool {
    let description = entry["description"].as_str().map(|text| text.to_owned().into());
    let schema = entry["inputSchema"].as_object().cloned().unwrap_or_default();
    Tool::new_with_raw(definition.name().to_owned(), description, schema)
        .with_title(definition.title())
}

fn preview_tool(
    tool: Tool,
    definition: &ToolDefinition,
    asks_person: bool,
) -> Result<Tool, ExportError> {
    let annotations = definition.annotations();
    let hints = ToolAnnotations::with_title(definition.title());
    let hints = if asks_person {
        // Where the person says so, it is applied within the call.
        hints
            .read_only(false)
            .destructive(annotations.destructive)
            .idempotent(annotations.idempotent)
    } else {
        hints.read_only(true).destructive(false)
    };
    let mut meta = MetaObject::new();
    meta.insert(APPLY_HINTS.to_owned(), json!(annotations));
    let output = preview_output(definition.output_schema(), asks_person);
    Ok(tool
        .with_annotations(hints)
        .with_meta(meta)
        .with_raw_output_schema(lowered(definition, output)?))
}

/// Whatever is pending may be destroyed by it; but nothing is ever applied twice.
fn resolve_tool(tool: Tool, definition: &ToolDefinition) -> Result<Tool, ExportError> {
    let hints = ToolAnnotations::with_title(definition.title())
        .read_only(false)
        .destructive(true)
        .idempotent(true);
    let output = resolution_schema(Some(id_schema()));
    Ok(tool.with_annotations(hints).with_raw_output_schema(lowered(definition, output)?))
}

fn id_schema() -> Value {
    json!({ "type": "string", "description": "The action." })
}

/// What stands in the structured content of a preview that has ended well.
fn preview_output(details: Option<&Schema>, asks_person: bool) -> Value {
    let mut outcomes = vec!["pending", "nothing"];
    let mut properties = Map::new();
    properties.insert("id".to_owned(), id_schema());
    let label = json!({ "type": "string", "description": "What the action is called." });
    properties.insert("label".to_owned(), label);
    if asks_person {
        outcomes.extend(["applied", "discarded"]);
        properties.insert("resolution".to_owned(), resolution_schema(None));
    }
    let status = json!({ "type": "string", "enum": outcomes, "description": "What became of it." });
    properties.insert("status".to_owned(), status);
    let mut schema = json!({ "type": "object", "required": ["status"] });
    if let Some(details) = details {
        properties.insert("details".to_owned(), json!({ "$ref": DETAILS }));
        schema["$defs"] = definitions_with(details);
    }
    schema["properties"] = properties.into();
    schema
}

const DETAILS: &str = "#/$defs/PreviewDetails";

/// The definitions of a schema, and the schema as one of them.
fn definitions_with(details: &Schema) -> Value {
    let mut details = details.as_value().clone();
    let definitions = details.as_object_mut().and_then(|details| details.remove("$defs"));
    let mut definitions = match definitions {
        Some(Value::Object(definitions)) => definitions,
        _ => Map::new(),
    };
    definitions.insert("PreviewDetails".to_owned(), details);
    let mut definitions = definitions.into();
    move_root(&mut definitions);
    definitions
}

/// What referred to the whole schema refers to where it has moved.
fn move_root(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                if key == "$ref" && member == "#" {
                    *member = DETAILS.into();
                } else {
                    move_root(member);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(move_root),
        _ => {}
    }
}

/// The details of a resolution, with the id of its action where nothing around them tells it.
fn resolution_schema(id: Option<Value>) -> Value {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let members = [
        ("action", json!({ "type": "string", "enum": ["apply", "discard"] })),
        ("reason", text("Why it was decided so.")),
        ("extra", json!({ "type": "object", "description": "What the decider added." })),
        ("sourceToolName", text("The tool that previewed it.")),
        ("label", text("What the action is called.")),
    ];
    let id = id.map(|id| ("id", id));
    let required: Vec<_> = id.iter().map(|(name, _)| *name).chain(["action", "reason"]).collect();
    let required = Value::from(required);
    let members = id.into_iter().chain(members).map(|(name, schema)| (name.to_owned(), schema));
    let properties = Value::from(members.collect::<Map<_, _>>());
    json!({ "type": "object", "properties": properties, "required": required })
}

/// The schema in the form that clients of the protocol take.
fn lowered(definition: &ToolDefinition, schema: Value) -> Result<Arc<JsonObject>, ExportError> {
    let schema = Schema::try_from(schema).unwrap_or_default();
    let output = ToolDefinition::new(definition.name()).with_input_schema(schema);
    let export = Export::builder(Dialect::Mcp).tools(&[output]).build()?;
    Ok(Arc::new(export.tools()[0]["inputSchema"].as_object().cloned().unwrap_or_default()))
}
