#![allow(unused)]

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(#[args] all: u8, one: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(all, one.to_string()))
}

fn main() {
    let _ = Session::builder().tool(Tool).build();
}
