//! The arguments as a whole: an object, whatever the schema makes of it.

use std::fmt::Write as _;

use super::parse;
use super::plan::Plan;
use super::shape::{Constant, Kind, Note, Object, Property, Refusal, Rest, Shape};

/// What the root is exported as.
#[derive(Debug)]
pub(crate) struct Root {
    /// Of an object.
    pub(crate) shape: Shape,
    /// What it was merged from.
    pub(crate) merged: Option<Merged>,
}

#[derive(Debug)]
pub(crate) struct Merged {
    /// The property whose value tells the variants apart.
    pub(crate) tag: Option<String>,
    pub(crate) variants: Vec<Variant>,
}

#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) description: Option<String>,
    pub(crate) object: Object,
}

/// The root as an object, or why it is none.
pub(crate) fn of(plan: &Plan<'_>) -> Result<Root, Refusal> {
    let own = plan.document.root();
    let target = plan.target(own);
    let mut shape = target.clone();
    shape.path.clear();
    shape.description = own.description.clone().or_else(|| target.description.clone());
    if own.nullable || target.nullable {
        shape.nullable = false;
        shape.notes.push(Note {
            keyword: "type".to_owned(),
            sentence: "Always an object, never null.".to_owned(),
        });
    }
    match target.kind {
        Kind::Object(_) => Ok(Root { shape, merged: None }),
        Kind::Any => {
            shape.kind = Kind::Object(Box::new(open()));
            Ok(Root { shape, merged: None })
        }
        Kind::Union(_) => merged(plan, target, shape),
        _ => Err(Refusal::new(
            "",
            format!(
                "the arguments of a call are an object, and this is {}; make it a field of a struct",
                super::words::of_shape(target, plan.document)
            ),
        )),
    }
}

fn open() -> Object {
    Object { properties: Vec::new(), rest: Rest::Any, keys: None, min: None, max: None }
}

fn merged(plan: &Plan<'_>, union: &Shape, mut shape: Shape) -> Result<Root, Refusal> {
    let mut variants = Vec::new();
    collect(plan, union, None, 0, &mut variants)?;
    let tag = tag(&variants);
    let mut object = open();
    object.rest = rest(&variants);
    for variant in &variants {
        for property in &variant.object.properties {
            if object.property(&property.name).is_none() {
                object.properties.push(union_of(&property.name, &variants));
            }
        }
    }
    let note = Note { keyword: "oneOf".to_owned(), sentence: sentence(tag.as_deref(), &variants) };
    let tagged = object.properties.iter_mut().find(|it| Some(&it.name) == tag.as_ref());
    tagged.map_or(&mut shape.notes, |it| &mut it.shape.notes).push(note);
    if let Some(index) = object.properties.iter().position(|it| Some(&it.name) == tag.as_ref()) {
        // What is written first decides about the rest.
        object.properties[..=index].rotate_right(1);
    }
    shape.kind = Kind::Object(Box::new(object));
    Ok(Root { shape, merged: Some(Merged { tag, variants }) })
}

/// The objects that a union is made of, those of unions in it among them.
fn collect(
    plan: &Plan<'_>,
    shape: &Shape,
    description: Option<&String>,
    depth: usize,
    variants: &mut Vec<Variant>,
) -> Result<(), Refusal> {
    const DEPTH: usize = 16;
    let target = plan.target(shape);
    let description = shape.description.as_ref().or(target.description.as_ref()).or(description);
    match &target.kind {
        Kind::Object(object) => {
            let (description, object) = (description.cloned(), (**object).clone());
            variants.push(Variant { description, object });
            Ok(())
        }
        Kind::Any => {
            variants.push(Variant { description: description.cloned(), object: open() });
            Ok(())
        }
        Kind::Union(union) if depth < DEPTH => {
            let description = if depth == 0 { None } else { description };
            let each = |it| collect(plan, it, description, depth + 1, variants);
            union.variants.iter().try_for_each(each)
        }
        _ => {
            let what = super::words::of_shape(target, plan.document);
            let reason = format!(
                "the arguments of a call are an object, and this variant is {what}; make the enum \
                 a field of a struct, or give all variants fields and a tag"
            );
            Err(Refusal::new(&shape.path, reason))
        }
    }
}

