//! A function with a lifetime.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool<'a>(name: &'a str) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, name))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
