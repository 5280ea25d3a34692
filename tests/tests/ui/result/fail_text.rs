//! A text.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> String {
    size.to_string()
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
