//! From shapes to what a dialect takes. Everything here is written anew, keyword by keyword, and
//! no keyword that the profile does not list.

mod array;
mod choice;
mod draft;
mod limits;
mod object;
mod reference;
mod scalar;

use std::collections::HashMap;

use serde_json::{Map, Value};

use self::draft::Draft;
use super::plan::Plan;
use super::profile::{Maps, Null, Tuples};
use super::root::Root;
use super::shape::{Kind, Refusal, Shape, Union};
use super::words;

/// How many schemas references may grow into before they are kept as references.
const MANY: usize = 5_000;

#[derive(Debug)]
pub(crate) struct Emitted {
    pub(crate) schema: Value,
    /// What the root has no place for.
    pub(crate) about: Option<String>,
    /// Paths, and what was done there.
    pub(crate) losses: Vec<(String, String)>,
}

struct Emitter<'a> {
    plan: &'a Plan<'a>,
    losses: Vec<(String, String)>,
    count: usize,
    /// All references are kept, not only those that go in circles.
    keeps_references: bool,
    /// By the numbers of the definitions.
    names: HashMap<usize, String>,
    definitions: Map<String, Value>,
}

/// The whole schema.
pub(crate) fn export(plan: &Plan<'_>, root: &Root) -> Result<Emitted, Refusal> {
    let short = Emitter::new(plan, false).root(root)?;
    match short {
        Some(emitted) => Ok(emitted),
        None if plan.profile.takes_references() => {
            Emitter::new(plan, true).root(root)?.ok_or_else(|| too_many(plan))
        }
        None => Err(too_many(plan)),
    }
}

fn too_many(plan: &Plan<'_>) -> Refusal {
    let name = plan.profile.name;
    Refusal::new("", format!("it grows beyond {MANY} schemas when it is written out for {name}"))
}

impl<'a> Emitter<'a> {
    fn new(plan: &'a Plan<'a>, keeps_references: bool) -> Self {
        Self {
            plan,
            losses: Vec::new(),
            count: 0,
            keeps_references,
            names: HashMap::new(),
            definitions: Map::new(),
        }
    }

    /// Nothing where there are too many schemas.
    fn root(mut self, root: &Root) -> Result<Option<Emitted>, Refusal> {
        let Kind::Object(object) = &root.shape.kind else { return Ok(None) };
        let mut draft = self.object(object, &root.shape, true)?;
        if self.count > MANY {
            return Ok(None);
        }
        self.notes(&root.shape, &mut draft);
        let (mut schema, about) = draft.finished_root(root.shape.description.as_deref());
        if about.is_some() && !root.shape.notes.is_empty() {
            self.lose("", "what is said of the whole stands in the tool's description");
        }
        if !self.definitions.is_empty() {
            schema.insert("$defs".to_owned(), Value::Object(self.definitions));
        }
        let schema = Value::Object(schema);
        limits::check(&schema, self.plan.profile)?;
        self.losses.sort();
        self.losses.dedup();
        Ok(Some(Emitted { schema, about, losses: self.losses }))
    }

    fn lose(&mut self, path: &str, what: impl Into<String>) {
        self.losses.push((path.to_owned(), what.into()));
    }

    fn shape(&mut self, shape: &Shape) -> Result<Map<String, Value>, Refusal> {
        self.shape_with(shape, shape.nullable)
    }

    /// The schema of a shape, which takes null or not, whatever the shape says of it.
    fn shape_with(&mut self, shape: &Shape, nullable: bool) -> Result<Map<String, Value>, Refusal> {
        self.count += 1;
        if self.count > MANY {
            // The root gives all up; what stands here is never sent.
            return Ok(Map::new());
        }
        if let Kind::Reference(number) = shape.kind
            && let Some(written) = self.written_out(shape, number)
        {
            let nullable = nullable || written.nullable;
            return self.shape_with(&written, nullable);
        }
        if let Some(reason) = self.plan.unsaid(shape) {
            if !self.plan.text {
                let reason = format!("{reason}; JSON text could carry it");
                return Err(Refusal::new(&shape.path, reason));
            }
            let draft = self.text(shape);
            return Ok(self.finished(shape, draft, nullable));
        }
        if let Kind::Reference(number) = shape.kind {
            return self.reference(shape, number, nullable);
        }
        let draft = self.kind(shape)?;
        Ok(self.finished(shape, draft, nullable))
    }

