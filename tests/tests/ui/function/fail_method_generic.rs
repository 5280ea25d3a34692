//! A method of a generic type.

use resolve_runtime::prelude::*;

trait Store {}

struct Tools<G>(G);

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

impl<G: Store> Tools<G> {
    #[preview_tool(apply = done)]
    async fn tool(&self, size: u8) -> Result<Preview<u8>, BoxError> {
        Ok(Preview::stage(size, "Shown."))
    }
}

fn main() {}
