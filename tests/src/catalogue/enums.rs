//! Enums in fields.

use resolve_runtime::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Entry, entry};

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Plain {
    Create,
    Overwrite,
}

/// What happens to the file.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Documented {
    /// Keep the change.
    Keep,
    /// Drop the change.
    /// It cannot be had back.
    Drop,
    /// Ask again later
    Later,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum PartlyDocumented {
    /// Fast, but not exact.
    Fast,
    Exact,
    Thorough,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct UnitEnums {
    mode: Plain,
    /// What is to be done.
    fate: Documented,
    effort: PartlyDocumented,
    or_none: Option<Documented>,
    each: Vec<Documented>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Cased {
    #[serde(rename = "GET")]
    Get,
    #[serde(rename = "Post")]
    Post,
    #[serde(rename = "post")]
    LowerPost,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct CasedEnum {
    method: Cased,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Single {
    Only,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct SingleVariant {
    single: Single,
}

/// A change to a file.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Change {
    /// Writes a new file.
    Create {
        path: String,
        text: String,
    },
    /// Removes the file.
    Remove {
        path: String,
        force: Option<bool>,
    },
    Nothing,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct InternallyTagged {
    change: Change,
    all: Vec<Change>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Shape {
    Circle(f64),
    Square { side: f64 },
    Point,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct AdjacentlyTagged {
    shape: Shape,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Target {
    /// All files.
    All,
    File(String),
    Range {
        from: u32,
        to: Option<u32>,
    },
    Pair(String, u32),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct ExternallyTagged {
    target: Target,
    others: Vec<Target>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Selector {
    Index(u32),
    Name(String),
    Both { index: u32, name: Option<String> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Untagged {
    selector: Selector,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Circle {
    radius: f64,
    label: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
enum Figure {
    Round(Circle),
    Flat { width: f64 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct TaggedNewtypes {
    figure: Figure,
}

pub(super) fn entries() -> Vec<Entry> {
    vec![
        entry::<UnitEnums>(
            "unit_enums",
            [json!({
                "mode": "create", "fate": "drop", "effort": "exact", "each": ["later", "keep"],
            })],
        ),
        entry::<CasedEnum>("cased_enum", [json!({"method": "GET"}), json!({"method": "post"})]),
        entry::<SingleVariant>("single_variant", [json!({"single": "Only"})]),
        entry::<InternallyTagged>(
            "internally_tagged",
            [json!({
                "change": {"kind": "create", "path": "a", "text": "42"},
                "all": [{"kind": "remove", "path": "b"}, {"kind": "nothing"}],
            })],
        ),
        entry::<AdjacentlyTagged>(
            "adjacently_tagged",
            [
                json!({"shape": {"t": "Circle", "c": 1.5}}),
                json!({"shape": {"t": "Square", "c": {"side": 2.0}}}),
                json!({"shape": {"t": "Point"}}),
            ],
        ),
        entry::<ExternallyTagged>(
            "externally_tagged",
            [json!({
                "target": "All",
                "others": [{"File": "a"}, {"Range": {"from": 1}}, {"Pair": ["a", 2]}],
            })],
        ),
        entry::<Untagged>(
            "untagged",
            [json!({"selector": 3}), json!({"selector": "42"}), json!({"selector": {"index": 1}})],
        ),
        entry::<TaggedNewtypes>(
            "tagged_newtypes",
            [
                json!({"figure": {"type": "Round", "radius": 1.0}}),
                json!({"figure": {"type": "Flat", "width": 2.0}}),
            ],
        ),
    ]
}
