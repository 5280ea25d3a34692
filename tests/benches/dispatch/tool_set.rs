//! Through rig's set of tools.
#![allow(clippy::unused_async, reason = "all three tools are `async`")]

use rig_agent::tool::{ToolContext, ToolSet};
use rig_core::tool::{ToolExecutionError, ToolResult};
use tests::measure::ready;

/// Add two numbers.
#[rig_agent::rig_tool(params(a = "The first number.", b = "The second number."))]
async fn add(a: i64, b: i64) -> Result<String, ToolExecutionError> {
    Ok((a + b).to_string())
}

/// The tools and the context of an agent.
pub(crate) struct Tools {
    set: ToolSet,
    context: ToolContext,
}

impl Tools {
    pub(crate) fn new() -> Self {
        let mut set = ToolSet::default();
        set.add_tool(Add);
        Self { set, context: ToolContext::new() }
    }

    pub(crate) fn call(&mut self, arguments: &str) -> ToolResult {
        ready(self.set.execute("add", arguments, &mut self.context))
    }
}
