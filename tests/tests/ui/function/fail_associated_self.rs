//! A function of a type whose signature mentions the type.

use resolve_runtime::prelude::*;

struct Tools;

impl Tools {
    const SIZES: usize = 2;
}

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

impl Tools {
    #[preview_tool(apply = done)]
    async fn tool(sizes: [u8; Self::SIZES]) -> Result<Preview<u8>, BoxError> {
        Ok(Preview::stage(sizes[0], "Shown."))
    }
}

fn main() {}
