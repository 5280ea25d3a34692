//! An `extra` behind a trait.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done, extra = dyn Send)]
async fn tool(_size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
