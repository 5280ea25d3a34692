//! Decoders, made from shapes by what was decided for the export.

use std::collections::HashMap;

use super::Decoder;
use super::node::{Form, Member, Members, Node, Takes};
use crate::export::schema::plan::Plan;
use crate::export::schema::root::Root;
use crate::export::schema::shape::{Kind, Object, Rest, Shape};
use crate::export::schema::words;

/// The way back from what was exported by this plan.
pub(crate) fn build(plan: &Plan<'_>, root: &Root) -> Decoder {
    let mut builder = Builder { plan, nodes: Vec::new(), known: HashMap::new(), names: None };
    let root = builder.root(root);
    Decoder { nodes: builder.nodes, root, folds_case: plan.profile.folds_case }
}

struct Builder<'a> {
    plan: &'a Plan<'a>,
    nodes: Vec<Node>,
    /// The nodes of definitions, as they are exported and as they are within JSON text.
    known: HashMap<(usize, bool), usize>,
    /// The names in the export of what was merged.
    names: Option<HashMap<String, String>>,
}

impl Builder<'_> {
    fn add(&mut self, takes: Takes, form: Form) -> usize {
        self.nodes.push(Node { takes, form });
        self.nodes.len() - 1
    }

    fn root(&mut self, root: &Root) -> usize {
        let Kind::Object(object) = &root.shape.kind else {
            return self.add(Takes::ALL, Form::Plain);
        };
        let Some(merged) = &root.merged else {
            let members = self.members(object, false);
            return self.add(Takes::OBJECT, Form::Object(members));
        };
        let exported = self.plan.names(&object.properties);
        let own = object.properties.iter().map(|it| it.name.clone());
        self.names = Some(own.zip(exported).collect());
        let mut variants = Vec::new();
        for variant in &merged.variants {
            let members = self.members(&variant.object, false);
            variants.push(self.add(Takes::OBJECT, Form::Object(members)));
        }
        self.add(Takes::OBJECT, Form::Merged { tag: merged.tag.clone(), variants })
    }

    /// The node of a shape; within JSON text everything is as in the tool's own schema.
    fn node(&mut self, shape: &Shape, in_text: bool) -> usize {
        let mut takes = self.takes(shape, 0);
        if shape.nullable {
            takes = takes.and(Takes::NULL);
        }
        if !in_text && self.plan.is_text(shape) {
            let what = Shape { nullable: false, ..shape.clone() };
            let what = words::of_shape(&what, self.plan.document);
            let inner = self.node(shape, true);
            return self.add(takes, Form::Text { inner, what });
        }
        if let Kind::Reference(number) = shape.kind {
            return self.definition(number, in_text);
        }
        let form = self.form(shape, in_text);
        self.add(takes, form)
    }

    fn definition(&mut self, number: usize, in_text: bool) -> usize {
        if let Some(node) = self.known.get(&(number, in_text)) {
            return *node;
        }
        let shape = &self.plan.document.definitions[number].shape;
        let mut takes = self.takes(shape, 0);
        if shape.nullable {
            takes = takes.and(Takes::NULL);
        }
        // A circle of nothing but references leads here again, to where nothing is known.
        let node = self.add(takes, Form::Plain);
        self.known.insert((number, in_text), node);
        let form = match shape.kind {
            Kind::Reference(target) => {
                let target = self.definition(target, in_text);
                Form::Union(vec![target])
            }
            _ => self.form(shape, in_text),
        };
        self.nodes[node].form = form;
        node
    }

    fn form(&mut self, shape: &Shape, in_text: bool) -> Form {
        match &shape.kind {
            Kind::Null => Form::Null,
            Kind::Choice(constants) => {
                Form::Choice(constants.iter().map(|it| it.value.clone()).collect())
            }
            Kind::Array(array) => Form::Array(self.node(&array.items, in_text)),
            Kind::Tuple(tuple) => {
                let items = tuple.items.iter().map(|it| self.node(it, in_text)).collect();
                let rest = tuple.rest.as_ref().map(|it| self.node(it, in_text));
                Form::Tuple { items, rest }
            }
            Kind::Object(object) => {
                let names = self.names.take();
                let members = self.members(object, in_text);
                self.names = names;
                Form::Object(members)
            }
            Kind::Union(union) => {
                let names = self.names.take();
                let variants = union.variants.iter().map(|it| self.node(it, in_text)).collect();
                self.names = names;
                Form::Union(variants)
            }
            _ => Form::Plain,
        }
    }

    fn members(&mut self, object: &Object, in_text: bool) -> Members {
        let exported = match &self.names {
            _ if in_text => object.properties.iter().map(|it| it.name.clone()).collect(),
            Some(names) => {
                let name = |own: &String| names.get(own).unwrap_or(own).clone();
                object.properties.iter().map(|it| name(&it.name)).collect()
            }
            None => self.plan.names(&object.properties),
        };
        let merged = self.names.take();
        let mut known = Vec::new();
        for (property, exported) in object.properties.iter().zip(exported) {
            known.push(Member {
                name: property.name.clone(),
                exported,
                node: self.node(&property.shape, in_text),
                required: property.required,
                takes_null: self.plan.takes_null(&property.shape),
                takes_empty: self.takes_empty(&property.shape, 0),
            });
        }
        let rest = match &object.rest {
            Rest::Of(shape) => Some(self.node(shape, in_text)),
            _ => None,
        };
        self.names = merged;
        Members { known, rest, is_closed: object.rest == Rest::Closed }
    }

    /// The types that the tool's own schema takes.
    fn takes(&self, shape: &Shape, depth: usize) -> Takes {
        let kind = match &shape.kind {
            Kind::Never => Takes::NONE,
            Kind::Null => Takes::NULL,
            Kind::Boolean => Takes::BOOLEAN,
            Kind::Integer(_) | Kind::Number(_) => Takes::NUMBER,
            Kind::String(_) => Takes::STRING,
            Kind::Choice(constants) => {
                constants.iter().fold(Takes::NONE, |takes, it| takes.and(Takes::of(&it.value)))
            }
            Kind::Array(_) | Kind::Tuple(_) => Takes::ARRAY,
            Kind::Object(_) => Takes::OBJECT,
            Kind::Union(union) => {
                let all = union.variants.iter().map(|it| self.takes(it, depth));
                all.fold(Takes::NONE, Takes::and)
            }
            Kind::Reference(number) if depth < DEPTH => {
                self.takes(&self.plan.document.definitions[*number].shape, depth + 1)
            }
            Kind::Any | Kind::Reference(_) => Takes::ALL,
        };
        if shape.nullable { kind.and(Takes::NULL) } else { kind }
    }

    /// Whether the empty string is a value of the tool's own schema.
    fn takes_empty(&self, shape: &Shape, depth: usize) -> bool {
        match &shape.kind {
            Kind::String(text) => {
                let format = text.format.as_deref();
                text.min_length.is_none_or(|it| it == 0) && !format.is_some_and(is_never_empty)
            }
            Kind::Choice(constants) => constants.iter().any(|it| it.value == ""),
            Kind::Union(union) => union.variants.iter().any(|it| self.takes_empty(it, depth)),
            Kind::Reference(number) if depth < DEPTH => {
                self.takes_empty(&self.plan.document.definitions[*number].shape, depth + 1)
            }
            Kind::Any | Kind::Reference(_) => true,
            _ => false,
        }
    }
}

/// How many references in a row are followed.
const DEPTH: usize = 16;

/// Formats of which nothing is no value.
fn is_never_empty(format: &str) -> bool {
    matches!(
        format,
        "date-time"
            | "date"
            | "time"
            | "duration"
            | "email"
            | "hostname"
            | "ipv4"
            | "ipv6"
            | "uri"
            | "uuid"
    )
}
