//! Faults that were seen elsewhere.

use std::collections::HashMap;

use resolve_runtime::ToolDefinition;
use resolve_runtime::export::Dialect;
use resolve_runtime::prelude::*;
use serde_json::{Value, json};

use super::support::{Exported, Mode, export, resolve};

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
#[serde(tag = "kind")]
enum Extra {
    A { x: u32 },
    B,
}

fn tool<T: JsonSchema + serde::de::DeserializeOwned>() -> ToolDefinition {
    ToolDefinition::new("tool").with_description("A tool.").with_input::<T>()
}

fn exported<T: JsonSchema + serde::de::DeserializeOwned>(dialect: Dialect, mode: Mode) -> Exported {
    export(&tool::<T>(), dialect, mode).unwrap()
}

/// The schema of `resolve` where one tool types its `extra`.
fn resolve_of_extra() -> ToolDefinition {
    #[preview_tool(apply = apply, extra = Extra)]
    fn greet() -> Result<Preview<()>, BoxError> {
        Ok(Preview::stage((), "Would greet."))
    }

    async fn apply((): (), _: &ResolveContext<'_, Extra>) -> Result<ToolOutput, BoxError> {
        tokio::task::yield_now().await;
        Ok(ToolOutput::text("Hello!"))
    }

    let session = Session::builder().tool(Greet).build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let turn = runtime.block_on(session.begin_turn()).unwrap();
    ToolDefinition::clone(turn.tools().iter().find(|it| it.name() == "resolve").unwrap())
}

#[test]
fn a_union_is_no_root_and_no_one_of() {
    let exported = exported::<Extra>(Dialect::OpenAiChat, Mode::STRICT);
    assert!(exported.strict);
    assert_eq!(
        exported.schema,
        json!({
            "type": "object",
            "properties": {
                "kind": {
                    "description": "What goes with it: `A` with `x`; `B` with nothing else.",
                    "type": "string",
                    "enum": ["A", "B"],
                },
                "x": { "type": ["integer", "null"], "minimum": 0, "maximum": u32::MAX },
            },
            "required": ["kind", "x"],
            "additionalProperties": false,
        })
    );
    let decoded = exported.decode(&json!({ "kind": "B", "x": null })).unwrap();
    assert_eq!(decoded, json!({ "kind": "B" }));
    assert_eq!(serde_json::from_value::<Extra>(decoded).unwrap(), Extra::B);
}

