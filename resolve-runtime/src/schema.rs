//! JSON schemas of arguments.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

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
    let mut schema =
        object(r#"{"type": "object", "properties": {}, "additionalProperties": false}"#);
    let mut required = Vec::new();
    for parameter in parameters {
        schema["properties"][parameter.name()] = parameter.schema(&mut generator).into();
        if !parameter.is_optional() {
            required.push(Value::from(parameter.name()));
        }
    }
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    finished(schema, &mut generator)
}

/// A schema that is written down here. As text it takes less code than as calls.
fn object(text: &str) -> Value {
    // The texts are constants of this file, and each is used by a test.
    text.parse().unwrap_or_default()
}

/// Adds the definitions that the schema refers to.
fn finished(mut schema: Value, generator: &mut SchemaGenerator) -> Schema {
    let definitions = Value::from(generator.take_definitions(true));
    if definitions.as_object().is_some_and(|definitions| !definitions.is_empty()) {
        schema["$defs"] = definitions;
    }
    // What is not a schema would allow nothing.
    Schema::try_from(schema).unwrap_or_else(|_| false.into())
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
    let mut extra = match members.len() {
        0 => object(r#"{"type": "object"}"#),
        1 => members.remove(0),
        _ => {
            let mut union = object("{}");
            union["anyOf"] = members.into();
            union
        }
    };
    if extra.get("description").is_none() && extra.is_object() {
        extra["description"] =
            "Further input for the tool whose preview is pending, if it asks for some.".into();
    }
    let mut schema = object(RESOLVE_ARGUMENTS);
    schema["properties"]["extra"] = extra;
    finished(schema, &mut generator)
}

const RESOLVE_ARGUMENTS: &str = r#"{
    "type": "object",
    "properties": {
        "action": {
            "type": "string",
            "enum": ["apply", "discard"],
            "description": "`apply` carries out exactly what the preview showed; `discard` drops it."
        },
        "reason": {
            "type": "string",
            "description": "Why, in one sentence."
        }
    },
    "required": ["action", "reason"],
    "additionalProperties": false
}"#;
