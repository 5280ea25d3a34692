//! What `type` and the keywords that belong to one type say.

use serde_json::{Number, Value};

use super::{Keywords, Parser, union};
use crate::export::schema::shape::{
    Array, Constant, Kind, Object, Property, Range, Refusal, Rest, Shape, Text, Tuple, step,
};

/// Types that have keywords of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    Object,
    Array,
    String,
    Number,
}

impl Family {
    const ALL: [Self; 4] = [Self::Object, Self::Array, Self::String, Self::Number];

    /// The keywords that a shape has a place for.
    fn keywords(self) -> &'static [&'static str] {
        match self {
            Self::Object => &[
                "properties",
                "required",
                "additionalProperties",
                "patternProperties",
                "minProperties",
                "maxProperties",
            ],
            Self::Array => &["items", "prefixItems", "minItems", "maxItems", "uniqueItems"],
            Self::String => &["minLength", "maxLength", "pattern", "format"],
            Self::Number => &[
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
                "format",
            ],
        }
    }

    fn of(name: &str) -> Option<Self> {
        match name {
            "object" => Some(Self::Object),
            "array" => Some(Self::Array),
            "string" => Some(Self::String),
            "integer" | "number" => Some(Self::Number),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Object => "object",
            Self::Array => "array",
            Self::String => "string",
            Self::Number => "number",
        }
    }
}

/// The types of a schema that have keywords of their own.
pub(super) struct Families {
    read: Vec<Family>,
    /// Keywords of other types say nothing.
    declared: bool,
}

impl Families {
    pub(super) fn of(keywords: &Keywords) -> Self {
        if keywords.contains_key("enum") || keywords.contains_key("const") {
            return Self { read: Vec::new(), declared: false };
        }
        let declared = keywords.contains_key("type");
        let read = names(keywords).iter().filter_map(|name| Family::of(name)).collect();
        Self { read, declared }
    }

    /// Whether the keyword is part of the shape, or says nothing.
    pub(super) fn explain(&self, keyword: &str) -> bool {
        let is_of = |family: &Family| family.keywords().contains(&keyword);
        self.read.iter().any(is_of) || (self.declared && Family::ALL.iter().any(is_of))
    }
}

/// The names of the types; where none is declared, the one that the keywords are about.
fn names(keywords: &Keywords) -> Vec<&str> {
    match keywords.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => {
            let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            // Every integer is a number.
            let integers = names.contains(&"number");
            names.into_iter().filter(|name| !(integers && *name == "integer")).collect()
        }
        _ => {
            let is_told =
                |family: &Family| family.keywords().iter().any(|it| keywords.contains_key(*it));
            let family = Family::ALL.into_iter().find(is_told);
            family.map(Family::name).into_iter().collect()
        }
    }
}