    fn finished(&mut self, shape: &Shape, mut draft: Draft, nullable: bool) -> Map<String, Value> {
        self.notes(shape, &mut draft);
        if nullable {
            draft.take_null();
        }
        self.default(shape, nullable, &mut draft);
        draft.finished(shape.description.as_deref())
    }

    fn draft(&self) -> Draft {
        Draft::new(self.plan.profile, false)
    }

    fn kind(&mut self, shape: &Shape) -> Result<Draft, Refusal> {
        let mut draft = self.draft();
        match &shape.kind {
            Kind::Any if shape.description.is_none() => draft.say("Any JSON value."),
            Kind::Any | Kind::Reference(_) => {}
            Kind::Never => return Err(Refusal::new(&shape.path, "no value is allowed here")),
            Kind::Null if self.plan.profile.null == Null::Keyword => {
                draft.put("type", "string");
                draft.put("nullable", true);
                draft.say("Always null.");
                self.lose(&shape.path, "null is written as a string that may be null");
            }
            Kind::Null => {
                draft.put("type", "null");
            }
            Kind::Boolean => {
                draft.put("type", "boolean");
            }
            Kind::Integer(range) => self.number("integer", range, shape, &mut draft),
            Kind::Number(range) => self.number("number", range, shape, &mut draft),
            Kind::String(text) => self.string(text, shape, &mut draft),
            Kind::Choice(constants) => self.choice(constants, shape, &mut draft),
            Kind::Array(array) => self.array(array, shape, &mut draft)?,
            Kind::Tuple(tuple) => self.tuple(tuple, shape, &mut draft)?,
            Kind::Object(object) => draft = self.object(object, shape, false)?,
            Kind::Union(union) => self.union(union, shape, &mut draft)?,
        }
        Ok(draft)
    }

    fn union(&mut self, union: &Union, shape: &Shape, draft: &mut Draft) -> Result<(), Refusal> {
        let mut variants: Vec<Value> = Vec::new();
        for variant in &union.variants {
            let schema = Value::Object(self.shape(variant)?);
            if !variants.contains(&schema) {
                variants.push(schema);
            }
        }
        let exactly = union.exclusive && self.plan.profile.takes("oneOf");
        if union.exclusive && !exactly {
            self.lose(&shape.path, "`oneOf` is written as `anyOf`");
        }
        draft.put(if exactly { "oneOf" } else { "anyOf" }, variants);
        Ok(())
    }

    /// A string that holds what the dialect has no structure for.
    fn text(&mut self, shape: &Shape) -> Draft {
        let mut draft = self.draft();
        draft.put("type", "string");
        let what = words::of_shape(&Shape { nullable: false, ..shape.clone() }, self.plan.document);
        draft.say(format!("JSON text: {what}, serialised into this string."));
        self.lose(&shape.path, "it travels as JSON text in a string");
        draft
    }

    fn notes(&mut self, shape: &Shape, draft: &mut Draft) {
        for note in &shape.notes {
            draft.say(&note.sentence);
            self.lose(&shape.path, format!("`{}` is said in words", note.keyword));
        }
    }

    fn default(&mut self, shape: &Shape, nullable: bool, draft: &mut Draft) {
        let Some(value) = shape.default.as_ref().filter(|it| !it.is_null()) else { return };
        let is_plain = match value {
            Value::Array(items) => items.is_empty(),
            Value::Object(members) => members.is_empty(),
            _ => true,
        };
        // What a tool takes and what its export takes may differ.
        let profile = self.plan.profile;
        let keeps = profile.maps == Maps::Said && profile.tuples == Tuples::Prefix;
        let is_text = self.plan.is_text(shape);
        if !is_text && (is_plain || keeps) && draft.put("default", value.clone()) {
            return;
        }
        let stands = nullable && !self.plan.profile.optional;
        let begin = if stands { "Null for the default:" } else { "Default:" };
        draft.say(format!("{begin} {}.", words::json(value)));
        self.lose(&shape.path, "`default` is said in words");
    }
}
