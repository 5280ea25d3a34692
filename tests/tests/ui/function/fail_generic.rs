//! A generic function.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool<T: Into<u8>>(size: T) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size.into(), "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
