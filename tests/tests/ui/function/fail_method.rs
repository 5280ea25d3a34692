//! A method.

use resolve_runtime::prelude::*;

struct Tools;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

impl Tools {
    #[preview_tool(apply = done)]
    async fn tool(&self, size: u8) -> Result<Preview<u8>, BoxError> {
        Ok(Preview::stage(size, "Shown."))
    }
}

fn main() {}
