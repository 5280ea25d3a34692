//! The struct that is generated has the name of one that stands beside it.

use resolve_runtime::prelude::*;

#[derive(Debug, Clone)]
struct Tool;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
