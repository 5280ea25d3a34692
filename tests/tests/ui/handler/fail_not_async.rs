#![allow(unused)]

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

fn apply(plan: u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(plan.to_string().into())
}

#[preview_tool(apply = apply)]
async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Would."))
}

fn main() {
    let _ = done;
}
