//! What a preview tells beside what it shows.

use schemars::{JsonSchema, Schema};

/// The schema of the details of a preview.
#[must_use]
pub fn output<T: JsonSchema>() -> Schema {
    crate::schema::of_output::<T>()
}
