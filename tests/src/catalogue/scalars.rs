//! Numbers, strings and the like.

use std::path::PathBuf;
use std::time::Duration;

use resolve_runtime::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Entry, entry};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Unsigned {
    /// How many, in one byte.
    a: u8,
    b: u16,
    c: u32,
    d: u64,
    e: usize,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Signed {
    a: i8,
    b: i16,
    c: i32,
    d: i64,
    e: isize,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Wide {
    /// More than any reader of JSON can be relied on to read.
    unsigned: u128,
    signed: i128,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Floats {
    a: f32,
    b: f64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Bounded {
    #[schemars(range(min = 1, max = 10))]
    count: u32,
    #[schemars(range(min = 0.0, max = 1.0))]
    share: f64,
    #[schemars(extend("exclusiveMinimum" = 0, "multipleOf" = 5))]
    step: i32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct NonZero {
    lines: std::num::NonZeroU32,
    offset: std::num::NonZeroI64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Texts {
    /// One letter.
    letter: char,
    #[schemars(length(min = 1, max = 8))]
    short: String,
    #[schemars(regex(pattern = "^[a-z]+$"))]
    word: String,
    #[schemars(regex(pattern = "^(?!_)\\w+$"))]
    not_hidden: String,
    #[schemars(email)]
    mail: String,
    #[schemars(url)]
    address: String,
    #[schemars(extend("format" = "uint-fast-path"))]
    odd: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Paths {
    /// The file to read.
    path: PathBuf,
    address: std::net::IpAddr,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Times {
    timeout: Duration,
    #[schemars(extend("format" = "date-time"))]
    until: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flags {
    flag: bool,
    /// Nothing, ever.
    unit: (),
}

/// A newtype says nothing of its own.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Millimetres(u32);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Marker;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Newtypes {
    width: Millimetres,
    marker: Marker,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Empty {}

pub(super) fn entries() -> Vec<Entry> {
    let far = "2031-01-01T00:00:00Z";
    vec![
        entry::<Unsigned>(
            "unsigned",
            [json!({"a": 255, "b": 65535, "c": u32::MAX, "d": u64::MAX, "e": 7})],
        ),
        entry::<Signed>("signed", [json!({"a": -128, "b": -1, "c": 0, "d": i64::MIN, "e": 7})]),
        entry::<Wide>("wide", [json!({"unsigned": 1, "signed": -1})]),
        entry::<Floats>("floats", [json!({"a": 0.5, "b": 1e300})]),
        entry::<Bounded>("bounded", [json!({"count": 3, "share": 0.25, "step": 10})]),
        entry::<NonZero>("non_zero", [json!({"lines": 1, "offset": -4})]),
        entry::<Texts>(
            "texts",
            [json!({
                "letter": "ü", "short": "42", "word": "abc", "not_hidden": "a_b",
                "mail": "a@b.example", "address": "https://a.example/", "odd": "{oops}",
            })],
        ),
        entry::<Paths>("paths", [json!({"path": "src/main.rs", "address": "::1"})]),
        entry::<Times>("times", [json!({"timeout": {"secs": 3, "nanos": 0}, "until": far})]),
        entry::<Flags>("flags", [json!({"flag": true, "unit": null})]),
        entry::<Newtypes>("newtypes", [json!({"width": 3, "marker": null})]),
        entry::<Empty>("empty", [json!({})]),
    ]
}
