//! A function whose body is still to be written.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(_size: u8) -> Result<Preview<u8>, BoxError>;

fn main() {
    let _ = Session::builder().tool(Tool);
}
