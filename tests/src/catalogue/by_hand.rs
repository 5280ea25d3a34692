//! Schemas that no type wrote.

use resolve_runtime::ToolDefinition;
use resolve_runtime::schemars::Schema;
use serde_json::{Value, json};

use super::Entry;

/// A schema with every keyword of the draft 2020-12.
#[must_use]
pub fn every_keyword() -> Value {
    serde_json::from_str(include_str!("every_keyword.json")).unwrap_or_default()
}

/// What such a tool reads: a member that is null says no more than one that is not there.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.into_iter().filter(|(_, it)| !it.is_null());
            members.map(|(name, it)| (name, without_nulls(it))).collect()
        }
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        value => value,
    }
}

fn by_hand(name: &str, schema: Value, samples: Vec<Value>) -> Entry {
    let schema = Schema::try_from(schema).unwrap_or_default();
    let tool = ToolDefinition::new(name)
        .with_description("Takes what a schema says that was written by hand.")
        .with_input_schema(schema);
    Entry { tool, samples, read: |it| Ok(without_nulls(it)) }
}

pub(super) fn entries() -> Vec<Entry> {
    let open_api = json!({
        "type": "object",
        "properties": {
            "limit": {"type": "integer", "nullable": true, "title": "Limit", "default": 3},
            "sort": {"allOf": [{"$ref": "#/definitions/sort"}], "description": "How to sort."},
        },
        "definitions": {"sort": {"type": "string", "enum": ["up", "down"]}},
    });
    let untyped = json!({"properties": {"text": {"minLength": 1}}, "required": ["text", "other"]});
    vec![
        by_hand("every_keyword", every_keyword(), vec![json!({"name": "a", "list": ["b", 3]})]),
        by_hand("open_api", open_api, vec![json!({"limit": 3, "sort": "up"}), json!({})]),
        by_hand("untyped", untyped, vec![json!({"text": "a", "other": [1]})]),
    ]
}
