//! Asking a type which members it decodes.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};

/// The members that the type asks for, under all their names, if it is a struct that knows them
/// all. With a flattened field it does not: it takes any, as a map does.
pub(crate) fn members<'de, T: Deserialize<'de>>() -> Option<&'static [&'static str]> {
    let mut members = None;
    // Nothing is there to decode, and the type has been asked.
    let _ = T::deserialize(Ask(&mut members));
    members
}

struct Ask<'a>(&'a mut Option<&'static [&'static str]>);

/// There is nothing to decode.
#[derive(Debug)]
struct Asked;

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("asked")
    }
}

impl std::error::Error for Asked {}

impl de::Error for Asked {
    fn custom<M: fmt::Display>(_: M) -> Self {
        Self
    }
}

impl<'de> Deserializer<'de> for Ask<'_> {
    type Error = Asked;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Asked> {
        *self.0 = Some(fields);
        Err(Asked)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
