//! Two shapes that hold at once, as one.

use serde_json::{Number, Value};

use super::parse;
use super::shape::{
    Array, Constant, Kind, Note, Object, Property, Range, Rest, Shape, Text, Union, step,
};

/// What a reference leads to, once it has been read.
type Target<'a> = &'a dyn Fn(usize) -> Option<Shape>;

/// The shape of what is of both shapes. What the two cannot be joined to is said as a note.
pub(crate) fn meet(left: Shape, right: Shape, target: Target<'_>) -> Shape {
    let nullable = takes_null(&left) && takes_null(&right);
    let mut notes = left.notes.clone();
    notes.extend(right.notes.iter().filter(|note| !left.notes.contains(note)).cloned());
    let description = left.description.clone().or_else(|| right.description.clone());
    let default = left.default.clone().or_else(|| right.default.clone());
    let path = left.path.clone();
    let kind = kinds(left, right, target, &mut notes);
    let kind = if nullable && kind == Kind::Never { Kind::Null } else { kind };
    let nullable = nullable && !matches!(kind, Kind::Null | Kind::Any);
    Shape { path, description, default, nullable, notes, kind }
}

fn takes_null(shape: &Shape) -> bool {
    shape.nullable || matches!(shape.kind, Kind::Any | Kind::Null)
}

fn kinds(left: Shape, right: Shape, target: Target<'_>, notes: &mut Vec<Note>) -> Kind {
    match (left.kind, right.kind) {
        (Kind::Any, kind) | (kind, Kind::Any) => kind,
        (Kind::Never, _) | (_, Kind::Never) => Kind::Never,
        (Kind::Union(union), kind) => {
            spread(union, &Shape { kind, ..Shape::new(&right.path, Kind::Any) }, target, &left.path)
        }
        (kind, Kind::Union(union)) => {
            spread(union, &Shape { kind, ..Shape::new(&left.path, Kind::Any) }, target, &left.path)
        }
        (Kind::Reference(number), kind) | (kind, Kind::Reference(number)) => {
            if let Some(shape) = target(number) {
                return meet(shape, Shape::new(&left.path, kind), target).kind;
            }
            notes.push(Note {
                keyword: "$ref".to_owned(),
                sentence: "More holds of it than can be said here.".to_owned(),
            });
            Kind::Reference(number)
        }
        (Kind::Choice(constants), Kind::Choice(others)) => {
            let is_common = |it: &Constant| others.iter().any(|other| other.value == it.value);
            chosen(constants.into_iter().filter(is_common).collect())
        }
        (Kind::Choice(constants), kind) | (kind, Kind::Choice(constants)) => {
            chosen(constants.into_iter().filter(|it| is_of_kind(&it.value, &kind)).collect())
        }
        (Kind::Integer(one), Kind::Integer(other) | Kind::Number(other))
        | (Kind::Number(one), Kind::Integer(other)) => Kind::Integer(ranges(one, other)),
        (Kind::Number(one), Kind::Number(other)) => Kind::Number(ranges(one, other)),
        (Kind::String(one), Kind::String(other)) => Kind::String(texts(one, other, notes)),
        (Kind::Array(one), Kind::Array(other)) => {
            Kind::Array(Box::new(arrays(*one, *other, target)))
        }
        (Kind::Tuple(tuple), Kind::Array(_) | Kind::Tuple(_))
        | (Kind::Array(_), Kind::Tuple(tuple)) => {
            notes.push(Note {
                keyword: "items".to_owned(),
                sentence: "More holds of its items than can be said here.".to_owned(),
            });
            Kind::Tuple(tuple)
        }
        (Kind::Object(one), Kind::Object(other)) => {
            Kind::Object(Box::new(objects(*one, *other, target, &left.path)))
        }
        (one, other) if one == other => one,
        _ => Kind::Never,
    }
}

/// Each variant, met with the other shape.
fn spread(union: Union, other: &Shape, target: Target<'_>, path: &str) -> Kind {
    let variants = union.variants.into_iter();
    let variants = variants.map(|variant| meet(variant, other.clone(), target)).collect();
    let shape = parse::union(variants, union.exclusive, path);
    shape.kind
}

