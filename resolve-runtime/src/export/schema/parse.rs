//! From JSON Schema to shapes. Nothing that a schema says is lost here: what has no place in a
//! shape becomes a sentence.

mod notes;
mod reference;
mod typed;

pub(crate) use self::reference::references;
pub(crate) use self::typed::is_of_type;

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::meet;
use super::shape::{Constant, Definition, Document, Kind, Refusal, Rest, Shape, Union, step};

type Keywords = Map<String, Value>;

/// How deep schemas may nest.
const DEPTH: usize = 128;

pub(crate) struct Parser<'a> {
    whole: &'a Value,
    /// None while a definition is being read.
    definitions: Vec<(String, Option<Shape>)>,
    /// By their JSON pointers.
    numbers: HashMap<String, usize>,
    depth: usize,
}

/// Reads a whole schema.
pub(crate) fn document(schema: &Value) -> Result<Document, Refusal> {
    let mut parser =
        Parser { whole: schema, definitions: Vec::new(), numbers: HashMap::new(), depth: 0 };
    parser.define("", "Arguments")?;
    let definitions = parser
        .definitions
        .into_iter()
        .map(|(name, shape)| Definition {
            name,
            shape: shape.unwrap_or_else(|| Shape::new("", Kind::Any)),
            recursive: false,
        })
        .collect();
    Ok(reference::find_recursion(Document { definitions }))
}

impl Parser<'_> {
    pub(super) fn shape(&mut self, schema: &Value, path: &str) -> Result<Shape, Refusal> {
        if self.depth == DEPTH {
            return Err(Refusal::new(path, format!("it nests deeper than {DEPTH} levels")));
        }
        self.depth += 1;
        let shape = match schema {
            Value::Bool(true) => Ok(Shape::new(path, Kind::Any)),
            Value::Bool(false) => Ok(Shape::new(path, Kind::Never)),
            Value::Object(keywords) => self.keywords(keywords, path),
            _ => Err(Refusal::new(path, "this is not a schema: one is an object or a boolean")),
        };
        self.depth -= 1;
        shape
    }

    fn keywords(&mut self, keywords: &Keywords, path: &str) -> Result<Shape, Refusal> {
        let mut shape = self.typed(keywords, path)?;
        for part in self.parts(keywords, path)? {
            shape = self.meet(shape, part);
        }
        if keywords.get("nullable") == Some(&Value::Bool(true)) {
            shape.nullable = true;
        }
        if let Some(rest) = keywords.get("unevaluatedProperties") {
            let rest = self.rest(Some(rest), &step(path, "unevaluatedProperties"))?;
            set_rest(&mut shape, &rest);
        }
        path.clone_into(&mut shape.path);
        if let Some(text) = notes::description(keywords, path.is_empty()) {
            shape.description = Some(text);
        }
        if let Some(value) = keywords.get("default") {
            shape.default = Some(value.clone());
        }
        shape.notes.extend(notes::of(keywords));
        Ok(shape)
    }

    /// What is to hold besides what the types say.
    fn parts(&mut self, keywords: &Keywords, path: &str) -> Result<Vec<Shape>, Refusal> {
        let mut parts = Vec::new();
        for keyword in ["$ref", "$dynamicRef"] {
            if let Some(target) = keywords.get(keyword) {
                parts.push(self.reference(target, &step(path, keyword))?);
            }
        }
        parts.extend(self.list(keywords, "allOf", path)?);
        for (keyword, exclusive) in [("anyOf", false), ("oneOf", true)] {
            if keywords.contains_key(keyword) {
                let variants = self.list(keywords, keyword, path)?;
                parts.push(union(variants, exclusive, path));
            }
        }
        Ok(parts)
    }

    fn list(
        &mut self,
        keywords: &Keywords,
        keyword: &str,
        path: &str,
    ) -> Result<Vec<Shape>, Refusal> {
        let Some(list) = keywords.get(keyword) else { return Ok(Vec::new()) };
        let path = step(path, keyword);
        let Some(list) = list.as_array() else {
            return Err(Refusal::new(&path, format!("`{keyword}` is a list of schemas")));
        };
        let schemas = list.iter().enumerate();
        schemas.map(|(index, it)| self.shape(it, &step(&path, &index.to_string()))).collect()
    }

    /// Both shapes at once.
    fn meet(&self, left: Shape, right: Shape) -> Shape {
        meet::meet(left, right, &|number| self.definitions.get(number)?.1.clone())
    }
}

/// One of several shapes: null among them becomes a mark, constants become a choice.
pub(super) fn union(variants: Vec<Shape>, exclusive: bool, path: &str) -> Shape {
    let mut nullable = false;
    let mut rest: Vec<Shape> = Vec::new();
    for variant in variants {
        nullable |= variant.nullable || variant.kind == Kind::Null;
        match variant.kind {
            Kind::Never | Kind::Null => {}
            _ => rest.push(Shape { nullable: false, ..variant }),
        }
    }
    let mut shape = if let Some(constants) = constants(&rest) {
        Shape::new(path, Kind::Choice(constants))
    } else if rest.len() == 1 {
        rest.remove(0)
    } else if rest.is_empty() {
        Shape::new(path, if nullable { Kind::Null } else { Kind::Never })
    } else {
        Shape::new(path, Kind::Union(Union { variants: rest, exclusive }))
    };
    shape.nullable |= nullable && shape.kind != Kind::Null;
    shape
}

/// The constants of all variants, where each is made of nothing else.
fn constants(variants: &[Shape]) -> Option<Vec<Constant>> {
    let mut constants = Vec::new();
    for variant in variants {
        let Kind::Choice(own) = &variant.kind else { return None };
        let several = variants.len() > 1 && own.len() > 1 && variant.description.is_some();
        if several || !variant.notes.is_empty() || variant.default.is_some() {
            return None;
        }
        constants.extend(own.iter().map(|constant| Constant {
            value: constant.value.clone(),
            description: constant.description.clone().or_else(|| variant.description.clone()),
        }));
    }
    (variants.len() > 1).then_some(constants)
}

/// Says of an object, or of each in a union, what is said of all members that nothing names.
fn set_rest(shape: &mut Shape, rest: &Rest) {
    match &mut shape.kind {
        Kind::Object(object) if object.rest == Rest::Unspecified => object.rest = rest.clone(),
        Kind::Union(union) => union.variants.iter_mut().for_each(|it| set_rest(it, rest)),
        _ => {}
    }
}
