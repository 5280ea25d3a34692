//! JSON schemas of arguments.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::arguments::Parameter;
use crate::resolution::FreeForm;

/// Schemas of what is *read*: an argument with a default is optional in them.
fn generator() -> SchemaGenerator {
    // The dialect is the same for all tools, so that no schema has to name it.
    SchemaSettings::draft2020_12().with(|settings| settings.meta_schema = None).into_generator()
}

pub(crate) fn of_type<T: JsonSchema + ?Sized>() -> Schema {
    let mut schema = generator().into_root_schema_for::<T>();
    // The title of a Rust type says nothing to a model.
    schema.remove("title");
    schema
}

pub(crate) fn of_parameters(parameters: &[Parameter]) -> Schema {
    let mut generator = generator();
    let mut properties = Map::new();
    let mut required = Vec::new();
    for parameter in parameters {
        properties.insert(parameter.name().to_owned(), parameter.schema(&mut generator).into());
        if !parameter.is_optional() {
            required.push(Value::from(parameter.name()));
        }
    }
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), definitions.into());
    }
    schema.into()
}

/// How one tool types the `extra` of its resolutions.
pub(crate) type ExtraSchema = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type for `extra`, or none where it is free-form.
pub(crate) fn of_extra<E: JsonSchema + 'static>() -> Option<ExtraSchema> {
    let free_form = std::any::TypeId::of::<E>() == std::any::TypeId::of::<FreeForm>();
    (!free_form).then_some(SchemaGenerator::subschema_for::<E> as ExtraSchema)
}

/// The schema of the arguments of `resolve`.
///
/// `extra` holds the union of the tools' types. It is fixed when the session is built.
pub(crate) fn of_resolve(extras: &[ExtraSchema]) -> Schema {
    let mut generator = generator();
    let mut members: Vec<Value> = Vec::new();
    for extra in extras {
        let member = Value::from(extra(&mut generator));
        if !members.contains(&member) {
            members.push(member);
        }
    }
    let description = "Further input for the tool whose preview is pending, if it asks for some.";
    let mut extra = match members.len() {
        0 => json!({ "type": "object" }),
        1 => members.remove(0),
        _ => json!({ "anyOf": members }),
    };
    if let Value::Object(extra) = &mut extra {
        extra.entry("description").or_insert_with(|| description.into());
    }
    let mut schema = json!({
        "type": "object",
        "properties": {
            "action": {
                "type": "string",
                "enum": ["apply", "discard"],
                "description": "`apply` carries out exactly what the preview showed; `discard` drops it.",
            },
            "reason": {
                "type": "string",
                "description": "Why, in one sentence.",
            },
            "extra": extra,
        },
        "required": ["action", "reason"],
        "additionalProperties": false,
    });
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema["$defs"] = definitions.into();
    }
    // An object literal is a schema.
    Schema::try_from(schema).unwrap_or_default()
}
