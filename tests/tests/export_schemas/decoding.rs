//! Whatever a model writes.

use std::sync::OnceLock;

use proptest::prelude::*;
use resolve_runtime::export::Dialect;
use serde_json::{Map, Value, json};

use super::support::{Exported, Mode, entries, export};

const DIALECTS: [Dialect; 5] = [
    Dialect::OpenAiChat,
    Dialect::Anthropic,
    Dialect::GeminiOpenApi,
    Dialect::Ollama,
    Dialect::Mcp,
];

fn exports() -> &'static [Exported] {
    static EXPORTS: OnceLock<Vec<Exported>> = OnceLock::new();
    EXPORTS.get_or_init(|| {
        let mut exports = Vec::new();
        for dialect in DIALECTS {
            for mode in [Mode::LOOSE, Mode::STRICT_TEXT] {
                let tools = entries().into_iter().map(|it| it.tool);
                exports.extend(tools.filter_map(|it| export(&it, dialect, mode).ok()));
            }
        }
        exports
    })
}

/// The names that schemas use are likelier than others, so that much of it almost fits.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "a", "b", "kind", "x", "extra", "inner", "value", "children", "item1", "item2", "list",
            "path", "reason", "action", "change", "selector", "target", "labels", "tree", "op",
        ])
        .prop_map(str::to_owned),
        ".{0,6}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "",
            "{}",
            "[]",
            "null",
            "42",
            "{oops}",
            "[\"a\", 1]",
            r#"{"a": 1}"#,
            r#""{}""#,
            r#"{"kind": "A", "x": 3}"#,
            "apply",
            "APPLY",
        ])
        .prop_map(str::to_owned),
        ".{0,12}",
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((name(), inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

proptest! {
    /// It comes back, or an error says what to do; both are the same each time.
    #[test]
    fn anything_is_decoded_or_told(written in value()) {
        for exported in exports() {
            match exported.decode(&written) {
                Ok(decoded) => prop_assert_eq!(exported.decode(&written), Ok(decoded)),
                Err(told) => prop_assert!(told.contains("write the value as JSON"), "{}", told),
            }
        }
    }

    #[test]
    fn strings_stay_strings(text in text()) {
        for dialect in Dialect::ALL {
            for mode in [Mode::LOOSE, Mode::STRICT_TEXT] {
                let tools = ["lists", "options", "unsigned"];
                let tool = entries().into_iter().find(|it| it.tool.name() == tools[0]).unwrap().tool;
                let exported = export(&tool, dialect, mode).unwrap();
                let written = json!({ "names": [text], "few": [[text]] });
                prop_assert_eq!(exported.decode(&written).unwrap(), written);
            }
        }
    }

    /// Text that is not JSON is told or refused, and never a panic.
    #[test]
    fn text_is_read_or_refused(text in ".{0,40}") {
        for exported in exports().iter().step_by(7) {
            drop(exported.decode_text(&text));
        }
    }
}

/// What nests deeper than anything does is not looked into.
#[test]
fn depth_is_bounded() {
    let mut deep = json!({ "value": "a", "children": [] });
    let mut text = deep.to_string();
    for _ in 0..60 {
        deep = json!({ "value": "a", "children": [deep] });
        // Each level within the text of the last one.
        text = json!({ "value": "a", "children": [text] }).to_string();
        if text.len() > 1_000_000 {
            break;
        }
    }
    for exported in exports().iter().filter(|it| it.name == "tree") {
        assert!(exported.decode(&deep).is_ok());
        drop(exported.decode(&Value::from(text.as_str())));
    }
}
