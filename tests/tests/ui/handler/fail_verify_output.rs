//! A `verify` handler that tells by `bool`.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done, verify = unmoved)]
async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Shown."))
}

async fn unmoved(_: &u8, _: &ResolveContext<'_>) -> Result<bool, BoxError> {
    Ok(true)
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
