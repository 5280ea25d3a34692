//! An error that borrows.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(name: &str) -> Result<Preview<u8>, &str> {
    Err(name)
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
