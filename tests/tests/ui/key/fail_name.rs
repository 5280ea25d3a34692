#![allow(unused)]

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done, name = "batch rename")]
async fn spaced(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Would."))
}

#[preview_tool(apply = done)]
async fn resolve(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Would."))
}

#[preview_tool(apply = done, name = "")]
async fn empty(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Would."))
}

fn main() {
    let _ = Session::builder().tool(Spaced).tool(Resolve).tool(Empty).build();
}
