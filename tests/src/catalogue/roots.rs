//! Enums as the arguments themselves.

use resolve_runtime::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Entry, entry};

/// What to do.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum RootInternal {
    /// Counts to a number.
    A {
        x: u32,
        /// In words.
        label: Option<String>,
    },
    B,
    C {
        /// A place, not a number.
        x: (String, u32),
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", content = "with", rename_all = "snake_case")]
enum RootAdjacent {
    Rename { from: String, to: String },
    Count(u32),
    Stop,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum RootExternal {
    /// By its name.
    Named(String),
    Numbered {
        number: u32,
        strict: Option<bool>,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum RootUntagged {
    ByName { name: String },
    ById { id: u32, deep: Option<bool> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "mode", rename_all = "snake_case", deny_unknown_fields)]
enum RootClosed {
    Read { path: String },
    Write { path: String, text: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlattenedEnum {
    path: String,
    #[serde(flatten)]
    change: RootInternal,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlattenedOption {
    path: String,
    #[serde(flatten)]
    change: Option<RootInternal>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Common {
    /// Who asks.
    user: String,
    trace: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlattenedStruct {
    #[serde(flatten)]
    common: Common,
    path: String,
}

pub(super) fn entries() -> Vec<Entry> {
    vec![
        entry::<RootInternal>(
            "root_internal",
            [
                json!({"kind": "A", "x": 3}),
                json!({"kind": "A", "x": 3, "label": "three"}),
                json!({"kind": "B"}),
                json!({"kind": "C", "x": ["here", 4]}),
            ],
        ),
        entry::<RootAdjacent>(
            "root_adjacent",
            [
                json!({"op": "rename", "with": {"from": "a", "to": "b"}}),
                json!({"op": "count", "with": 3}),
                json!({"op": "stop"}),
            ],
        ),
        entry::<RootExternal>(
            "root_external",
            [json!({"Named": "42"}), json!({"Numbered": {"number": 1}})],
        ),
        entry::<RootUntagged>("root_untagged", [json!({"name": "a"}), json!({"id": 1})]),
        entry::<RootClosed>(
            "root_closed",
            [
                json!({"mode": "read", "path": "a"}),
                json!({"mode": "write", "path": "a", "text": ""}),
            ],
        ),
        entry::<FlattenedEnum>(
            "flattened_enum",
            [json!({"path": "a", "kind": "A", "x": 1}), json!({"path": "a", "kind": "B"})],
        ),
        entry::<FlattenedOption>(
            "flattened_option",
            [json!({"path": "a"}), json!({"path": "a", "kind": "A", "x": 1})],
        ),
        entry::<FlattenedStruct>("flattened_struct", [json!({"user": "a", "path": "b"})]),
    ]
}
