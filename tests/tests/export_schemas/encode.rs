//! Arguments, written as a model does that was given an exported schema: the schema alone decides.

use std::collections::HashMap;

use resolve_runtime::export::Loss;
use serde_json::{Map, Value};

pub(crate) struct Encoder<'a> {
    schema: &'a Value,
    /// The names that properties were given, by their own.
    names: HashMap<String, String>,
}

impl<'a> Encoder<'a> {
    pub(crate) fn new(schema: &'a Value, losses: &[Loss]) -> Self {
        let renamed = losses.iter().filter_map(|loss| {
            let (own, sent) = loss.what.strip_prefix('`')?.split_once("` is sent as `")?;
            Some((own.to_owned(), sent.strip_suffix('`')?.to_owned()))
        });
        Self { schema, names: renamed.collect() }
    }

    /// Nothing if the schema has no place for the arguments.
    pub(crate) fn encode(&self, arguments: &Value) -> Option<Value> {
        self.value(arguments, self.schema)
    }

    fn value(&self, value: &Value, schema: &Value) -> Option<Value> {
        if let Some(target) = schema.get("$ref") {
            let target = target.as_str().unwrap().strip_prefix('#').unwrap();
            return self.value(value, self.schema.pointer(target).unwrap());
        }
        if value.is_null() && takes_null(schema) {
            return Some(Value::Null);
        }
        let variants = schema.get("anyOf").or_else(|| schema.get("oneOf"));
        if let Some(variants) = variants {
            return variants.as_array().unwrap().iter().find_map(|it| self.value(value, it));
        }
        let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        if description.contains("JSON text: ") {
            return Some(value.to_string().into());
        }
        if let Some(values) = schema.get("enum") {
            return values.as_array().unwrap().contains(value).then(|| value.clone());
        }
        let Some(types) = schema.get("type") else { return Some(value.clone()) };
        let is_of = |name: &str| {
            types == name || types.as_array().is_some_and(|it| it.iter().any(|it| it == name))
        };
        match value {
            Value::Null => (description.contains("Always null.")).then_some("".into()),
            Value::Bool(_) => is_of("boolean").then(|| value.clone()),
            Value::Number(number) => {
                let fits = is_of("number") || (is_of("integer") && !number.is_f64());
                fits.then(|| value.clone())
            }
            Value::String(_) => is_of("string").then(|| value.clone()),
            Value::Array(items) if is_of("array") => self.array(items, schema),
            Value::Array(items) => self.items_object(items, schema),
            Value::Object(members) if is_of("object") => self.object(members, schema),
            Value::Object(_) => None,
        }
    }

    fn array(&self, items: &[Value], schema: &Value) -> Option<Value> {
        let prefix = schema.get("prefixItems").and_then(Value::as_array);
        let items = items.iter().enumerate().map(|(index, item)| {
            let own = prefix.and_then(|it| it.get(index)).or_else(|| schema.get("items"));
            own.map_or_else(|| Some(item.clone()), |own| self.value(item, own))
        });
        let items: Option<Vec<Value>> = items.collect();
        let count = items.as_ref()?.len() as u64;
        let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
        let fits = bound("minItems").is_none_or(|it| it <= count)
            && bound("maxItems").is_none_or(|it| it >= count);
        fits.then_some(items?.into())
    }

    /// A tuple that the schema wants as an object.
    fn items_object(&self, items: &[Value], schema: &Value) -> Option<Value> {
        let properties = schema.get("properties")?.as_object()?;
        let mut members = Map::new();
        for (index, item) in items.iter().enumerate() {
            let name = format!("item{}", index + 1);
            let value = self.value(item, properties.get(&name)?)?;
            members.insert(name, value);
        }
        (members.len() == properties.len()).then_some(members.into())
    }

    fn object(&self, members: &Map<String, Value>, schema: &Value) -> Option<Value> {
        let nothing = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&nothing);
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let others = schema.get("patternProperties").and_then(|it| it.as_object()?.values().next());
        let others = others.or_else(|| schema.get("additionalProperties"));
        let mut written = Map::new();
        for (own, value) in members {
            let name = self.names.get(own).unwrap_or(own);
            let schema = match properties.get(name) {
                Some(schema) => schema,
                None => others.unwrap_or(&Value::Bool(true)),
            };
            let encoded = match schema {
                Value::Bool(true) => Some(value.clone()),
                Value::Bool(false) => None,
                schema => self.value(value, schema),
            };
            match encoded {
                Some(encoded) => drop(written.insert(name.clone(), encoded)),
                // What is null and has no place is left out.
                None if value.is_null() && !required.contains(&name.as_str()) => {}
                None => return None,
            }
        }
        for name in required {
            if !written.contains_key(name) {
                written.insert(name.to_owned(), self.value(&Value::Null, &properties[name])?);
            }
        }
        Some(written.into())
    }
}

fn takes_null(schema: &Value) -> bool {
    let is_null = |it: &Value| it == "null";
    match schema.get("type") {
        Some(Value::Array(names)) => names.iter().any(is_null),
        Some(name) if is_null(name) => true,
        _ => schema.get("nullable") == Some(&Value::Bool(true)),
    }
}
