//! References: written out, unless they go in circles.

use serde_json::{Map, Value};

use super::Emitter;
use crate::export::schema::shape::{Refusal, Shape};
use crate::export::schema::words;

impl Emitter<'_> {
    /// What stands for a reference that is not kept. It takes null if the definition does.
    pub(super) fn written_out(&self, site: &Shape, number: usize) -> Option<Shape> {
        let definition = &self.plan.document.definitions[number];
        let is_kept = definition.recursive || self.keeps_references;
        (!is_kept).then(|| overlaid(site, &definition.shape))
    }

    pub(super) fn reference(
        &mut self,
        shape: &Shape,
        number: usize,
        nullable: bool,
    ) -> Result<Map<String, Value>, Refusal> {
        let name = self.definition(number)?;
        let mut draft = self.draft();
        draft.put("$ref", format!("#/$defs/{name}"));
        Ok(self.finished(shape, draft, nullable))
    }

    /// The name of a definition, which is written when it is first asked for.
    fn definition(&mut self, number: usize) -> Result<String, Refusal> {
        if let Some(name) = self.names.get(&number) {
            return Ok(name.clone());
        }
        let definition = &self.plan.document.definitions[number];
        let plain: String = definition
            .name
            .chars()
            .map(|it| if it.is_ascii_alphanumeric() { it } else { '_' })
            .take(60)
            .collect();
        let mut name = plain.clone();
        let mut count = 2;
        while self.names.values().any(|it| *it == name) {
            name = format!("{plain}_{count}");
            count += 1;
        }
        self.names.insert(number, name.clone());
        self.definitions.insert(name.clone(), Value::Null);
        let schema = self.shape(&definition.shape)?;
        self.definitions.insert(name.clone(), schema.into());
        Ok(name)
    }
}

/// The definition with what is said where it is referred to.
fn overlaid(site: &Shape, target: &Shape) -> Shape {
    let mut shape = target.clone();
    shape.path.clone_from(&site.path);
    shape.description = match (&site.description, &target.description) {
        (Some(site), Some(own)) if site != own => Some(words::joined(site, own)),
        (site, own) => site.clone().or_else(|| own.clone()),
    };
    shape.default = site.default.clone().or_else(|| target.default.clone());
    shape.notes.extend(site.notes.iter().cloned());
    shape
}
