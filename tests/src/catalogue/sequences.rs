//! Arrays and tuples.

use std::collections::{BTreeSet, HashSet};

use resolve_runtime::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Entry, entry};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Lists {
    names: Vec<String>,
    /// Rows of cells.
    table: Vec<Vec<f64>>,
    bytes: Vec<u8>,
    #[schemars(length(min = 1, max = 3))]
    few: Vec<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Sets {
    ordered: BTreeSet<String>,
    hashed: HashSet<u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Arrays {
    colour: [u8; 3],
    corners: [[f64; 2]; 2],
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tuples {
    /// A name and how often.
    pair: (String, u32),
    point: (f64, f64),
    single: (String,),
    deep: (String, (bool, Vec<String>)),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct PairList {
    pairs: Vec<(String, u32)>,
}

/// Old and new.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Rename(String, Option<String>);

#[derive(Serialize, Deserialize, JsonSchema)]
struct TupleStructs {
    rename: Rename,
    all: Vec<Rename>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct AnyLists {
    values: Vec<Value>,
    named: Vec<(String, Value)>,
}

pub(super) fn entries() -> Vec<Entry> {
    vec![
        entry::<Lists>(
            "lists",
            [json!({"names": ["42", ""], "table": [[1.0], []], "bytes": [0, 255], "few": ["a"]})],
        ),
        entry::<Sets>("sets", [json!({"ordered": ["a", "b"], "hashed": [3]})]),
        entry::<Arrays>(
            "arrays",
            [json!({"colour": [1, 2, 3], "corners": [[0.0, 0.5], [1.0, 1.5]]})],
        ),
        entry::<Tuples>(
            "tuples",
            [json!({
                "pair": ["a", 3], "point": [0.5, -0.5], "single": ["[1]"],
                "deep": ["a", [true, ["b"]]],
            })],
        ),
        entry::<PairList>(
            "pair_list",
            [json!({"pairs": [["a", 1], ["b", 2]]}), json!({"pairs": []})],
        ),
        entry::<TupleStructs>(
            "tuple_structs",
            [json!({"rename": ["a", null], "all": [["b", "c"]]})],
        ),
        entry::<AnyLists>(
            "any_lists",
            [json!({"values": [1, "2", null, {"a": []}], "named": [["a", {"b": 1}], ["c", "d"]]})],
        ),
    ]
}