/// The property that each variant requires to be another constant.
fn tag(variants: &[Variant]) -> Option<String> {
    let first = &variants.first()?.object;
    let is_tag = |name: &str| {
        let mut seen = Vec::new();
        variants.iter().all(|variant| {
            let constants = constants_of(&variant.object, name);
            constants.is_some_and(|constants| {
                let is_new = constants.iter().all(|it| !seen.contains(&it.value));
                seen.extend(constants.iter().map(|it| it.value.clone()));
                is_new
            })
        })
    };
    first.properties.iter().map(|it| &it.name).find(|name| is_tag(name)).cloned()
}

pub(crate) fn constants_of<'a>(object: &'a Object, name: &str) -> Option<&'a [Constant]> {
    match object.property(name)? {
        Property { required: true, shape: Shape { kind: Kind::Choice(constants), .. }, .. } => {
            Some(constants)
        }
        _ => None,
    }
}

fn rest(variants: &[Variant]) -> Rest {
    let rests: Vec<&Rest> = variants.iter().map(|it| &it.object.rest).collect();
    if rests.iter().all(|it| **it == Rest::Closed) {
        return Rest::Closed;
    }
    let told = rests.into_iter().find(|it| matches!(it, Rest::Any | Rest::Of(_)));
    // What holds of the other members of one variant does not hold of those of another.
    if told.is_some() { Rest::Any } else { Rest::Unspecified }
}

/// One property with all that the variants say of it.
fn union_of(name: &str, variants: &[Variant]) -> Property {
    let mut shapes: Vec<Shape> = Vec::new();
    let mut required = true;
    for variant in variants {
        let Some(property) = variant.object.property(name) else {
            required = false;
            continue;
        };
        required &= property.required;
        let mut shape = property.shape.clone();
        if let Kind::Choice(constants) = &mut shape.kind
            && let [constant] = &mut constants[..]
        {
            constant.description = constant.description.take().or(shape.description.take());
        }
        if !shapes.iter().any(|it| is_alike(it, &shape)) {
            shapes.push(shape);
        }
    }
    let path = shapes.first().map(|it| it.path.clone()).unwrap_or_default();
    let shape =
        if shapes.len() == 1 { shapes.remove(0) } else { parse::union(shapes, false, &path) };
    Property { name: name.to_owned(), required, shape }
}

/// Whether two shapes say the same, wherever they stand.
fn is_alike(one: &Shape, other: &Shape) -> bool {
    Shape { path: String::new(), ..one.clone() } == Shape { path: String::new(), ..other.clone() }
}

/// Which properties go together.
fn sentence(tag: Option<&str>, variants: &[Variant]) -> String {
    let is_common = |name: &str| {
        tag == Some(name) || variants.iter().all(|it| it.object.property(name).is_some())
    };
    let mut parts = Vec::new();
    for variant in variants {
        let own = variant.object.properties.iter().filter(|it| !is_common(&it.name));
        let names: Vec<String> = own
            .map(|it| format!("`{}`{}", it.name, if it.required { "" } else { " (optional)" }))
            .collect();
        let mut part = match tag.and_then(|tag| constants_of(&variant.object, tag)) {
            Some(constants) => {
                let values: Vec<_> =
                    constants.iter().map(|it| super::words::constant(&it.value)).collect();
                let with = if names.is_empty() { "nothing else" } else { &names.join(", ") };
                format!("{} with {with}", values.join(" or "))
            }
            None if names.is_empty() => "none of the others".to_owned(),
            None => names.join(", "),
        };
        if let Some(description) = &variant.description {
            let _ = write!(part, " ({})", description.trim_end_matches('.'));
        }
        parts.push(part);
    }
    match tag {
        Some(_) => format!("What goes with it: {}.", parts.join("; ")),
        None => format!("Give exactly one of: {}.", parts.join("; or ")),
    }
}
