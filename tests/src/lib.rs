//! Shared parts of the tests.

pub mod catalogue;
pub mod conformance;
pub mod effects;
pub mod measure;
pub mod races;
pub mod tools;

/// Compiles and runs every Rust block of the README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
