//! What the tests share.

pub mod effects;
pub mod races;
