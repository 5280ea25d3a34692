//! Values, turned in place.

use serde_json::{Map, Value};

use super::node::{Form, Members, Takes};
use super::path::Path;
use super::{Decoder, Misfit};
use crate::export::json;
use crate::export::schema::plan::item_name;

/// How deep values are looked into. What nests deeper stays as it is.
pub(super) const DEPTH: usize = 128;

/// How often JSON may be text within text.
const LAYERS: usize = 4;

/// Arguments as a whole are an object: text that holds one is read, and nothing is an empty one.
pub(super) fn unwrap_arguments(arguments: &mut Value) {
    let is_nothing = match arguments {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    };
    if is_nothing {
        *arguments = Value::Object(Map::new());
    } else {
        unwrap_text(arguments, Takes::OBJECT);
    }
}

/// Reads text that holds an object or an array which is wanted where strings are not.
fn unwrap_text(value: &mut Value, wanted: Takes) {
    if wanted.includes(Takes::STRING) {
        return;
    }
    let Value::String(text) = value else { return };
    let mut read = parsed(text);
    for _ in 1..LAYERS {
        match read {
            Some(Value::String(text)) => read = parsed(&text),
            _ => break,
        }
    }
    match read {
        Some(read @ (Value::Object(_) | Value::Array(_))) if wanted.includes(Takes::of(&read)) => {
            *value = read;
        }
        _ => {}
    }
}

/// Only what could be an object or an array, or text of one, is worth reading.
fn parsed(text: &str) -> Option<Value> {
    let text = text.trim();
    text.starts_with(['{', '[', '"']).then(|| json::parse(text).ok())?
}

impl Decoder {
    pub(super) fn turn(
        &self,
        value: &mut Value,
        number: usize,
        path: &Path<'_>,
        depth: usize,
    ) -> Result<(), Misfit> {
        let node = self.node(number);
        if depth > DEPTH || value.is_null() {
            return Ok(());
        }
        if let Form::Text { inner, what } = &node.form {
            if let Value::String(text) = value {
                *value = self.text(text, *inner, what, path)?;
            }
            return self.turn(value, *inner, path, depth + 1);
        }
        unwrap_text(value, node.takes);
        match (&node.form, &mut *value) {
            (Form::Null, Value::String(text)) if matches!(text.as_str(), "" | "null") => {
                *value = Value::Null;
            }
            (Form::Choice(constants), _) => {
                if let Some(constant) = self.constant(constants, value).filter(|it| *it != value) {
                    *value = constant.clone();
                }
            }
            (Form::Array(item), Value::Array(items)) => {
                self.turn_items(items, &[], Some(*item), path, depth)?;
            }
            (Form::Tuple { items, rest }, _) => {
                if let Value::Object(members) = value
                    && let Some(values) = item_values(members, items.len())
                {
                    *value = values;
                }
                if let Value::Array(values) = value {
                    self.turn_items(values, items, *rest, path, depth)?;
                }
            }
            (Form::Object(known), Value::Object(members)) => {
                self.turn_members(known, members, path, depth)?;
            }
            (Form::Union(variants), _) => {
                if let Some(variant) = self.variant(variants, value, depth) {
                    self.turn(value, variant, path, depth + 1)?;
                }
            }
            (Form::Merged { tag, variants }, Value::Object(members)) => {
                if let Some(known) = self.merged(tag.as_deref(), variants, members) {
                    let is_known = |name: &str| known.known.iter().any(|it| it.exported == name);
                    members.retain(|name, value| !value.is_null() || is_known(name));
                    self.turn_members(known, members, path, depth)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn turn_items(
        &self,
        values: &mut [Value],
        items: &[usize],
        rest: Option<usize>,
        path: &Path<'_>,
        depth: usize,
    ) -> Result<(), Misfit> {
        for (index, value) in values.iter_mut().enumerate() {
            if let Some(item) = items.get(index).copied().or(rest) {
                self.turn(value, item, &Path::Index(path, index), depth + 1)?;
            }
        }
        Ok(())
    }

    fn turn_members(
        &self,
        known: &Members,
        members: &mut Map<String, Value>,
        path: &Path<'_>,
        depth: usize,
    ) -> Result<(), Misfit> {
        let find = |name: &str| known.known.iter().find(|it| it.exported == name);
        members.retain(|name, value| find(name).is_none_or(|it| !it.is_absent(value)));
        for (name, value) in members.iter_mut() {
            let member = find(name);
            if let Some(node) = member.map(|it| it.node).or(known.rest) {
                let name = member.map_or(name, |it| &it.name);
                self.turn(value, node, &Path::Key(path, name), depth + 1)?;
            }
        }
        if known.known.iter().any(|it| it.name != it.exported) {
            let renamed = std::mem::take(members).into_iter().map(|(name, value)| {
                let own = find(&name).map(|it| it.name.clone());
                (own.unwrap_or(name), value)
            });
            *members = renamed.collect();
        }
        Ok(())
    }

    /// The members of the variant that was meant: the one of the tag, or else the first that fits
    /// once what is null is left out.
    fn merged(
        &self,
        tag: Option<&str>,
        variants: &[usize],
        members: &Map<String, Value>,
    ) -> Option<&Members> {
        let mut variants = variants.iter().filter_map(|it| match &self.node(*it).form {
            Form::Object(known) => Some(known),
            _ => None,
        });
        let Some(tag) = tag else {
            let mut given = members.clone();
            given.retain(|_, value| !value.is_null());
            return variants.find(|it| self.fits_members(it, &given, 0) && is_about(it, &given));
        };
        let tag_of = |it: &&Members| it.known.iter().position(|it| it.name == tag);
        let exported = variants.clone().find_map(|it| Some(&it.known[tag_of(&it)?].exported));
        let given = exported.and_then(|it| members.get(it)).filter(|it| !it.is_null());
        variants.find(|it| match (tag_of(it), given) {
            (Some(index), Some(value)) => self.fits(value, it.known[index].node, 0),
            (None, None) => true,
            _ => false,
        })
    }

    /// What a text holds, unless that is not what was asked for.
    fn text(&self, text: &str, inner: usize, what: &str, path: &Path<'_>) -> Result<Value, Misfit> {
        let misfit = |found: String| Misfit {
            path: path.to_string(),
            message: format!(
                "expected a string that holds JSON text of {what}, found {found}; write the value \
                 as JSON and put that text into the string"
            ),
        };
        let takes = self.node(inner).takes;
        let mut read: Value = json::parse(text)
            .map_err(|error| misfit(format!("text that is not JSON ({error})")))?;
        for _ in 1..LAYERS {
            match &read {
                Value::String(text) if !takes.includes(Takes::STRING) => {
                    let Ok(deeper) = json::parse(text) else { break };
                    read = deeper;
                }
                _ => break,
            }
        }
        if takes.includes(Takes::of(&read)) {
            Ok(read)
        } else {
            Err(misfit(format!("JSON text of {}", name(&read))))
        }
    }
}

/// Whether all that is given belongs to the variant.
fn is_about(known: &Members, given: &Map<String, Value>) -> bool {
    known.rest.is_some()
        || given.keys().all(|name| known.known.iter().any(|it| it.exported == *name))
}

/// The items of a tuple that were written as an object.
fn item_values(members: &mut Map<String, Value>, count: usize) -> Option<Value> {
    let names: Vec<String> = (0..count).map(item_name).collect();
    if members.len() != count || !names.iter().all(|it| members.contains_key(it)) {
        return None;
    }
    let values = names.iter().filter_map(|it| members.get_mut(it).map(Value::take));
    Some(values.collect())
}

fn name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
