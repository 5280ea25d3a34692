//! An error that is none.

use resolve_runtime::prelude::*;

struct Failure;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> Result<Preview<u8>, Failure> {
    Ok(Preview::stage(size, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
