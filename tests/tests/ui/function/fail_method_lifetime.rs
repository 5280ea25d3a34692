//! A method with a lifetime.

use resolve_runtime::prelude::*;

struct Tools<'a>(&'a str);

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

impl<'a> Tools<'a> {
    #[preview_tool(apply = done)]
    async fn tool(&'a self, size: u8) -> Result<Preview<u8>, BoxError> {
        Ok(Preview::stage(size, "Shown."))
    }
}

fn main() {}
