//! Constants.

use serde_json::{Map, Value, json};

use super::{Draft, Emitter};
use crate::export::schema::profile::{Constants, Null};
use crate::export::schema::shape::{Constant, Shape};
use crate::export::schema::words;

impl Emitter<'_> {
    pub(super) fn choice(&mut self, constants: &[Constant], shape: &Shape, draft: &mut Draft) {
        for constant in constants {
            if let Some(description) = &constant.description {
                let text = format!("{}: {description}", words::constant(&constant.value));
                draft.say(words::joined(&text, "").trim_end());
            }
        }
        let takes = self.plan.profile.constants;
        let mut groups = groups(constants);
        let are_taken = groups.iter().all(|(name, _)| takes >= needed(name));
        if let [(name, values)] = &mut groups[..]
            && are_taken
        {
            draft.put("type", *name);
            draft.put("enum", std::mem::take(values));
        } else if are_taken && self.plan.profile.null == Null::TypeList {
            let values: Vec<Value> = constants.iter().map(|it| it.value.clone()).collect();
            let names: Vec<&str> = groups.iter().map(|(name, _)| *name).collect();
            draft.put("type", names);
            draft.put("enum", values);
        } else {
            self.mixed(groups, shape, draft);
        }
    }

    /// A schema for each type.
    fn mixed(&mut self, groups: Vec<(&str, Vec<Value>)>, shape: &Shape, draft: &mut Draft) {
        let mut variants: Vec<Value> = Vec::new();
        for (name, values) in groups {
            let mut schema = Map::from_iter([("type".to_owned(), name.into())]);
            if self.plan.profile.constants >= needed(name) {
                schema.insert("enum".to_owned(), values.into());
            } else {
                // Both truth values are all there are.
                if name != "boolean" || values.len() == 1 {
                    draft.say(format!("One of: {}.", words::list(&values.into())));
                    self.lose(&shape.path, "`enum` is said in words");
                }
                if matches!(name, "object" | "array") {
                    schema.remove("type");
                }
            }
            variants.push(schema.into());
        }
        if let [Value::Object(only)] = &mut variants[..] {
            for (keyword, value) in std::mem::take(only) {
                draft.put(&keyword, value);
            }
        } else if variants.iter().any(|it| it == &json!({})) {
            // One of them takes anything.
        } else {
            draft.put("anyOf", variants);
        }
    }
}

fn groups(constants: &[Constant]) -> Vec<(&'static str, Vec<Value>)> {
    let mut groups: Vec<(&str, Vec<Value>)> = Vec::new();
    for constant in constants {
        let name = match &constant.value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        match groups.iter_mut().find(|it| it.0 == name) {
            Some(group) => group.1.push(constant.value.clone()),
            None => groups.push((name, vec![constant.value.clone()])),
        }
    }
    groups
}

/// What a dialect takes that takes constants of a type.
fn needed(name: &str) -> Constants {
    match name {
        "string" => Constants::Strings,
        "integer" | "number" => Constants::StringsAndNumbers,
        "object" | "array" => Constants::All,
        _ => Constants::Scalars,
    }
}
