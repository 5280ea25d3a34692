//! What stands in exports, judged by lists of its own.

use resolve_runtime::export::Dialect;
use serde_json::{Map, Value};

use super::support::{Mode, entries, export};

const COMMON: &[&str] =
    &["type", "description", "enum", "properties", "required", "items", "anyOf"];
const CLOSED: &[&str] = &["$defs", "$ref", "additionalProperties", "format"];
const NUMBERS: &[&str] =
    &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const GENERAL: &[&str] = &[
    "default",
    "minProperties",
    "maxProperties",
    "prefixItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
    "pattern",
];

fn allowed(dialect: Dialect, strict: bool) -> Vec<&'static str> {
    let lists: &[&[&str]] = match (dialect, strict) {
        (Dialect::OpenAiChat | Dialect::OpenAiResponses | Dialect::Mistral, true) => {
            &[COMMON, CLOSED, NUMBERS, &["pattern", "minItems", "maxItems"]]
        }
        (Dialect::Anthropic, true) => &[COMMON, CLOSED, &["default", "pattern", "minItems"]],
        (Dialect::Bedrock, true) => {
            &[COMMON, CLOSED, &["default", "pattern", "minItems", "minLength", "maxLength"]]
        }
        (Dialect::Gemini, _) => {
            &[COMMON, CLOSED, &["prefixItems", "minItems", "maxItems", "minimum", "maximum"]]
        }
        (Dialect::GeminiOpenApi, _) => &[
            COMMON,
            &[
                "format",
                "nullable",
                "minItems",
                "maxItems",
                "propertyOrdering",
                "minimum",
                "maximum",
                "minLength",
                "maxLength",
                "pattern",
                "default",
            ],
        ],
        (Dialect::Ollama, _) => &[COMMON],
        (Dialect::Mcp, _) => &[COMMON, CLOSED, NUMBERS, GENERAL, &["oneOf", "patternProperties"]],
        _ => &[COMMON, CLOSED, NUMBERS, GENERAL],
    };
    lists.concat()
}

/// Calls back with each schema in a schema, and where it is.
fn walk(schema: &Value, path: &str, see: &mut impl FnMut(&Value, &str)) {
    see(schema, path);
    let Some(members) = schema.as_object() else { return };
    for (keyword, value) in members {
        let path = format!("{path}/{keyword}");
        match (keyword.as_str(), value) {
            ("properties" | "patternProperties" | "$defs", Value::Object(members)) => {
                members.iter().for_each(|(name, it)| walk(it, &format!("{path}/{name}"), see));
            }
            ("anyOf" | "oneOf" | "prefixItems", Value::Array(list)) => {
                list.iter().enumerate().for_each(|(at, it)| walk(it, &format!("{path}/{at}"), see));
            }
            ("items", value) => walk(value, &path, see),
            ("additionalProperties", value) if !value.is_boolean() => walk(value, &path, see),
            _ => {}
        }
    }
}

fn check_schema(dialect: Dialect, strict: bool, root: &Value, schema: &Value, path: &str) {
    let Some(members) = schema.as_object() else {
        panic!("{path} is {schema}");
    };
    let allowed = allowed(dialect, strict);
    for keyword in members.keys() {
        assert!(allowed.contains(&keyword.as_str()), "{path} has {keyword}");
    }
    if let Some(target) = members.get("$ref") {
        assert_eq!(members.len(), 1, "{path} has more than a reference");
        let target = target.as_str().unwrap().strip_prefix('#').unwrap();
        assert!(target.starts_with("/$defs/") && root.pointer(target).is_some(), "{path}");
    }
    if !strict && dialect == Dialect::Ollama && !path.is_empty() {
        assert!(!members.contains_key("required"), "{path} has what is not read there");
    }
    check_types(dialect, members, path);
    if strict {
        check_strict(dialect, members, path);
    }
}

fn check_types(dialect: Dialect, members: &Map<String, Value>, path: &str) {
    let lists = matches!(
        dialect,
        Dialect::OpenAiChat | Dialect::OpenAiResponses | Dialect::Mistral | Dialect::Mcp
    );
    match members.get("type") {
        Some(Value::Array(names)) => {
            assert!(lists, "{path} has a list of types");
            let one = names.len() == 2 && names[1] == "null";
            assert!(one || members.contains_key("enum"), "{path} has several types");
        }
        Some(Value::String(name)) => {
            let known = ["object", "array", "string", "integer", "number", "boolean", "null"];
            assert!(known.contains(&name.as_str()), "{path} is of type {name}");
        }
        Some(other) => panic!("{path} is of type {other}"),
        None => {
            let is_told = ["anyOf", "oneOf", "$ref", "description"];
            assert!(is_told.iter().any(|it| members.contains_key(*it)), "{path} says nothing");
        }
    }
    if dialect == Dialect::GeminiOpenApi {
        let is_typed = members.contains_key("type") || members.contains_key("anyOf");
        assert!(is_typed, "{path} has no type");
        let values = members.get("enum").and_then(Value::as_array);
        assert!(values.is_none_or(|it| it.iter().all(Value::is_string)), "{path}");
    }
}

