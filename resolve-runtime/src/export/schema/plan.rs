//! What is decided once for the schema that is sent and for the way back.

use super::parse;
use super::profile::{Constants, Maps, Profile, Recursion, Tuples};
use super::shape::{Document, Kind, Object, Property, Shape, Tuple};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub(crate) document: &'a Document,
    pub(crate) profile: &'static Profile,
    /// What the dialect cannot say travels as JSON text.
    pub(crate) text: bool,
}

impl<'a> Plan<'a> {
    /// What a reference leads to, and further where that is one again.
    pub(crate) fn target(&self, shape: &'a Shape) -> &'a Shape {
        let mut target = shape;
        // A circle of nothing but references has no end.
        for _ in 0..=self.document.definitions.len() {
            let Kind::Reference(number) = target.kind else { break };
            match self.document.definitions.get(number) {
                Some(definition) => target = &definition.shape,
                None => break,
            }
        }
        target
    }

    /// Whether null is a value of the tool's own schema.
    pub(crate) fn takes_null(&self, shape: &'a Shape) -> bool {
        let is_null = |it: &Shape| it.nullable || matches!(it.kind, Kind::Any | Kind::Null);
        is_null(shape) || is_null(self.target(shape))
    }

    /// Why the dialect has no structure for a value of this shape.
    pub(crate) fn unsaid(&self, shape: &Shape) -> Option<String> {
        let name = self.profile.name;
        match &shape.kind {
            Kind::Any if !self.profile.untyped => {
                Some(format!("{name} has no schema that any value matches"))
            }
            Kind::Object(object) => self.unsaid_object(object),
            Kind::Choice(constants) if !self.profile.untyped => {
                let is_scalar = |it: &serde_json::Value| !it.is_object() && !it.is_array();
                let fits = self.profile.constants == Constants::All
                    || constants.iter().all(|it| is_scalar(&it.value));
                (!fits).then(|| format!("{name} takes no objects or arrays as constants"))
            }
            Kind::Tuple(tuple) if !self.keeps_order(tuple) => {
                tuple.items.iter().chain(&tuple.rest).find_map(|it| self.unsaid(it))
            }
            // Of two kinds of strings none could tell which is meant.
            Kind::Union(union) => union.variants.iter().find_map(|it| self.unsaid(it)),
            Kind::Reference(number) => {
                let definition = self.document.definitions.get(*number)?;
                if !definition.recursive {
                    return self.unsaid(&definition.shape);
                }
                let refused = self.profile.recursion == Recursion::Refused;
                refused.then(|| {
                    format!("`{}` contains itself, which {name} does not take", definition.name)
                })
            }
            _ => None,
        }
    }

    fn unsaid_object(&self, object: &Object) -> Option<String> {
        let name = self.profile.name;
        match self.profile.maps {
            Maps::Closed | Maps::Listed if object.is_open() => {
                Some(format!("{name} takes no object with free keys"))
            }
            Maps::Listed if object.properties.is_empty() => {
                Some(format!("{name} takes no object without properties"))
            }
            _ => None,
        }
    }

    /// Whether the schema says which item of a tuple is which.
    fn keeps_order(&self, tuple: &Tuple) -> bool {
        match self.profile.tuples {
            Tuples::Prefix => true,
            Tuples::Objects => self.is_object(tuple),
            Tuples::Items => false,
        }
    }

    /// Whether a tuple is written as an object, since an array could not say what that does.
    pub(crate) fn is_object(&self, tuple: &Tuple) -> bool {
        let are_alike = tuple.items.windows(2).all(|it| it[0] == it[1]);
        let is_counted = self.profile.takes("maxItems");
        let is_wanted = self.profile.tuples == Tuples::Objects;
        is_wanted && tuple.is_fixed() && !tuple.items.is_empty() && !(are_alike && is_counted)
    }

    /// Whether a value of this shape travels as JSON text.
    pub(crate) fn is_text(&self, shape: &Shape) -> bool {
        self.text && self.unsaid(shape).is_some()
    }

    /// The names of the properties as they are exported.
    pub(crate) fn names(&self, properties: &[Property]) -> Vec<String> {
        let names = self.profile.property_names;
        let own = |it: &Property| names.takes(&it.name).then(|| it.name.clone());
        let mut taken: Vec<String> = properties.iter().filter_map(own).collect();
        let mut exported = Vec::with_capacity(properties.len());
        for property in properties {
            exported.push(own(property).unwrap_or_else(|| {
                let made = names.made_from(&property.name, &taken);
                taken.push(made.clone());
                made
            }));
        }
        exported
    }

    /// Whether a circle of definitions can be entered from here.
    pub(crate) fn leads_into_circle(&self, shape: &Shape) -> bool {
        let mut found = Vec::new();
        parse::references(shape, &mut found);
        let mut seen = vec![false; self.document.definitions.len()];
        while let Some(number) = found.pop() {
            let definition = &self.document.definitions[number];
            if definition.recursive {
                return true;
            }
            if !std::mem::replace(&mut seen[number], true) {
                parse::references(&definition.shape, &mut found);
            }
        }
        false
    }
}

/// The name of an item of a tuple that is written as an object.
pub(crate) fn item_name(index: usize) -> String {
    format!("item{}", index + 1)
}
