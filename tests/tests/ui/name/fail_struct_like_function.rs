//! A function in camel case, whose struct would have the same name.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
#[allow(non_snake_case)]
async fn Tool(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Shown."))
}

fn main() {}