fn check_strict(dialect: Dialect, members: &Map<String, Value>, path: &str) {
    let typed = ["type", "anyOf", "$ref"];
    assert!(typed.iter().any(|it| members.contains_key(*it)), "{path} has no type");
    let values = members.get("enum").and_then(Value::as_array);
    let is_scalar = |it: &Value| !it.is_object() && !it.is_array();
    assert!(values.is_none_or(|it| it.iter().all(is_scalar)), "{path} has complex constants");
    if !members.contains_key("properties") {
        return;
    }
    assert_eq!(members.get("additionalProperties"), Some(&Value::Bool(false)), "{path}");
    let properties = members["properties"].as_object().unwrap();
    let required = members.get("required").and_then(Value::as_array);
    let count = required.map_or(0, Vec::len);
    let claude = matches!(dialect, Dialect::Anthropic | Dialect::Bedrock);
    assert!(claude || count == properties.len(), "{path} leaves out what is not required");
}

#[test]
fn only_listed_keywords_stand_in_exports() {
    for dialect in Dialect::ALL {
        for mode in Mode::ALL {
            for entry in entries() {
                let Ok(exported) = export(&entry.tool, dialect, mode) else { continue };
                let schema = &exported.schema;
                assert_eq!(schema["type"], "object");
                assert!(schema["properties"].is_object());
                assert!(mode.strict || !exported.strict);
                walk(schema, "", &mut |it, path| {
                    let path = format!("{dialect} {mode:?} {}: {path}", entry.tool.name());
                    let here = if std::ptr::eq(it, schema) { "" } else { &path };
                    check_schema(dialect, exported.strict, schema, it, here);
                });
            }
        }
    }
}

/// Formats that a dialect has no list for were warned about or refused.
#[test]
fn only_listed_formats_stand_in_exports() {
    let standard = [
        "date-time",
        "date",
        "time",
        "duration",
        "email",
        "hostname",
        "uri",
        "ipv4",
        "ipv6",
        "uuid",
    ];
    for dialect in Dialect::ALL {
        for entry in entries() {
            let Ok(exported) = export(&entry.tool, dialect, Mode::STRICT) else { continue };
            walk(&exported.schema, "", &mut |it, path| {
                if let Some(format) = it.get("format") {
                    let format = format.as_str().unwrap();
                    assert!(standard.contains(&format), "{dialect} {path}: {format}");
                    let openai = matches!(dialect, Dialect::OpenAiChat | Dialect::Mistral);
                    assert!(!(openai && exported.strict && format == "uri"), "{path}");
                }
            });
        }
    }
}

/// A schema that says less than the tool's own is in the list of what was lost.
#[test]
fn what_is_not_said_is_listed() {
    let said = |schema: &Value| {
        let mut said = Vec::new();
        walk(schema, "", &mut |it, _| {
            for (keyword, value) in it.as_object().into_iter().flatten() {
                if NUMBERS.contains(&keyword.as_str()) || GENERAL.contains(&keyword.as_str()) {
                    let value = Some(value).filter(|_| keyword != "prefixItems");
                    said.push(format!("{keyword} {value:?}"));
                }
            }
        });
        said
    };
    for entry in entries() {
        let own = export(&entry.tool, Dialect::Mcp, Mode::LOOSE).unwrap();
        for dialect in Dialect::ALL {
            for mode in Mode::ALL {
                let Ok(exported) = export(&entry.tool, dialect, mode) else { continue };
                let mut now = said(&exported.schema);
                let all_said = said(&own.schema).iter().all(|it| {
                    let place = now.iter().position(|now| now == it);
                    place.map(|it| now.swap_remove(it)).is_some()
                });
                let name = entry.tool.name();
                assert!(all_said || !exported.losses.is_empty(), "{dialect} {mode:?} {name}");
            }
        }
    }
}

/// Each loss leads to something in the tool's own schema.
#[test]
fn losses_say_where() {
    for dialect in Dialect::ALL {
        for mode in Mode::ALL {
            for entry in entries() {
                let own = entry.tool.input_schema().as_value();
                let losses = match export(&entry.tool, dialect, mode) {
                    Ok(exported) => exported.losses,
                    Err(error) => {
                        assert!(own.pointer(&error.path).is_some(), "{error}");
                        assert!(!error.reason.is_empty());
                        continue;
                    }
                };
                for loss in losses {
                    assert_eq!(&*loss.tool, entry.tool.name());
                    assert!(own.pointer(&loss.path).is_some(), "{dialect}: {loss:?} in {own:#}");
                }
            }
        }
    }
}
