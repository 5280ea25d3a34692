//! Shared parts of the tests.

pub mod conformance;
pub mod effects;
pub mod races;
