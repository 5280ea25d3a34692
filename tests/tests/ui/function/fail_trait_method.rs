//! A method of a trait.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

trait Tools {
    #[preview_tool(apply = done)]
    fn tool(&self, size: u8) -> Result<Preview<u8>, BoxError>;
}

fn main() {}
