//! No result, of a function that is not `async`.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
fn tool(size: u8) -> Result<u8, BoxError> {
    Ok(size)
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
