//! Decoding of an argument that is not there.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Expected, Visitor};

/// Decodes an absent argument: `None` where the type is an option under whatever name, an error
/// everywhere else. The schema asks the same question, so that the two cannot disagree.
pub(super) fn decode<'de, T: Deserialize<'de>>() -> Result<T, IsRequired> {
    T::deserialize(Missing)
}

/// The type has no value for "not there".
#[derive(Debug)]
pub(super) struct IsRequired(String);

impl fmt::Display for IsRequired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for IsRequired {}

impl de::Error for IsRequired {
    fn custom<M: fmt::Display>(message: M) -> Self {
        Self(message.to_string())
    }
}

struct Missing;

impl<'de> Deserializer<'de> for Missing {
    type Error = IsRequired;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, IsRequired> {
        let expected: &dyn Expected = &visitor;
        Err(IsRequired(format!("the argument is missing, expected {expected}")))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, IsRequired> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
