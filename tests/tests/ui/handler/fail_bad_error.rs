//! A handler whose error is none.

use resolve_runtime::prelude::*;

struct Failure;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, Failure> {
    Err(Failure)
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
