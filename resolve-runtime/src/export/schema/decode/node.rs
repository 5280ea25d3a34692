//! What a decoder knows of each place.

use serde_json::Value;

/// What is known of one place in the tool's own schema, and how it was exported.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) takes: Takes,
    pub(super) form: Form,
}

#[derive(Debug)]
pub(super) enum Form {
    /// Nothing to do.
    Plain,
    Null,
    Choice(Vec<Value>),
    Array(usize),
    Tuple {
        items: Vec<usize>,
        rest: Option<usize>,
    },
    Object(Members),
    Union(Vec<usize>),
    /// Exported as JSON text of this, in these words.
    Text {
        inner: usize,
        what: String,
    },
    /// One object that stands for several.
    Merged {
        tag: Option<String>,
        variants: Vec<usize>,
    },
}

#[derive(Debug)]
pub(super) struct Members {
    pub(super) known: Vec<Member>,
    /// What the others are.
    pub(super) rest: Option<usize>,
    /// There are no others.
    pub(super) is_closed: bool,
}

#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: String,
    /// Its name in the export.
    pub(super) exported: String,
    pub(super) node: usize,
    pub(super) required: bool,
    pub(super) takes_null: bool,
    /// The empty string is a value of it.
    pub(super) takes_empty: bool,
}

impl Member {
    /// Whether the value says that there is none.
    pub(super) fn is_absent(&self, value: &Value) -> bool {
        match value {
            Value::Null => !self.required && !self.takes_null,
            Value::String(text) => text.is_empty() && !self.required && !self.takes_empty,
            _ => false,
        }
    }
}

/// Types of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Takes(u8);

impl Takes {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self(0b11_1111);
    pub(super) const NULL: Self = Self(1);
    pub(super) const BOOLEAN: Self = Self(1 << 1);
    pub(super) const NUMBER: Self = Self(1 << 2);
    pub(super) const STRING: Self = Self(1 << 3);
    pub(super) const ARRAY: Self = Self(1 << 4);
    pub(super) const OBJECT: Self = Self(1 << 5);

    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(_) => Self::NUMBER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}
