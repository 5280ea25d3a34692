//! The way back: from what a model wrote for an exported schema to what the tool's own takes.

mod build;
mod fits;
mod node;
mod path;
mod repair;

use serde_json::Value;

pub(crate) use self::build::build;
use self::node::Node;
use self::path::Path;

/// Turns arguments that a model wrote for the exported schema into those of the tool's own.
///
/// What it does not understand stays as it is: the tool's own decoding tells what is wrong with it.
///
/// - JSON text is read where the export asks for it, and where a model sent text for an object or
///   an array that its schema does not take as text. Other strings stay strings.
/// - Null for a property that may be absent, and not be null, is absent; so is the empty string
///   where the schema does not take it. Of a property that takes strings it is a value.
/// - Objects that were written for tuples become arrays, and names that were changed change back.
/// - Constants are found in another case where the dialect does not promise theirs.
#[derive(Debug)]
pub(crate) struct Decoder {
    nodes: Vec<Node>,
    root: usize,
    folds_case: bool,
}

/// What a model wrote and cannot be turned back.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Misfit {
    /// Where in the arguments: `extra.n`, `files[2]`.
    pub(crate) path: String,
    /// What was expected, what was found and what to do.
    pub(crate) message: String,
}

impl Decoder {
    pub(crate) fn decode(&self, mut arguments: Value) -> Result<Value, Misfit> {
        repair::unwrap_arguments(&mut arguments);
        self.turn(&mut arguments, self.root, &Path::Root, 0)?;
        Ok(arguments)
    }

    fn node(&self, number: usize) -> &Node {
        // Numbers are given out by the builder, one for each node.
        &self.nodes[number]
    }
}
