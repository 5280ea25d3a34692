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
    let note =
        Note { keyword: "oneOf".to_owned(), sentence: sentence(tag.as_deref(), &variants, plan) };
    let tagged = object.properties.iter_mut().find(|it| Some(&it.name) == tag.as_ref());
    if let Some(property) = tagged {
        property.shape.path.clear();
        property.shape.notes.push(note);
    } else {
        shape.notes.push(note);
    }
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

/// The property that each variant requires to be another constant. One variant may have none.
fn tag(variants: &[Variant]) -> Option<String> {
    let is_tag = |name: &str| {
        let mut seen = Vec::new();
        let mut without = 0;
        let are_told_apart = variants.iter().all(|variant| {
            let Some(constants) = constants_of(&variant.object, name) else {
                without += 1;
                return variant.object.property(name).is_none();
            };
            let is_new = constants.iter().all(|it| !seen.contains(&it.value));
            seen.extend(constants.iter().map(|it| it.value.clone()));
            is_new
        });
        are_told_apart && without <= 1 && without + 2 <= variants.len()
    };
    let properties = variants.iter().flat_map(|it| &it.object.properties);
    properties.map(|it| &it.name).find(|name| is_tag(name)).cloned()
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
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    let path = shapes.first().map(|it| it.path.clone()).unwrap_or_default();
    let shape =
        if shapes.len() == 1 { shapes.remove(0) } else { parse::union(shapes, false, &path) };
    Property { name: name.to_owned(), required, shape }
}

/// Which properties go together.
fn sentence(tag: Option<&str>, variants: &[Variant], plan: &Plan<'_>) -> String {
    let mut parts = Vec::new();
    for variant in variants {
        let own = variant.object.properties.iter();
        let own = own.filter(|it| tag != Some(&*it.name) && !is_common(&it.name, variants));
        let names: Vec<String> = own.map(|it| named(it, variants, plan)).collect();
        let with = if names.is_empty() { "nothing else" } else { &names.join(", ") };
        let constants = tag.and_then(|tag| constants_of(&variant.object, tag));
        let values = constants.into_iter().flatten().map(|it| super::words::constant(&it.value));
        let mut part = values.collect::<Vec<_>>().join(" or ");
        match tag {
            Some(_) if part.is_empty() => part.push_str("none"),
            Some(_) => {}
            None => part.push_str(with),
        }
        if let Some(description) = &variant.description {
            let _ = write!(part, " ({})", description.trim_end_matches('.'));
        }
        if tag.is_some() {
            let _ = write!(part, " with {with}");
        }
        parts.push(part);
    }
    match tag {
        Some(_) => format!("What goes with it: {}.", parts.join("; ")),
        None => format!("Give exactly one of: {}.", parts.join("; or ")),
    }
}

/// Whether all variants have the property, and say the same of it.
fn is_common(name: &str, variants: &[Variant]) -> bool {
    variants.iter().all(|it| it.object.property(name).is_some()) && !differs(name, variants)
}

fn differs(name: &str, variants: &[Variant]) -> bool {
    let mut shapes = variants.iter().filter_map(|it| it.object.property(name)).map(|it| &it.shape);
    shapes.next().is_some_and(|first| shapes.any(|it| it != first))
}

/// A property, and what it is where that depends on the variant.
fn named(property: &Property, variants: &[Variant], plan: &Plan<'_>) -> String {
    let mut remarks = Vec::new();
    if !property.required {
        remarks.push("optional".to_owned());
    }
    if differs(&property.name, variants) {
        remarks.push(super::words::of_shape(&property.shape, plan.document));
    }
    let remarks =
        if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
    format!("`{}`{remarks}", property.name)
}
