//! An `impl` block.

use resolve_runtime::prelude::*;

struct Tools;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
impl Tools {
    async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
        Ok(Preview::stage(size, "Shown."))
    }
}

fn main() {
    let _ = Tools::tool(1);
}
