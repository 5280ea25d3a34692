//! What may be left out.

use std::collections::BTreeMap;

use resolve_runtime::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Entry, entry};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Options {
    name: String,
    /// How many at most.
    limit: Option<u32>,
    /// Why.
    reason: Option<String>,
    verbose: Option<bool>,
    lines: Option<Vec<u32>>,
}

fn seven() -> u32 {
    7
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Defaults {
    #[serde(default = "seven")]
    depth: u32,
    #[serde(default)]
    query: String,
    #[serde(default)]
    globs: Vec<String>,
    #[serde(default)]
    dry_run: bool,
    #[serde(default)]
    after: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct LimitAndGlobs {
    limit: Option<u32>,
    #[serde(default)]
    globs: Vec<String>,
}

#[allow(clippy::unnecessary_wraps, reason = "a default is of the type of the field")]
fn some_seven() -> Option<u32> {
    Some(7)
}

/// Null and nothing are not the same here.
#[derive(Serialize, Deserialize, JsonSchema)]
struct NullIsSomething {
    #[serde(default = "some_seven")]
    limit: Option<u32>,
}

/// A place in a file.
#[derive(Serialize, Deserialize, JsonSchema, Default)]
struct Place {
    /// The file.
    path: String,
    line: Option<u32>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct NullableStructs {
    /// Where to begin.
    from: Option<Place>,
    to: Option<Place>,
    #[serde(default)]
    at: Place,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Ascending,
    Descending,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct NullableEnum {
    order: Option<Order>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct NestedOptions {
    places: Option<Vec<Option<Place>>>,
    boxed: Option<Box<Option<Place>>>,
    pair: Option<(String, Option<u32>)>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct OptionMap {
    labels: Option<BTreeMap<String, String>>,
    extra: Option<serde_json::Map<String, Value>>,
}

/// More than one strict tool may leave out.
#[derive(Serialize, Deserialize, JsonSchema)]
#[rustfmt::skip]
struct Many {
    a: Option<bool>, b: Option<bool>, c: Option<bool>, d: Option<bool>, e: Option<bool>,
    f: Option<bool>, g: Option<bool>, h: Option<bool>, i: Option<bool>, j: Option<bool>,
    k: Option<bool>, l: Option<bool>, m: Option<bool>, n: Option<bool>, o: Option<bool>,
    p: Option<bool>, q: Option<bool>, r: Option<bool>, s: Option<bool>, t: Option<bool>,
    u: Option<bool>, v: Option<bool>, w: Option<bool>, x: Option<bool>, y: Option<bool>,
    z: Option<bool>,
}

pub(super) fn entries() -> Vec<Entry> {
    vec![
        entry::<Options>(
            "options",
            [
                json!({"name": "a"}),
                json!({"name": "", "limit": 3, "reason": "", "verbose": false, "lines": []}),
                json!({"name": "42", "limit": null, "reason": "{oops}", "lines": [1]}),
            ],
        ),
        entry::<Defaults>(
            "defaults",
            [json!({}), json!({"depth": 1, "query": "", "globs": ["*"], "after": "x"})],
        ),
        entry::<LimitAndGlobs>("limit_and_globs", [json!({}), json!({"limit": 1, "globs": ["a"]})]),
        entry::<NullIsSomething>(
            "null_is_something",
            [json!({}), json!({"limit": null}), json!({"limit": 3})],
        ),
        entry::<NullableStructs>(
            "nullable_structs",
            [json!({}), json!({"from": {"path": "a"}, "at": {"path": "b", "line": 2}})],
        ),
        entry::<NullableEnum>("nullable_enum", [json!({}), json!({"order": "descending"})]),
        entry::<NestedOptions>(
            "nested_options",
            [
                json!({}),
                json!({"places": [null, {"path": "a"}], "boxed": {"path": "b"}, "pair": ["a", null]}),
            ],
        ),
        entry::<OptionMap>(
            "option_map",
            [json!({}), json!({"labels": {"a": "1"}, "extra": {"n": 1, "deep": {"l": [1, null]}}})],
        ),
        entry::<Many>("many", [json!({}), json!({"a": true, "z": false})]),
    ]
}
