//! A list as all arguments.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(#[args] _list: &[u8]) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
