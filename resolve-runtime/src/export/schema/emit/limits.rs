//! Sizes.

use serde_json::Value;

use crate::export::schema::profile::{Limits, Profile};
use crate::export::schema::shape::Refusal;

#[derive(Default)]
struct Sizes {
    properties: usize,
    values: usize,
    characters: usize,
    optional: usize,
    unions: usize,
    depth: usize,
    /// The enum of which there is most.
    longest: (usize, usize),
}

/// Whether the schema is as small as the dialect wants it.
pub(super) fn check(schema: &Value, profile: &Profile) -> Result<(), Refusal> {
    let Some(Limits { properties, depth, values, characters, optional, unions }) = profile.limits
    else {
        return Ok(());
    };
    let mut sizes = Sizes::default();
    sizes.add(schema, 0);
    for (what, is, most) in [
        ("properties", sizes.properties, properties),
        ("levels", sizes.depth, depth),
        ("constants", sizes.values, values),
        ("characters of names and constants", sizes.characters, characters),
        ("properties that may be absent", sizes.optional, optional),
        ("properties of several types", sizes.unions, unions),
    ] {
        if is > most {
            let reason = format!("it has {is} {what}, and {} takes {most}", profile.name);
            return Err(Refusal::new("", reason));
        }
    }
    // OpenAI: 15,000 characters in one enum of more than 250 values.
    if values < usize::MAX && sizes.longest.0 > 250 && sizes.longest.1 > 15_000 {
        let reason = format!("one enum has {} characters, and 15000 are taken", sizes.longest.1);
        return Err(Refusal::new("", reason));
    }
    Ok(())
}

impl Sizes {
    fn add(&mut self, schema: &Value, depth: usize) {
        let is_level = |name: &Value| name == "object" || name == "array";
        let is_deeper = match schema.get("type") {
            Some(Value::Array(names)) => names.iter().any(is_level),
            Some(name) => is_level(name),
            None => false,
        };
        let depth = depth + usize::from(is_deeper);
        self.depth = self.depth.max(depth);
        self.add_constants(schema);
        self.add_properties(schema, depth);
        for (name, definition) in members(schema, "$defs") {
            self.characters += name.chars().count();
            self.add(definition, depth);
        }
        for keyword in ["anyOf", "oneOf", "prefixItems"] {
            let list = schema.get(keyword).and_then(Value::as_array);
            list.into_iter().flatten().for_each(|it| self.add(it, depth));
        }
        for keyword in ["items", "additionalProperties"] {
            if let Some(schema) = schema.get(keyword) {
                self.add(schema, depth);
            }
        }
    }

    fn add_constants(&mut self, schema: &Value) {
        let Some(values) = schema.get("enum").and_then(Value::as_array) else { return };
        let texts = values.iter().filter_map(Value::as_str);
        let characters: usize = texts.map(|it| it.chars().count()).sum();
        self.values += values.len();
        self.characters += characters;
        self.longest = self.longest.max((values.len(), characters));
    }

    fn add_properties(&mut self, schema: &Value, depth: usize) {
        let required = schema.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|names| names.iter().any(|it| it == name));
        for (name, property) in members(schema, "properties") {
            self.properties += 1;
            self.characters += name.chars().count();
            self.optional += usize::from(!is_required(name));
            let several = property.get("anyOf").is_some()
                || property.get("type").is_some_and(Value::is_array);
            self.unions += usize::from(several);
            self.add(property, depth);
        }
    }
}

fn members<'a>(schema: &'a Value, keyword: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    schema.get(keyword).and_then(Value::as_object).into_iter().flatten()
}
