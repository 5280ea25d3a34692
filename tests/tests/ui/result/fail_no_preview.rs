//! A result without a preview.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> Result<u8, BoxError> {
    Ok(size)
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
