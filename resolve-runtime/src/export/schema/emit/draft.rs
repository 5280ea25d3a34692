//! A schema that is being written.

use serde_json::{Map, Value, json};

use crate::export::schema::profile::{Null, Profile};
use crate::export::schema::words;

pub(super) struct Draft {
    profile: &'static Profile,
    takes: &'static [&'static str],
    schema: Map<String, Value>,
    /// What is added to the description.
    sentences: Vec<String>,
}

impl Draft {
    pub(super) fn new(profile: &'static Profile, root: bool) -> Self {
        let takes = if root { profile.root } else { profile.nested };
        Self { profile, takes, schema: Map::new(), sentences: Vec::new() }
    }

    /// Whether the keyword is taken here, and so written.
    pub(super) fn put(&mut self, keyword: &str, value: impl Into<Value>) -> bool {
        let takes = self.takes.contains(&keyword);
        if takes {
            self.schema.insert(keyword.to_owned(), value.into());
        }
        takes
    }

    pub(super) fn takes(&self, keyword: &str) -> bool {
        self.takes.contains(&keyword)
    }

    pub(super) fn say(&mut self, sentence: impl Into<String>) {
        self.sentences.push(sentence.into());
    }

    /// Lets null be taken too.
    pub(super) fn take_null(&mut self) {
        let Self { profile, schema, .. } = self;
        if profile.null == Null::Keyword {
            self.put("nullable", true);
            return;
        }
        for union in ["anyOf", "oneOf"] {
            if let Some(Value::Array(variants)) = schema.get_mut(union) {
                variants.push(json!({"type": "null"}));
                return;
            }
        }
        let is_reference = schema.contains_key("$ref");
        match schema.get_mut("type") {
            Some(types) if profile.null == Null::TypeList => {
                if let Value::String(name) = types {
                    *types = json!([name, "null"]);
                } else if let Value::Array(names) = types {
                    names.push("null".into());
                }
                if let Some(Value::Array(values)) = schema.get_mut("enum") {
                    values.push(Value::Null);
                }
            }
            // What has no type takes null already, unless it is a reference.
            None if !is_reference => {}
            _ => {
                let plain = std::mem::take(schema);
                schema.insert("anyOf".to_owned(), json!([plain, {"type": "null"}]));
            }
        }
    }

    /// The schema with all that is said of it.
    pub(super) fn finished(mut self, description: Option<&str>) -> Map<String, Value> {
        let description = self.description(description);
        let beside = description.is_some() || self.schema.len() > 1;
        if self.schema.contains_key("$ref") && beside {
            let target = self.schema.remove("$ref");
            self.schema.insert("anyOf".to_owned(), json!([{"$ref": target}]));
        }
        let mut schema = Map::new();
        if let Some(text) = description {
            schema.insert("description".to_owned(), text.into());
        }
        schema.append(&mut self.schema);
        schema
    }

    /// The same of the root, and what it has no place for.
    pub(super) fn finished_root(
        mut self,
        description: Option<&str>,
    ) -> (Map<String, Value>, Option<String>) {
        if self.takes("description") {
            return (self.finished(description), None);
        }
        let about = self.description(description);
        (self.schema, about)
    }

    fn description(&mut self, own: Option<&str>) -> Option<String> {
        let mut text = own.unwrap_or_default().to_owned();
        for sentence in self.sentences.drain(..) {
            text = words::joined(&text, &sentence);
        }
        (!text.is_empty()).then_some(text)
    }
}
