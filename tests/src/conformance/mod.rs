//! The conformance runner: drives the public API of the runtime through scenarios and reports what
//! it observes. It never looks at what a scenario expects.

mod callback;
mod runner;
mod scenario;

pub use runner::observe;
pub use scenario::{Scenario, Step};
