#![allow(unused)]

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

struct Tools;

impl Tools {
    #[preview_tool(apply = done)]
    async fn tool(&self, size: u8) -> Result<Preview<u8>, BoxError> {
        Ok(Preview::stage(size, "Would."))
    }
}

fn main() {
    let _ = Tools.tool(1);
}
