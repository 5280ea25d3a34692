//! Keywords that only words can carry.

use serde_json::Value;

use super::Keywords;
use super::typed::Families;
use crate::export::schema::shape::Note;
use crate::export::schema::words;

/// Read elsewhere, or addressed to programs that read schemas.
const SILENT: &[&str] = &[
    "$schema",
    "$id",
    "$anchor",
    "$dynamicAnchor",
    "$comment",
    "$vocabulary",
    "$defs",
    "definitions",
    "$ref",
    "$dynamicRef",
    "title",
    "description",
    "default",
    "type",
    "enum",
    "const",
    "nullable",
    "allOf",
    "anyOf",
    "oneOf",
    "unevaluatedProperties",
];

/// What the model reads: the title, where it is not merely the name of a type, and the description.
pub(super) fn description(keywords: &Keywords, root: bool) -> Option<String> {
    let text = |keyword: &str| {
        let text = keywords.get(keyword)?.as_str()?.trim();
        (!text.is_empty()).then_some(text)
    };
    let title = text("title").filter(|_| !root);
    match (title, text("description")) {
        (Some(title), Some(text)) => Some(words::joined(title, text)),
        (title, text) => title.or(text).map(str::to_owned),
    }
}

/// A sentence for each keyword that has no place in a shape.
pub(super) fn of(keywords: &Keywords) -> Vec<Note> {
    let families = Families::of(keywords);
    let mut notes = Vec::new();
    for (keyword, value) in keywords {
        if SILENT.contains(&keyword.as_str())
            || families.explain(keyword) && !is_partly_read(keyword, keywords)
        {
            continue;
        }
        if let Some(sentence) = sentence(keyword, value, keywords) {
            notes.push(Note { keyword: keyword.clone(), sentence });
        }
    }
    notes
}

/// What a shape has a place for, but not beside what else is said.
fn is_partly_read(keyword: &str, keywords: &Keywords) -> bool {
    match keyword {
        "uniqueItems" => {
            keywords.contains_key("prefixItems") && keywords[keyword] == Value::Bool(true)
        }
        "patternProperties" => {
            let count = keywords[keyword].as_object().map_or(0, serde_json::Map::len);
            let is_map = keywords.get("additionalProperties") == Some(&Value::Bool(false));
            count > 1 || (count == 1 && !is_map)
        }
        _ => false,
    }
}

fn sentence(keyword: &str, value: &Value, keywords: &Keywords) -> Option<String> {
    let shown = words::json(value);
    Some(match keyword {
        "deprecated" | "readOnly" | "writeOnly" if value != &Value::Bool(true) => return None,
        "deprecated" => "Deprecated.".to_owned(),
        "readOnly" => "Only read.".to_owned(),
        "writeOnly" => "Only written.".to_owned(),
        "examples" => format!("For example: {}.", words::list(value)),
        "not" => match value.get("const") {
            Some(value) => format!("Not {}.", words::constant(value)),
            None => format!("Must not match this schema: {shown}."),
        },
        "if" => format!("Where it matches {shown}, more holds."),
        "then" if keywords.contains_key("if") => format!("In that case: {shown}."),
        "else" if keywords.contains_key("if") => format!("Otherwise: {shown}."),
        "then" | "else" => return None,
        "contains" => format!("Contains an item that matches {shown}."),
        "minContains" => format!("At least {value} such items."),
        "maxContains" => format!("At most {value} such items."),
        "uniqueItems" => "No item twice.".to_owned(),
        "patternProperties" => format!("Members by the patterns of their keys: {shown}."),
        "propertyNames" => format!("Every key matches {shown}."),
        "dependentRequired" => format!("What needs what beside it: {shown}."),
        "unevaluatedItems" if value == &Value::Bool(true) => return None,
        "unevaluatedItems" => format!("Further items: {shown}."),
        "contentEncoding" => format!("Encoding: {}.", words::plain(value)),
        "contentMediaType" => format!("Media type: {}.", words::plain(value)),
        "format" => format!("Format: {}.", words::plain(value)),
        _ => format!("`{keyword}`: {shown}."),
    })
}
