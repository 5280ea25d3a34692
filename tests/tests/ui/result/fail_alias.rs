//! An alias of something else.

use resolve_runtime::prelude::*;

type Outcome = Result<u8, BoxError>;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> Outcome {
    Ok(size)
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
