//! Files of named cases, one on each line, so that a change of one case is a change of one line.
//!
//! The cases of requests are whole bodies: the checkers of `tests/provider_checks.sh` read the same
//! files. `BLESS=1` writes them anew; look at the difference before you keep it.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::{Map, Value};

fn path(file: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "data/export", file].iter().collect()
}

/// Reads the cases of a file.
#[track_caller]
pub(crate) fn cases(file: &str) -> Map<String, Value> {
    let text = std::fs::read_to_string(path(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut whole: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
    match whole["cases"].take() {
        Value::Object(cases) => cases,
        other => panic!("{file}: its cases are {other}"),
    }
}

/// Compares the cases with those of a file, byte for byte.
#[track_caller]
pub(crate) fn assert_golden(file: &str, cases: &Map<String, Value>) {
    let lines: Vec<_> = cases.iter().map(|(name, case)| format!("\"{name}\": {case}")).collect();
    let mut text = String::new();
    writeln!(text, "{{\"cases\": {{\n{}\n}}}}", lines.join(",\n")).unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path(file), &text).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(path(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    for (line, golden) in text.lines().zip(golden.lines()) {
        assert_eq!(line, golden, "{file}");
    }
    assert_eq!(text, golden, "{file}");
}
