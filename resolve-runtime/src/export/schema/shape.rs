//! What a schema says, typed.

use serde_json::{Number, Value};

/// A whole schema: what it defines, the root first.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) definitions: Vec<Definition>,
}

impl Document {
    pub(crate) fn root(&self) -> &Shape {
        // The parser puts the root there before anything else.
        &self.definitions[0].shape
    }
}

/// What references lead to.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    /// Whether it contains itself.
    pub(crate) recursive: bool,
}

/// What is said of one value.
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    /// Where it stands in the tool's own schema, as a JSON pointer.
    pub(crate) path: String,
    pub(crate) description: Option<String>,
    pub(crate) default: Option<Value>,
    /// Null is taken besides what the kind takes.
    pub(crate) nullable: bool,
    /// What is left for words.
    pub(crate) notes: Vec<Note>,
    pub(crate) kind: Kind,
}

impl Shape {
    pub(crate) fn new(path: &str, kind: Kind) -> Self {
        Self {
            path: path.to_owned(),
            description: None,
            default: None,
            nullable: false,
            notes: Vec::new(),
            kind,
        }
    }

    /// Whether leaving it out and giving null tell the tool the same.
    pub(crate) fn absent_is_null(&self) -> bool {
        self.nullable && self.default.as_ref().is_none_or(Value::is_null)
    }
}

/// Where shapes stand is no part of what they say.
impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.nullable == other.nullable
            && self.description == other.description
            && self.default == other.default
            && self.notes == other.notes
    }
}

/// A keyword that has no place in a shape, as a sentence.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Note {
    pub(crate) keyword: String,
    pub(crate) sentence: String,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Any,
    /// No value at all.
    Never,
    Null,
    Boolean,
    Integer(Range),
    Number(Range),
    String(Text),
    Choice(Vec<Constant>),
    Array(Box<Array>),
    Tuple(Box<Tuple>),
    Object(Box<Object>),
    Union(Union),
    /// The number of a definition.
    Reference(usize),
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Range {
    pub(crate) format: Option<String>,
    pub(crate) minimum: Option<Number>,
    pub(crate) maximum: Option<Number>,
    pub(crate) exclusive_minimum: Option<Number>,
    pub(crate) exclusive_maximum: Option<Number>,
    pub(crate) multiple_of: Option<Number>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Text {
    pub(crate) format: Option<String>,
    pub(crate) pattern: Option<String>,
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Constant {
    pub(crate) value: Value,
    pub(crate) description: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Array {
    pub(crate) items: Shape,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) unique: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tuple {
    pub(crate) items: Vec<Shape>,
    /// What may follow; nothing where there is none.
    pub(crate) rest: Option<Shape>,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
}

impl Tuple {
    /// Whether all items are there, and no others.
    pub(crate) fn is_fixed(&self) -> bool {
        let length = self.items.len() as u64;
        let closed = self.rest.is_none() || self.max == Some(length);
        closed && self.min == Some(length)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Object {
    pub(crate) properties: Vec<Property>,
    pub(crate) rest: Rest,
    /// What the keys beyond the properties match.
    pub(crate) keys: Option<String>,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
}

impl Object {
    /// Whether members beyond the properties mean something to the tool. Of an object about which
    /// nothing is said they are all there is.
    pub(crate) fn is_open(&self) -> bool {
        match self.rest {
            Rest::Closed => false,
            Rest::Unspecified => self.properties.is_empty(),
            Rest::Any | Rest::Of(_) => true,
        }
    }

    pub(crate) fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|it| it.name == name)
    }
}

/// What is said of the members beyond the properties.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Rest {
    Closed,
    /// Nothing, as of a type that ignores them.
    Unspecified,
    Any,
    Of(Box<Shape>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) required: bool,
    pub(crate) shape: Shape,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Union {
    pub(crate) variants: Vec<Shape>,
    /// Exactly one of them holds.
    pub(crate) exclusive: bool,
}

/// Why a schema cannot be exported, and where.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) path: String,
    pub(crate) reason: String,
}

impl Refusal {
    pub(crate) fn new(path: &str, reason: impl Into<String>) -> Self {
        Self { path: path.to_owned(), reason: reason.into() }
    }
}

/// A JSON pointer, one step longer.
pub(crate) fn step(path: &str, token: &str) -> String {
    format!("{path}/{}", token.replace('~', "~0").replace('/', "~1"))
}
