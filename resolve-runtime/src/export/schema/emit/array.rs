//! Arrays and tuples.

use serde_json::{Map, Value, json};

use super::{Draft, Emitter};
use crate::export::schema::plan::item_name;
use crate::export::schema::profile::Tuples;
use crate::export::schema::shape::{Array, Kind, Refusal, Shape, Tuple};
use crate::export::schema::words;

const ITEMS: [&str; 2] = ["minItems", "maxItems"];

impl Emitter<'_> {
    pub(super) fn array(
        &mut self,
        array: &Array,
        shape: &Shape,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        draft.put("type", "array");
        draft.put("items", self.shape(&array.items)?);
        self.counts(ITEMS, (array.min, array.max), ["item", "items"], shape, draft);
        if array.unique && !draft.put("uniqueItems", true) {
            draft.say("No item twice.");
            self.lose(&shape.path, "`uniqueItems` is said in words");
        }
        Ok(())
    }

    pub(super) fn tuple(
        &mut self,
        tuple: &Tuple,
        shape: &Shape,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        match self.plan.profile.tuples {
            Tuples::Prefix => self.prefix(tuple, shape, draft),
            Tuples::Objects if self.plan.is_object(tuple) => self.tuple_object(tuple, shape, draft),
            Tuples::Items | Tuples::Objects => self.tuple_array(tuple, shape, draft),
        }
    }

    fn prefix(&mut self, tuple: &Tuple, shape: &Shape, draft: &mut Draft) -> Result<(), Refusal> {
        draft.put("type", "array");
        let items: Result<Vec<Value>, Refusal> =
            tuple.items.iter().map(|it| Ok(Value::Object(self.shape(it)?))).collect();
        draft.put("prefixItems", items?);
        if let Some(rest) = &tuple.rest
            && rest.kind != Kind::Any
        {
            draft.put("items", self.shape(rest)?);
        }
        let max = tuple.max.or(tuple.rest.is_none().then_some(tuple.items.len() as u64));
        self.counts(ITEMS, (tuple.min, max), ["item", "items"], shape, draft);
        Ok(())
    }

    fn tuple_object(
        &mut self,
        tuple: &Tuple,
        shape: &Shape,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        let mut properties = Map::new();
        for (index, item) in tuple.items.iter().enumerate() {
            properties.insert(item_name(index), self.shape(item)?.into());
        }
        let names: Vec<String> = properties.keys().cloned().collect();
        draft.put("type", "object");
        draft.put("properties", properties);
        draft.put("required", names);
        draft.put("additionalProperties", false);
        self.lose(&shape.path, "the tuple is written as an object with a property for each item");
        Ok(())
    }

    fn tuple_array(
        &mut self,
        tuple: &Tuple,
        shape: &Shape,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        draft.put("type", "array");
        let mut variants: Vec<Value> = Vec::new();
        for item in tuple.items.iter().chain(&tuple.rest) {
            let schema = self.shape(item)?.into();
            if !variants.contains(&schema) {
                variants.push(schema);
            }
        }
        let items = match variants.len() {
            0 => self.shape(&Shape::new(&shape.path, Kind::Any))?.into(),
            1 => variants.remove(0),
            _ => json!({ "anyOf": variants }),
        };
        let are_told_apart = items.get("anyOf").is_some();
        draft.put("items", items);
        let max = tuple.max.or(tuple.rest.is_none().then_some(tuple.items.len() as u64));
        self.counts(ITEMS, (tuple.min, max), ["item", "items"], shape, draft);
        if are_told_apart {
            let document = self.plan.document;
            let items: Vec<_> =
                tuple.items.iter().map(|it| words::of_shape(it, document)).collect();
            draft.say(format!("In this order: {}.", items.join(", then ")));
            self.lose(&shape.path, "the order of the items is said in words");
        }
        Ok(())
    }
}
