//! The `ast-edit` program: a host without a model, where a person or the command line resolves.

mod arguments;
mod decision;
mod output;
mod progress;
mod run;

pub use arguments::CommandLine;
pub use run::{Exit, run};
