//! A constant that is a closure.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
const TOOL: fn(u8) -> u8 = |size| size;

fn main() {
    let _ = TOOL(1);
}
