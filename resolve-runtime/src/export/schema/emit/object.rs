//! Objects.

use serde_json::{Map, Value, json};

use super::{Draft, Emitter};
use crate::export::schema::profile::{Maps, Null, Recursion};
use crate::export::schema::shape::{Kind, Note, Object, Property, Refusal, Rest, Shape};
use crate::export::schema::words;

/// The schema of a property, and whether it is required.
type Written = (Map<String, Value>, bool);

impl Emitter<'_> {
    pub(super) fn object(
        &mut self,
        object: &Object,
        shape: &Shape,
        root: bool,
    ) -> Result<Draft, Refusal> {
        let mut draft = Draft::new(self.plan.profile, root);
        draft.put("type", "object");
        let mut properties = Map::new();
        let mut required: Vec<String> = Vec::new();
        for (property, name) in object.properties.iter().zip(self.plan.names(&object.properties)) {
            let Some((schema, is_required)) = self.property(property, &mut draft)? else {
                continue;
            };
            if name != property.name {
                self.lose(&property.shape.path, format!("`{}` is sent as `{name}`", property.name));
            }
            if is_required {
                required.push(name.clone());
            }
            properties.insert(name, schema.into());
        }
        let names: Vec<String> = properties.keys().cloned().collect();
        if root || !properties.is_empty() || !object.is_open() {
            draft.put("properties", properties);
        }
        // Where all are required, the list is.
        let is_said = !required.is_empty() || !self.plan.profile.optional;
        if is_said && !draft.put("required", required.clone()) {
            let required: Vec<_> = required.iter().map(|it| format!("`{it}`")).collect();
            draft.say(format!("Always with {}.", required.join(", ")));
            self.lose(&shape.path, "`required` is said in words");
        }
        if names.len() > 1 {
            // The order is lost in a message of the protocol buffers.
            draft.put("propertyOrdering", names);
        }
        self.rest(object, shape, root, &mut draft)?;
        let counts = (object.min, object.max);
        let keywords = ["minProperties", "maxProperties"];
        self.counts(keywords, counts, ["member", "members"], shape, &mut draft);
        Ok(draft)
    }

    /// Nothing if no value is allowed.
    fn property(
        &mut self,
        property: &Property,
        draft: &mut Draft,
    ) -> Result<Option<Written>, Refusal> {
        let (name, shape) = (&property.name, &property.shape);
        if self.plan.target(shape).kind == Kind::Never {
            if property.required {
                let reason = format!("`{name}` is required, and no value is allowed for it");
                return Err(Refusal::new(&shape.path, reason));
            }
            draft.say(format!("Never with `{name}`."));
            self.lose(&shape.path, "that it is not allowed is said in words");
            return Ok(None);
        }
        let profile = self.plan.profile;
        let own_null = shape.nullable;
        if property.required {
            let circle = profile.recursion == Recursion::OptionalOnly;
            if circle && self.plan.leads_into_circle(shape) {
                let mut shape = shape.clone();
                let sentence = "Never left out.".to_owned();
                shape.notes.push(Note { keyword: "required".to_owned(), sentence });
                return Ok(Some((self.shape(&shape)?, false)));
            }
            return Ok(Some((self.shape(shape)?, true)));
        }
        if !profile.optional {
            if own_null && !shape.absent_is_null() {
                let shape = Shape { default: None, ..shape.clone() };
                self.lose(&shape.path, "its default cannot be had, since it is never left out");
                return Ok(Some((self.shape(&shape)?, true)));
            }
            let takes_null = own_null || shape.kind != Kind::Null;
            return Ok(Some((self.shape_with(shape, takes_null)?, true)));
        }
        // Leaving it out says the same, and costs no union.
        let nullable = own_null && !(profile.null != Null::TypeList && shape.absent_is_null());
        Ok(Some((self.shape_with(shape, nullable)?, false)))
    }

    /// What is said of members beyond the properties.
    fn rest(
        &mut self,
        object: &Object,
        shape: &Shape,
        root: bool,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        let is_closed = matches!(self.plan.profile.maps, Maps::Closed | Maps::Listed);
        if !object.is_open() {
            let is_told = object.rest == Rest::Closed;
            let is_said = (is_told || is_closed) && draft.put("additionalProperties", false);
            if is_told && !is_said {
                self.lose(&shape.path, "that there are no other members is not said");
            }
            return Ok(());
        }
        match self.plan.profile.maps {
            Maps::Said => self.map(object, shape, draft),
            Maps::Closed | Maps::Listed if self.plan.profile.takes("additionalProperties") => {
                let name = self.plan.profile.name;
                let where_ = if root { "the root of the arguments" } else { "an object" };
                let reason = format!("{name} takes no free keys, and {where_} has them");
                Err(Refusal::new(&shape.path, reason))
            }
            Maps::Listed if object.properties.is_empty() => {
                let name = self.plan.profile.name;
                let reason = format!(
                    "{name} takes no free keys, and the arguments have no others; put the map \
                     into a field of a struct"
                );
                Err(Refusal::new(&shape.path, reason))
            }
            Maps::Words | Maps::Closed | Maps::Listed => {
                let described = words::of_rest(object, self.plan.document);
                let which =
                    if object.properties.is_empty() { "Members" } else { "Further members" };
                draft.say(format!("{which}: {described}."));
                self.lose(&shape.path, "`additionalProperties` is said in words");
                Ok(())
            }
        }
    }

    /// Members that are said with `additionalProperties`, or by their keys.
    fn map(&mut self, object: &Object, shape: &Shape, draft: &mut Draft) -> Result<(), Refusal> {
        let Rest::Of(values) = &object.rest else {
            draft.put("additionalProperties", true);
            self.keys(object, shape, draft);
            return Ok(());
        };
        let values = self.shape(values)?;
        if let Some(keys) = object.keys.as_ref().filter(|_| draft.takes("patternProperties")) {
            draft.put("patternProperties", json!({ keys: values }));
            draft.put("additionalProperties", false);
        } else {
            draft.put("additionalProperties", values);
            self.keys(object, shape, draft);
        }
        Ok(())
    }

    fn keys(&mut self, object: &Object, shape: &Shape, draft: &mut Draft) {
        if let Some(keys) = &object.keys {
            draft.say(format!("Keys match `{keys}`."));
            self.lose(&shape.path, "`patternProperties` is said in words");
        }
    }
}