#[test]
fn a_union_as_extra_is_any_of_objects() {
    let exported = export(&resolve_of_extra(), Dialect::OpenAiChat, Mode::STRICT).unwrap();
    assert!(exported.strict);
    let extra = &exported.schema["properties"]["extra"];
    assert_eq!(extra.get("oneOf"), None);
    let variants = extra["anyOf"].as_array().unwrap();
    assert_eq!(variants.len(), 3, "two variants, and null: {extra}");
    let written = json!({ "action": "apply", "reason": "", "extra": { "kind": "A", "x": 3 } });
    assert_eq!(exported.decode(&written).unwrap(), written);
    let none = json!({ "action": "apply", "reason": "", "extra": null });
    assert_eq!(exported.decode(&none).unwrap(), json!({ "action": "apply", "reason": "" }));
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Optional {
    limit: Option<u32>,
    #[serde(default)]
    globs: Vec<String>,
}

#[test]
fn what_is_optional_is_required_and_may_be_null() {
    for dialect in [Dialect::OpenAiChat, Dialect::OpenAiResponses, Dialect::Mistral] {
        let exported = exported::<Optional>(dialect, Mode::STRICT);
        assert!(exported.strict);
        assert_eq!(exported.schema["required"], json!(["limit", "globs"]));
        assert_eq!(exported.schema["additionalProperties"], false);
        let types = |name: &str| exported.schema["properties"][name]["type"].clone();
        assert_eq!(types("limit"), json!(["integer", "null"]));
        assert_eq!(types("globs"), json!(["array", "null"]));
        let decoded = exported.decode(&json!({ "limit": null, "globs": null })).unwrap();
        let read: Optional = serde_json::from_value(decoded.clone()).unwrap();
        assert_eq!((read.limit, read.globs), (None, vec![]), "{decoded}");
    }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Free {
    extra: HashMap<String, String>,
}

#[test]
fn a_map_is_never_closed() {
    for dialect in Dialect::ALL {
        let plain = exported::<Free>(dialect, Mode::STRICT);
        let extra = &plain.schema["properties"]["extra"];
        assert!(!plain.strict);
        assert_ne!(extra.get("additionalProperties"), Some(&false.into()), "{dialect}: {extra}");
        if dialect != Dialect::GeminiOpenApi {
            let written = json!({ "extra": { "a": "1" } });
            assert_eq!(plain.decode(&written).unwrap(), written);
        }

        let text = exported::<Free>(dialect, Mode::STRICT_TEXT);
        let has_strict = !matches!(
            dialect,
            Dialect::Gemini | Dialect::GeminiOpenApi | Dialect::Ollama | Dialect::Mcp
        );
        assert_eq!(text.strict, has_strict, "{dialect}");
        let extra = &text.schema["properties"]["extra"];
        if extra["type"] == "string" {
            let written = json!({ "extra": r#"{"a": "1"}"# });
            assert_eq!(text.decode(&written).unwrap(), json!({ "extra": { "a": "1" } }));
        } else {
            assert_eq!(extra["type"], "object");
        }
    }
}

#[test]
fn text_that_holds_no_such_json_is_told() {
    let exported = exported::<Free>(Dialect::Anthropic, Mode::STRICT_TEXT);
    let told = |text: &str| exported.decode(&json!({ "extra": text })).unwrap_err();
    let begin = "Invalid arguments for `tool`: at `extra`: expected a string that holds JSON text \
                 of an object (each value a string), found ";
    let end = "; write the value as JSON and put that text into the string";
    for (text, found) in [
        ("{oops}", "text that is not JSON (key must be a string at line 1 column 2)"),
        ("", "text that is not JSON (EOF while parsing a value at line 1 column 0)"),
        ("42", "JSON text of a number"),
        ("[]", "JSON text of an array"),
        ("null", "JSON text of null"),
    ] {
        assert_eq!(told(text), format!("{begin}{found}{end}"));
    }
    let twice = told(r#"{"a": "1", "a": "2"}"#);
    assert!(twice.contains("`a` stands there twice"), "{twice}");
    // What was written once too often, or not at all, is as good.
    let read = json!({ "extra": { "a": "1" } });
    assert_eq!(exported.decode(&json!({ "extra": r#""{\"a\": \"1\"}""# })).unwrap(), read);
    assert_eq!(exported.decode(&read).unwrap(), read);
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Numbers {
    a: u8,
    b: u64,
    c: i128,
    d: usize,
    e: f32,
}

#[test]
fn formats_of_numbers_become_bounds() {
    for dialect in Dialect::ALL {
        for mode in Mode::ALL {
            let exported = exported::<Numbers>(dialect, mode);
            let property = |name: &str| &exported.schema["properties"][name];
            for name in ["a", "b", "c", "d", "e"] {
                assert_eq!(property(name).get("format"), None);
            }
            let said = |name: &str, part: &str| {
                let property = property(name);
                let text = property["description"].as_str().unwrap_or_default();
                assert!(text.contains(part), "{dialect} {mode:?}: {part} is not in {property}");
            };
            if property("a").get("minimum").is_some() {
                assert_eq!(property("a")["minimum"], 0);
                assert_eq!(property("a")["maximum"], 255);
                assert_eq!(property("b")["minimum"], 0);
            } else {
                said("a", "From 0 to 255.");
                said("b", "From 0 to ");
            }
            said("b", "18446744073709551615.");
            said("d", "18446744073709551615.");
            let wide = i128::MAX;
            said("c", &format!("From {} to {wide}.", i128::MIN));
        }
    }
}

/// Every dialect, strictly or not.
fn exports_of_resolve() -> Vec<(Dialect, Mode, Exported)> {
    let entry = resolve();
    let all = Dialect::ALL.into_iter().flat_map(|it| Mode::ALL.map(|mode| (it, mode)));
    all.map(|(dialect, mode)| (dialect, mode, export(&entry.tool, dialect, mode).unwrap()))
        .collect()
}

#[test]
fn arguments_that_are_text_twice_are_read_and_strings_stay_strings() {
    for (dialect, mode, resolve) in exports_of_resolve() {
        for (written, wanted) in [
            (json!(r#"{"action": "apply"}"#), json!({ "action": "apply" })),
            (json!({ "extra": r#"{"n": 1}"# }), json!({ "extra": { "n": 1 } })),
            (json!({ "extra": { "n": "{}" } }), json!({ "extra": { "n": "{}" } })),
            (json!({ "reason": "{oops}" }), json!({ "reason": "{oops}" })),
            (json!({ "reason": r#"{"n": 1}"# }), json!({ "reason": r#"{"n": 1}"# })),
            (json!({ "reason": "42" }), json!({ "reason": "42" })),
            (json!({ "reason": "" }), json!({ "reason": "" })),
            (json!({ "reason": "[1]" }), json!({ "reason": "[1]" })),
            (json!({ "extra": null }), json!({})),
            (json!({ "extra": "" }), json!({})),
            (json!("[1]"), json!("[1]")),
            (json!(42), json!(42)),
            (json!(null), json!({})),
        ] {
            let decoded = resolve.decode(&written).unwrap();
            assert_eq!(decoded, wanted, "{dialect} {mode:?}: {written}");
        }
    }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Repaired {
    list: Vec<String>,
    count: Option<u32>,
    text: Option<String>,
    deep: Option<Optional>,
    any: Option<Value>,
}

#[test]
fn repair_is_directed_by_the_schema() {
    for dialect in [Dialect::OpenAiChat, Dialect::Anthropic, Dialect::Gemini, Dialect::Mcp] {
        let exported = exported::<Repaired>(dialect, Mode::LOOSE);
        for (written, wanted) in [
            (json!({ "list": r#"["1", "[2]"]"# }), json!({ "list": ["1", "[2]"] })),
            (json!({ "list": ["[1]"] }), json!({ "list": ["[1]"] })),
            (json!({ "list": "a, b" }), json!({ "list": "a, b" })),
            (json!({ "list": "{}" }), json!({ "list": "{}" })),
            (json!({ "count": "" }), json!({})),
            (json!({ "count": "3" }), json!({ "count": "3" })),
            (json!({ "count": null }), json!({ "count": null })),
            (json!({ "text": "" }), json!({ "text": "" })),
            (json!({ "text": "null" }), json!({ "text": "null" })),
            (json!({ "deep": r#"{"globs": "[\"a\"]"}"# }), json!({ "deep": { "globs": ["a"] } })),
            (json!({ "deep": "" }), json!({})),
            (json!({ "any": r#"{"a": 1}"# }), json!({ "any": r#"{"a": 1}"# })),
            (json!({ "any": "" }), json!({ "any": "" })),
            (json!({ "unknown": "" }), json!({ "unknown": "" })),
        ] {
            assert_eq!(exported.decode(&written).unwrap(), wanted, "{dialect}: {written}");
        }
    }
}
