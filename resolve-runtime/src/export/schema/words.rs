//! What schemas say, in words.

use std::fmt::Write as _;

use serde_json::Value;

use super::shape::{Document, Kind, Object, Property, Range, Rest, Shape};

/// Longer values are cut: what a model reads is paid for in every request.
const LONGEST: usize = 400;

/// How deep a description goes into what it describes.
const DEPTH: usize = 6;

/// JSON, on one line, in the typewriter face.
pub(crate) fn json(value: &Value) -> String {
    format!("`{}`", cut(&value.to_string()))
}

/// A string as it is, and other values as JSON.
pub(crate) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A constant: strings without the quotes.
pub(crate) fn constant(value: &Value) -> String {
    format!("`{}`", cut(&plain(value)))
}

/// The items of an array.
pub(crate) fn list(value: &Value) -> String {
    match value {
        Value::Array(values) => values.iter().map(constant).collect::<Vec<_>>().join(", "),
        value => constant(value),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Two texts, the first ended as a sentence.
pub(crate) fn joined(first: &str, second: &str) -> String {
    let first = first.trim_end();
    let ended = first.is_empty() || first.ends_with(['.', '!', '?', ':', ';', '…']);
    let (dot, space) = (if ended { "" } else { "." }, if first.is_empty() { "" } else { " " });
    format!("{first}{dot}{space}{second}")
}

/// A shape, for where only words can carry it.
pub(crate) fn of_shape(shape: &Shape, document: &Document) -> String {
    described(shape, document, DEPTH)
}

fn described(shape: &Shape, document: &Document, depth: usize) -> String {
    let mut text = if depth == 0 { "more".to_owned() } else { kind(shape, document, depth) };
    if shape.nullable {
        text.push_str(" or null");
    }
    text
}

fn kind(shape: &Shape, document: &Document, depth: usize) -> String {
    let below = |shape: &Shape| described(shape, document, depth - 1);
    match &shape.kind {
        Kind::Any => "any JSON value".to_owned(),
        Kind::Never => "nothing".to_owned(),
        Kind::Null => "null".to_owned(),
        Kind::Boolean => "true or false".to_owned(),
        Kind::Integer(range) => format!("an integer{}", bounds(range)),
        Kind::Number(range) => format!("a number{}", bounds(range)),
        Kind::String(text) => match &text.format {
            Some(format) => format!("a string ({format})"),
            None => "a string".to_owned(),
        },
        Kind::Choice(constants) => {
            let values: Vec<_> = constants.iter().map(|it| constant(&it.value)).collect();
            if values.len() == 1 {
                values.concat()
            } else {
                format!("one of {}", values.join(", "))
            }
        }
        Kind::Array(array) if array.items.kind == Kind::Any => "an array".to_owned(),
        Kind::Array(array) => format!("an array, each item {}", below(&array.items)),
        Kind::Tuple(tuple) => {
            let items: Vec<_> = tuple.items.iter().map(below).collect();
            let more = if tuple.is_fixed() { "" } else { ", and more" };
            format!("an array of {}{more}", items.join(", then "))
        }
        Kind::Object(object) => of_object(object, document, depth),
        Kind::Union(union) => {
            let variants: Vec<_> = union.variants.iter().map(below).collect();
            format!("either {}", variants.join(", or "))
        }
        Kind::Reference(number) => match document.definitions.get(*number) {
            Some(definition) if definition.recursive && depth < DEPTH => {
                format!("`{}` again", definition.name)
            }
            Some(definition) if definition.recursive => {
                format!("`{}`: {}", definition.name, below(&definition.shape))
            }
            Some(definition) => below(&definition.shape),
            None => "any JSON value".to_owned(),
        },
    }
}

fn of_object(object: &Object, document: &Document, depth: usize) -> String {
    let members: Vec<_> = object.properties.iter().map(|it| member(it, document, depth)).collect();
    let rest = object.is_open().then(|| rest(object, document, depth));
    match (members.is_empty(), rest) {
        (true, Some(rest)) => format!("an object ({rest})"),
        (true, None) => "an empty object".to_owned(),
        (false, None) => format!("an object with {}", members.join(", ")),
        (false, Some(rest)) => format!("an object with {}; besides, {rest}", members.join(", ")),
    }
}

/// The members beyond the properties.
pub(crate) fn of_rest(object: &Object, document: &Document) -> String {
    rest(object, document, DEPTH)
}

fn rest(object: &Object, document: &Document, depth: usize) -> String {
    let keys = object.keys.as_ref().map(|keys| format!("keys match `{keys}`, "));
    match &object.rest {
        Rest::Of(shape) => {
            let values = described(shape, document, depth - 1);
            format!("{}each value {values}", keys.unwrap_or_default())
        }
        _ => format!("{}any values", keys.unwrap_or_else(|| "any keys, ".to_owned())),
    }
}

fn member(property: &Property, document: &Document, depth: usize) -> String {
    let mut text = format!("`{}` (", property.name);
    if !property.required {
        text.push_str("optional, ");
    }
    text.push_str(&described(&property.shape, document, depth - 1));
    if let Some(description) = &property.shape.description {
        let _ = write!(text, ": {}", description.trim_end_matches('.'));
    }
    text.push(')');
    text
}

fn bounds(range: &Range) -> String {
    match (&range.minimum, &range.maximum) {
        (Some(minimum), Some(maximum)) => format!(" from {minimum} to {maximum}"),
        (Some(minimum), None) => format!(" of at least {minimum}"),
        (None, Some(maximum)) => format!(" of at most {maximum}"),
        (None, None) => String::new(),
    }
}