fn chosen(constants: Vec<Constant>) -> Kind {
    if constants.is_empty() { Kind::Never } else { Kind::Choice(constants) }
}

fn is_of_kind(value: &Value, kind: &Kind) -> bool {
    let name = match kind {
        Kind::Null => "null",
        Kind::Boolean => "boolean",
        Kind::Integer(_) => "integer",
        Kind::Number(_) => "number",
        Kind::String(_) => "string",
        Kind::Array(_) | Kind::Tuple(_) => "array",
        Kind::Object(_) => "object",
        _ => return true,
    };
    parse::is_of_type(value, name)
}

fn ranges(one: Range, other: Range) -> Range {
    Range {
        format: one.format.or(other.format),
        minimum: tighter(one.minimum, other.minimum, true),
        maximum: tighter(one.maximum, other.maximum, false),
        exclusive_minimum: tighter(one.exclusive_minimum, other.exclusive_minimum, true),
        exclusive_maximum: tighter(one.exclusive_maximum, other.exclusive_maximum, false),
        multiple_of: one.multiple_of.or(other.multiple_of),
    }
}

fn tighter(one: Option<Number>, other: Option<Number>, larger: bool) -> Option<Number> {
    match (one, other) {
        (Some(one), Some(other)) => {
            let takes_other = (other.as_f64() > one.as_f64()) == larger;
            Some(if takes_other { other } else { one })
        }
        (one, other) => one.or(other),
    }
}

fn texts(one: Text, other: Text, notes: &mut Vec<Note>) -> Text {
    if let (Some(left), Some(right)) = (&one.pattern, &other.pattern)
        && left != right
    {
        let sentence = format!("Matches `{right}`.");
        notes.push(Note { keyword: "pattern".to_owned(), sentence });
    }
    Text {
        format: one.format.or(other.format),
        pattern: one.pattern.or(other.pattern),
        min_length: one.min_length.max(other.min_length),
        max_length: lesser(one.max_length, other.max_length),
    }
}

fn lesser(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

fn arrays(one: Array, other: Array, target: Target<'_>) -> Array {
    Array {
        items: meet(one.items, other.items, target),
        min: one.min.max(other.min),
        max: lesser(one.max, other.max),
        unique: one.unique || other.unique,
    }
}

fn objects(one: Object, other: Object, target: Target<'_>, path: &str) -> Object {
    let mut properties: Vec<Property> = Vec::new();
    for property in &one.properties {
        let shape = match other.property(&property.name) {
            Some(twin) => meet(property.shape.clone(), twin.shape.clone(), target),
            None => property.shape.clone(),
        };
        let required =
            property.required || other.property(&property.name).is_some_and(|it| it.required);
        properties.push(Property { name: property.name.clone(), required, shape });
    }
    properties.extend(other.properties.into_iter().filter(|it| one.property(&it.name).is_none()));
    Object {
        properties,
        rest: rests(one.rest, other.rest, target, path),
        keys: one.keys.or(other.keys),
        min: one.min.max(other.min),
        max: lesser(one.max, other.max),
    }
}

fn rests(one: Rest, other: Rest, target: Target<'_>, path: &str) -> Rest {
    match (one, other) {
        // A closed part that is joined with others would refuse their members: what is meant is
        // that there are no others still.
        (Rest::Closed, _) | (_, Rest::Closed) => Rest::Closed,
        (Rest::Of(one), Rest::Of(other)) => {
            let mut shape = meet(*one, *other, target);
            shape.path = step(path, "additionalProperties");
            Rest::Of(Box::new(shape))
        }
        (Rest::Of(shape), _) | (_, Rest::Of(shape)) => Rest::Of(shape),
        (Rest::Any, _) | (_, Rest::Any) => Rest::Any,
        (Rest::Unspecified, Rest::Unspecified) => Rest::Unspecified,
    }
}
