//! How much a request may ask of a provider's strict mode.

use serde_json::Value;

use super::dialect::Dialect;

/// What the strict tools of one request may have together.
///
/// Anthropic, "Structured outputs", "JSON Schema limitations": 20 strict tools, 24 optional
/// parameters, 16 parameters of several types; more is "Schema is too complex for compilation".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Budget {
    tools: usize,
    optional: usize,
    unions: usize,
}

impl Budget {
    /// What a dialect allows, if it sets a limit.
    pub(super) fn of(dialect: Dialect) -> Option<Self> {
        let anthropic = Self { tools: 20, optional: 24, unions: 16 };
        (dialect == Dialect::Anthropic).then_some(anthropic)
    }

    /// Takes what a tool of this schema needs, if so much is left.
    pub(super) fn take(&mut self, schema: &Value) -> bool {
        let mut left = *self;
        let Some(tools) = left.tools.checked_sub(1) else {
            return false;
        };
        left.tools = tools;
        if !left.take_schema(schema) {
            return false;
        }
        *self = left;
        true
    }

    /// A property that is called like a keyword costs too much at worst.
    fn take_schema(&mut self, schema: &Value) -> bool {
        let members = match schema {
            Value::Object(members) => members,
            Value::Array(elements) => return elements.iter().all(|it| self.take_schema(it)),
            _ => return true,
        };
        if let Some(Value::Object(properties)) = members.get("properties") {
            let required = members.get("required").and_then(Value::as_array);
            let optional = properties.len().saturating_sub(required.map_or(0, Vec::len));
            let Some(left) = self.optional.checked_sub(optional) else {
                return false;
            };
            self.optional = left;
        }
        if members.contains_key("anyOf") || members.get("type").is_some_and(Value::is_array) {
            let Some(left) = self.unions.checked_sub(1) else {
                return false;
            };
            self.unions = left;
        }
        members.values().all(|it| self.take_schema(it))
    }
}
