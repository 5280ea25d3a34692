//! A mistake in the body is told once, and the tool is there.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(sise, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
