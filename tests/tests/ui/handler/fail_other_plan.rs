#![allow(unused)]

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(size: u16) -> Result<Preview<u16>, BoxError> {
    Ok(Preview::stage(size, "Would."))
}

fn main() {}