impl Parser<'_> {
    pub(super) fn typed(&mut self, keywords: &Keywords, path: &str) -> Result<Shape, Refusal> {
        let names = names(keywords);
        if let Some(constants) = constants(keywords, path)? {
            return Ok(choice(constants, &names, keywords.contains_key("type"), path));
        }
        if names.is_empty() && !keywords.contains_key("type") {
            return Ok(Shape::new(path, Kind::Any));
        }
        let mut variants = Vec::new();
        for name in names {
            let kind = self.kind(name, keywords, path)?;
            variants.push(Shape::new(path, kind));
        }
        Ok(union(variants, false, path))
    }

    fn kind(&mut self, name: &str, keywords: &Keywords, path: &str) -> Result<Kind, Refusal> {
        Ok(match name {
            "null" => Kind::Null,
            "boolean" => Kind::Boolean,
            "integer" => Kind::Integer(range(keywords)),
            "number" => Kind::Number(range(keywords)),
            "string" => Kind::String(Text {
                format: text(keywords, "format"),
                pattern: text(keywords, "pattern"),
                min_length: count(keywords, "minLength"),
                max_length: count(keywords, "maxLength"),
            }),
            "array" => self.array(keywords, path)?,
            "object" => self.object(keywords, path)?,
            _ => {
                let reason = format!("`{name}` is not a type of JSON Schema");
                return Err(Refusal::new(&step(path, "type"), reason));
            }
        })
    }

    fn array(&mut self, keywords: &Keywords, path: &str) -> Result<Kind, Refusal> {
        let (min, max) = (count(keywords, "minItems"), count(keywords, "maxItems"));
        let items = match keywords.get("items") {
            Some(items) => Some(self.shape(items, &step(path, "items"))?),
            None => None,
        };
        if keywords.contains_key("prefixItems") {
            let prefix = self.list(keywords, "prefixItems", path)?;
            let closed = max.is_some_and(|max| max <= prefix.len() as u64);
            let rest = match items {
                Some(Shape { kind: Kind::Never, .. }) => None,
                _ if closed => None,
                Some(items) => Some(items),
                None => Some(Shape::new(path, Kind::Any)),
            };
            return Ok(Kind::Tuple(Box::new(Tuple { items: prefix, rest, min, max })));
        }
        let items = items.unwrap_or_else(|| Shape::new(path, Kind::Any));
        let unique = keywords.get("uniqueItems") == Some(&Value::Bool(true));
        Ok(Kind::Array(Box::new(Array { items, min, max, unique })))
    }

    fn object(&mut self, keywords: &Keywords, path: &str) -> Result<Kind, Refusal> {
        let required: Vec<&str> = keywords
            .get("required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let mut properties = Vec::new();
        let here = step(path, "properties");
        for (name, schema) in
            keywords.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            let shape = self.shape(schema, &step(&here, name))?;
            let required = required.contains(&name.as_str());
            properties.push(Property { name: name.clone(), required, shape });
        }
        for name in required {
            if !properties.iter().any(|it| it.name == name) {
                let shape = Shape::new(&step(path, "required"), Kind::Any);
                properties.push(Property { name: name.to_owned(), required: true, shape });
            }
        }
        let additional = step(path, "additionalProperties");
        let rest = self.rest(keywords.get("additionalProperties"), &additional)?;
        let (rest, keys) = self.patterns(keywords, rest, path)?;
        let (min, max) = (count(keywords, "minProperties"), count(keywords, "maxProperties"));
        Ok(Kind::Object(Box::new(Object { properties, rest, keys, min, max })))
    }

    pub(super) fn rest(&mut self, schema: Option<&Value>, path: &str) -> Result<Rest, Refusal> {
        let Some(schema) = schema else { return Ok(Rest::Unspecified) };
        let shape = self.shape(schema, path)?;
        Ok(match shape.kind {
            Kind::Never => Rest::Closed,
            Kind::Any if shape.description.is_none() && shape.notes.is_empty() => Rest::Any,
            _ => Rest::Of(Box::new(shape)),
        })
    }

    /// Members whose keys match patterns: a map where all others are refused.
    fn patterns(
        &mut self,
        keywords: &Keywords,
        rest: Rest,
        path: &str,
    ) -> Result<(Rest, Option<String>), Refusal> {
        let Some(patterns) = keywords.get("patternProperties").and_then(Value::as_object) else {
            return Ok((rest, None));
        };
        let path = step(path, "patternProperties");
        let mut values = Vec::new();
        for (pattern, schema) in patterns {
            values.push(self.shape(schema, &step(&path, pattern))?);
        }
        let keys: Vec<&str> = patterns.keys().map(String::as_str).collect();
        match rest {
            _ if values.is_empty() => Ok((rest, None)),
            Rest::Closed => {
                let keys = (keys.len() == 1).then(|| keys.concat());
                Ok((Rest::Of(Box::new(union(values, false, &path))), keys))
            }
            Rest::Unspecified | Rest::Any => Ok((Rest::Any, None)),
            Rest::Of(shape) => {
                values.push(*shape);
                Ok((Rest::Of(Box::new(union(values, false, &path))), None))
            }
        }
    }
}

fn constants(keywords: &Keywords, path: &str) -> Result<Option<Vec<Value>>, Refusal> {
    match (keywords.get("enum"), keywords.get("const")) {
        (_, Some(value)) => Ok(Some(vec![value.clone()])),
        (Some(Value::Array(values)), None) => Ok(Some(values.clone())),
        (Some(_), None) => Err(Refusal::new(&step(path, "enum"), "`enum` is a list of values")),
        (None, None) => Ok(None),
    }
}

fn choice(values: Vec<Value>, names: &[&str], declared: bool, path: &str) -> Shape {
    let fits = |value: &Value| !declared || names.iter().any(|name| is_of_type(value, name));
    let values: Vec<Value> = values.into_iter().filter(fits).collect();
    let nullable = values.iter().any(Value::is_null);
    let constants: Vec<Constant> = values
        .into_iter()
        .filter(|value| !value.is_null())
        .map(|value| Constant { value, description: None })
        .collect();
    let kind = match (constants.is_empty(), nullable) {
        (false, _) => Kind::Choice(constants),
        (true, true) => Kind::Null,
        (true, false) => Kind::Never,
    };
    let nullable = nullable && kind != Kind::Null;
    Shape { nullable, ..Shape::new(path, kind) }
}

/// Whether a value is of a type of JSON Schema.
pub(crate) fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(is_whole),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

fn is_whole(number: f64) -> bool {
    number.fract() == 0.0
}

fn range(keywords: &Keywords) -> Range {
    let number = |keyword: &str| -> Option<Number> {
        match keywords.get(keyword)? {
            Value::Number(number) => Some(number.clone()),
            _ => None,
        }
    };
    Range {
        format: text(keywords, "format"),
        minimum: number("minimum"),
        maximum: number("maximum"),
        exclusive_minimum: number("exclusiveMinimum"),
        exclusive_maximum: number("exclusiveMaximum"),
        multiple_of: number("multipleOf"),
    }
}

fn text(keywords: &Keywords, keyword: &str) -> Option<String> {
    keywords.get(keyword)?.as_str().map(str::to_owned)
}

fn count(keywords: &Keywords, keyword: &str) -> Option<u64> {
    keywords.get(keyword)?.as_u64()
}
