//! Objects with free keys, and values of any type.

use std::collections::{BTreeMap, HashMap};

use resolve_runtime::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Entry, entry};

#[derive(Serialize, Deserialize, JsonSchema)]
struct StringMap {
    /// Labels by their names.
    labels: HashMap<String, String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Patch {
    /// The new text.
    text: String,
    line: Option<u32>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct StructMap {
    patches: BTreeMap<String, Patch>,
    groups: BTreeMap<String, Vec<Patch>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct NumberedMap {
    lines: BTreeMap<u32, String>,
    shifts: BTreeMap<i8, bool>,
}

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Side {
    Left,
    Right,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct EnumMap {
    margins: BTreeMap<Side, u32>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct MapOfMaps {
    all: BTreeMap<String, BTreeMap<String, u32>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FreeForm {
    /// Whatever the server wants.
    extra: Map<String, Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct AnyValue {
    /// The new value, of any type.
    value: Value,
    fallback: Option<Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flattened {
    name: String,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlattenedField {
    inner: Flattened,
}

/// A map at the root.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
struct RootMap(BTreeMap<String, u32>);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum TextOrMap {
    Text(String),
    Map(BTreeMap<String, u32>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct MapOrText {
    value: TextOrMap,
}

pub(super) fn entries() -> Vec<Entry> {
    vec![
        entry::<StringMap>("string_map", [json!({"labels": {"a": "1"}}), json!({"labels": {}})]),
        entry::<StructMap>(
            "struct_map",
            [
                json!({"patches": {"a.rs": {"text": "x", "line": 1}}, "groups": {"b": [{"text": ""}]}}),
            ],
        ),
        entry::<NumberedMap>(
            "numbered_map",
            [json!({"lines": {"3": "a"}, "shifts": {"-1": true}})],
        ),
        entry::<EnumMap>("enum_map", [json!({"margins": {"left": 1}}), json!({"margins": {}})]),
        entry::<MapOfMaps>("map_of_maps", [json!({"all": {"a": {"b": 1}}})]),
        entry::<FreeForm>("free_form", [json!({"extra": {"n": 1, "t": "42", "l": [{}]}})]),
        entry::<AnyValue>(
            "any_value",
            [json!({"value": "42"}), json!({"value": {"a": [1]}, "fallback": [null]})],
        ),
        entry::<Flattened>("flattened", [json!({"name": "a", "colour": "red", "n": 1})]),
        entry::<FlattenedField>(
            "flattened_field",
            [json!({"inner": {"name": "a", "n": {"b": 2}}})],
        ),
        entry::<RootMap>("root_map", [json!({"a": 1, "b": 2})]),
        entry::<MapOrText>("map_or_text", [json!({"value": "{oops}"}), json!({"value": {"a": 1}})]),
    ]
}
