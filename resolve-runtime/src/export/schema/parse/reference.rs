//! References, and what they lead to.

use serde_json::Value;

use super::Parser;
use crate::export::schema::shape::{Document, Kind, Refusal, Rest, Shape, step};

impl Parser<'_> {
    /// A reference to a definition of this schema.
    pub(super) fn reference(&mut self, target: &Value, path: &str) -> Result<Shape, Refusal> {
        let Some(target) = target.as_str() else {
            return Err(Refusal::new(path, "a reference is a string"));
        };
        let Some(fragment) = target.strip_prefix('#') else {
            let reason = format!(
                "`{target}` is outside of the schema, and nothing is fetched; define it in `$defs`"
            );
            return Err(Refusal::new(path, reason));
        };
        let fragment = percent_decoded(fragment);
        let pointer = if fragment.is_empty() || fragment.starts_with('/') {
            Some(fragment)
        } else {
            self.anchor(&fragment)
        };
        let Some(pointer) = pointer.filter(|it| self.whole.pointer(it).is_some()) else {
            let reason = format!("`{target}` leads nowhere; define it in `$defs`");
            return Err(Refusal::new(path, reason));
        };
        let name = pointer.rsplit('/').next().unwrap_or_default();
        let name = name.replace("~1", "/").replace("~0", "~");
        let number = self.define(&pointer, &name)?;
        Ok(Shape::new(path, Kind::Reference(number)))
    }

    /// The pointer of the definition that has a name of its own.
    fn anchor(&self, name: &str) -> Option<String> {
        let named = |schema: &Value| {
            let anchors = ["$anchor", "$dynamicAnchor"];
            anchors.iter().any(|keyword| schema.get(keyword).is_some_and(|it| it == name))
        };
        if named(self.whole) {
            return Some(String::new());
        }
        let definitions = self.whole.get("$defs")?.as_object()?;
        let (key, _) = definitions.iter().find(|(_, schema)| named(schema))?;
        Some(step("/$defs", key))
    }

    /// The number of what stands at a pointer, which is read at most once.
    pub(super) fn define(&mut self, pointer: &str, name: &str) -> Result<usize, Refusal> {
        if let Some(number) = self.numbers.get(pointer) {
            return Ok(*number);
        }
        let number = self.definitions.len();
        self.numbers.insert(pointer.to_owned(), number);
        self.definitions.push((name.to_owned(), None));
        let whole = self.whole;
        if let Some(schema) = whole.pointer(pointer) {
            let shape = self.shape(schema, pointer)?;
            self.definitions[number].1 = Some(shape);
        }
        Ok(number)
    }
}

/// `%7E1` is written for `~1` in the fragment of an address.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let byte = match tail {
            [high, low, ..] if *first == b'%' => hexadecimal(*high, *low),
            _ => None,
        };
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hexadecimal(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

/// Marks the definitions that contain themselves.
pub(super) fn find_recursion(mut document: Document) -> Document {
    let direct: Vec<Vec<usize>> = document
        .definitions
        .iter()
        .map(|definition| {
            let mut found = Vec::new();
            references(&definition.shape, &mut found);
            found
        })
        .collect();
    for number in 0..direct.len() {
        let mut reached = vec![false; direct.len()];
        let mut open = direct[number].clone();
        while let Some(next) = open.pop() {
            if !std::mem::replace(&mut reached[next], true) {
                open.extend(&direct[next]);
            }
        }
        document.definitions[number].recursive = reached[number];
    }
    document
}

/// What a shape refers to.
pub(crate) fn references(shape: &Shape, found: &mut Vec<usize>) {
    match &shape.kind {
        Kind::Reference(number) => found.push(*number),
        Kind::Array(array) => references(&array.items, found),
        Kind::Tuple(tuple) => {
            tuple.items.iter().chain(&tuple.rest).for_each(|it| references(it, found));
        }
        Kind::Object(object) => {
            object.properties.iter().for_each(|it| references(&it.shape, found));
            if let Rest::Of(shape) = &object.rest {
                references(shape, found);
            }
        }
        Kind::Union(union) => union.variants.iter().for_each(|it| references(it, found)),
        _ => {}
    }
}
