//! A future of a named type.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
fn tool(size: u8) -> std::future::Ready<Result<Preview<u8>, BoxError>> {
    std::future::ready(Ok(Preview::stage(size, "Shown.")))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
