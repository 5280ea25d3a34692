//! JSON schemas of arguments.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::arguments::{self, Parameter};
use crate::resolution::FreeForm;

/// Schemas of what is *read*: an argument with a default is optional in them.
fn generator() -> SchemaGenerator {
    // The dialect is the same for all tools, so that no schema has to name it.
    SchemaSettings::draft2020_12().with(|settings| settings.meta_schema = None).into_generator()
}

/// The schema of a type that all arguments are decoded as: where members that it does not know
/// are refused, the schema says so.
pub(crate) fn of_decoded<T: JsonSchema + DeserializeOwned>() -> Schema {
    let mut schema = generator().root_schema_for::<T>();
    // The title of a Rust type says nothing to a model.
    schema.remove("title");
    if arguments::members::<T>().is_some_and(|members| lists_all(&schema, members)) {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    schema
}

/// The schema of what a type is written as.
pub(crate) fn of_output<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let generator = settings.with(|settings| settings.meta_schema = None).into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    schema.remove("title");
    schema
}

/// The schema of an object in which these members are required as well.
pub(crate) fn demanding(mut schema: Schema, members: &[&str]) -> Schema {
    for member in members {
        let required =
            schema.ensure_object().entry("required").or_insert_with(|| Vec::<Value>::new().into());
        if let Some(required) = required.as_array_mut()
            && !required.iter().any(|it| it == member)
        {
            required.push((*member).into());
        }
    }
    schema
}

/// Whether these members stand in the schema, and nothing in it speaks of others: a schema must
/// not refuse what decoding takes, such as an alias.
fn lists_all(schema: &Schema, members: &[&str]) -> bool {
    let others = [
        "additionalProperties",
        "unevaluatedProperties",
        "patternProperties",
        "$ref",
        "allOf",
        "anyOf",
        "oneOf",
        "if",
    ];
    let properties = schema.get("properties");
    schema.get("type").is_some_and(|it| it == "object")
        && others.iter().all(|keyword| schema.get(*keyword).is_none())
        && members.iter().all(|name| properties.is_some_and(|it| it.get(name).is_some()))
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

/// Whether an object could be what the schema of a tool's arguments describes.
pub(crate) fn takes_objects(schema: &Schema) -> bool {
    let definitions = schema.get("$defs").and_then(Value::as_object);
    could_be_object(schema.as_value(), definitions, 0)
}

/// Whether an object could be what the schema of a tool's `extra` describes.
pub(crate) fn extra_takes_objects(extra: ExtraSchema) -> bool {
    let mut generator = generator();
    let schema = extra(&mut generator);
    could_be_object(schema.as_value(), Some(generator.definitions()), 0)
}

/// No is an answer only where it is certain.
fn could_be_object(schema: &Value, definitions: Option<&Map<String, Value>>, depth: u8) -> bool {
    // References may go in circles.
    const DEPTH: u8 = 16;
    let Some(schema) = schema.as_object().filter(|_| depth < DEPTH) else {
        return schema != &Value::Bool(false);
    };
    let could_be = |schema: &Value| could_be_object(schema, definitions, depth + 1);
    schema.iter().all(|(keyword, value)| match (keyword.as_str(), value) {
        ("$ref", Value::String(path)) => {
            let name = path.strip_prefix("#/$defs/");
            name.and_then(|name| definitions?.get(name)).is_none_or(could_be)
        }
        ("type", Value::String(name)) => name == "object",
        ("type", Value::Array(names)) => names.iter().any(|name| name == "object"),
        ("const", value) => value.is_object(),
        ("enum", Value::Array(values)) => values.iter().any(Value::is_object),
        ("anyOf" | "oneOf", Value::Array(members)) => members.iter().any(could_be),
        ("allOf", Value::Array(members)) => members.iter().all(could_be),
        _ => true,
    })
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
