//! A function of a trait, with a body.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

trait Tools {
    #[preview_tool(apply = done)]
    fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
        Ok(Preview::stage(size, "Shown."))
    }
}

fn main() {}
