//! Which variant of a union a model meant.

use serde_json::{Map, Value};

use super::Decoder;
use super::node::{Form, Members, Takes};
use super::repair::DEPTH;
use crate::export::schema::plan::item_name;

impl Decoder {
    /// The variant that a value is of, as it was exported: the first that it fits wholly, or the
    /// only one that takes values of its type.
    pub(super) fn variant(&self, variants: &[usize], value: &Value, depth: usize) -> Option<usize> {
        let mut all = variants.iter().copied();
        if let Some(variant) = all.find(|it| self.fits(value, *it, depth)) {
            return Some(variant);
        }
        let mut likely = variants.iter().copied().filter(|it| self.takes(value, *it));
        likely.next().filter(|_| likely.next().is_none())
    }

    /// Whether a value of this type could be meant.
    fn takes(&self, value: &Value, number: usize) -> bool {
        let node = self.node(number);
        let exported = match node.form {
            Form::Text { .. } => Takes::STRING,
            Form::Tuple { .. } => Takes::OBJECT,
            _ => Takes::NONE,
        };
        node.takes.and(exported).includes(Takes::of(value))
    }

    pub(super) fn fits(&self, value: &Value, number: usize, depth: usize) -> bool {
        if depth > DEPTH || !self.takes(value, number) {
            return false;
        }
        let node = self.node(number);
        if value.is_null() {
            return node.takes.includes(Takes::NULL);
        }
        match (&node.form, value) {
            (Form::Choice(constants), value) => self.constant(constants, value).is_some(),
            (Form::Array(item), Value::Array(items)) => {
                items.iter().all(|it| self.fits(it, *item, depth + 1))
            }
            (Form::Tuple { items, rest }, Value::Array(values)) => {
                let is_long_enough = values.len() >= items.len();
                let nodes = items.iter().copied().chain(rest.iter().copied().cycle());
                let is_counted = rest.is_some() || values.len() == items.len();
                let mut pairs = values.iter().zip(nodes);
                is_long_enough
                    && is_counted
                    && pairs.all(|(it, node)| self.fits(it, node, depth + 1))
            }
            (Form::Tuple { items, .. }, Value::Object(members)) => {
                let mut pairs = items.iter().enumerate();
                members.len() == items.len()
                    && pairs.all(|(index, node)| {
                        let item = members.get(&item_name(index));
                        item.is_some_and(|it| self.fits(it, *node, depth + 1))
                    })
            }
            (Form::Object(known), Value::Object(members)) => {
                self.fits_members(known, members, depth)
            }
            (Form::Union(variants), value) => {
                variants.iter().any(|it| self.fits(value, *it, depth + 1))
            }
            (Form::Merged { variants, .. }, value) => {
                variants.iter().any(|it| self.fits(value, *it, depth + 1))
            }
            _ => true,
        }
    }

    pub(super) fn fits_members(
        &self,
        known: &Members,
        values: &Map<String, Value>,
        depth: usize,
    ) -> bool {
        let fits = known.known.iter().all(|member| match values.get(&member.exported) {
            None => !member.required,
            Some(value) => member.is_absent(value) || self.fits(value, member.node, depth + 1),
        });
        let is_known = |name: &String| known.known.iter().any(|it| it.exported == *name);
        let mut others = values.iter().filter(|(name, _)| !is_known(name));
        fits && others.all(|(_, value)| match known.rest {
            Some(rest) => self.fits(value, rest, depth + 1),
            // What an export holds null for is not there.
            None => !known.is_closed || value.is_null(),
        })
    }

    /// The constant that a value is, or is but for its case.
    pub(super) fn constant<'a>(&self, constants: &'a [Value], value: &Value) -> Option<&'a Value> {
        if let Some(exact) = constants.iter().find(|it| *it == value) {
            return Some(exact);
        }
        let text = value.as_str().filter(|_| self.folds_case)?.to_lowercase();
        let is_alike = |it: &&Value| it.as_str().is_some_and(|it| it.to_lowercase() == text);
        let mut alike = constants.iter().filter(is_alike);
        alike.next().filter(|_| alike.next().is_none())
    }
}
