//! Types in types, and types in themselves.

use std::collections::BTreeMap;

use resolve_runtime::schemars::{self, JsonSchema};
use resolve_runtime::{Parameter, ToolDefinition};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Entry, entry};

/// Somebody.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Person {
    /// The full name.
    name: String,
    age: Option<u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Nested {
    /// Who wrote it.
    author: Person,
    reviewer: Option<Person>,
    #[serde(default)]
    others: Vec<Person>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Strictly {
    person: Closed,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    id: u64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    value: String,
    children: Vec<Tree>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct HoldsTree {
    /// Where to begin.
    tree: Tree,
    other: Option<Box<Tree>>,
}

/// Something to be worked out.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Expression {
    Number { value: f64 },
    Sum { left: Box<Expression>, right: Box<Expression> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct HoldsExpression {
    expression: Expression,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Ping {
    pong: Option<Box<Pong>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Pong {
    ping: BTreeMap<String, Ping>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct OddNames {
    #[serde(rename = "file.path")]
    dotted: String,
    #[serde(rename = "two words")]
    spaced: Option<u32>,
    #[serde(rename = "two_words")]
    near: u32,
    #[serde(rename = "größe")]
    wide: bool,
    #[serde(rename = "$ref")]
    reference: String,
    #[serde(rename = "type")]
    kind: String,
}

/// Long descriptions stay whole. They hold "quotes", `code`, and
///
/// - lists
/// - of several lines
///
/// with an end.
#[derive(Serialize, Deserialize, JsonSchema)]
struct LongDocs {
    /// # A heading
    ///
    /// What it is, at some length: the text goes on over several lines, since the width of a
    /// comment is limited while that of a description is not.
    ///
    /// And another paragraph.
    text: String,
}

macro_rules! levels {
    ($outer:ident($inner:ty)) => {
        #[derive(Serialize, Deserialize, JsonSchema)]
        struct $outer {
            inner: $inner,
        }
    };
}
levels!(Level1(u32));
levels!(Level2(Level1));
levels!(Level3(Level2));
levels!(Level4(Level3));
levels!(Level5(Level4));
levels!(Level6(Level5));
levels!(Level7(Level6));
levels!(Level8(Level7));
levels!(Level9(Level8));
levels!(Level10(Level9));
levels!(Level11(Level10));

const PARAMETERS: &[Parameter] = &[
    Parameter::new::<Person>("author", "Who wrote it."),
    Parameter::new::<Option<Tree>>("tree", "Where to begin."),
    Parameter::new::<Vec<String>>("globs", "What to look at.").with_default(),
];

#[derive(Serialize, Deserialize)]
struct Listed {
    author: Person,
    tree: Option<Tree>,
    #[serde(default)]
    globs: Vec<String>,
}

pub(super) fn entries() -> Vec<Entry> {
    let mut deep = json!({"inner": 1});
    for _ in 0..10 {
        deep = json!({ "inner": deep });
    }
    let leaf = json!({"value": "b", "children": []});
    let tree = json!({"value": "a", "children": [leaf]});
    let sum = json!({
        "op": "sum",
        "left": {"op": "number", "value": 1.0},
        "right": {"op": "number", "value": 2.0},
    });
    vec![
        entry::<Nested>(
            "nested",
            [
                json!({"author": {"name": "a"}}),
                json!({"author": {"name": "a", "age": 3}, "reviewer": {"name": "b"}, "others": []}),
            ],
        ),
        entry::<Strictly>("strictly", [json!({"person": {"id": 1}})]),
        entry::<Tree>("tree", [tree.clone()]),
        entry::<HoldsTree>(
            "holds_tree",
            [json!({"tree": tree}), json!({"tree": tree, "other": tree})],
        ),
        entry::<HoldsExpression>("holds_expression", [json!({"expression": sum})]),
        entry::<Ping>("ping", [json!({}), json!({"pong": {"ping": {"a": {}}}})]),
        entry::<OddNames>(
            "odd_names",
            [json!({
                "file.path": "a", "two words": 1, "two_words": 2, "größe": true, "$ref": "#/x",
                "type": "string",
            })],
        ),
        entry::<LongDocs>("long_docs", [json!({"text": "a"})]),
        entry::<Level11>("deep", [deep]),
        Entry {
            tool: ToolDefinition::new("parameters")
                .with_description("Takes a list of parameters.")
                .with_parameters(PARAMETERS),
            samples: vec![
                json!({"author": {"name": "a"}}),
                json!({
                    "author": {"name": "a"}, "tree": tree, "globs": ["b"],
                }),
            ],
            read: super::read::<Listed>,
        },
    ]
}
