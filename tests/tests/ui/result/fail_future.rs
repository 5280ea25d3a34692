//! A boxed future.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
fn tool(size: u8) -> std::pin::Pin<Box<dyn Future<Output = Result<Preview<u8>, BoxError>> + Send>> {
    Box::pin(async move { Ok(Preview::stage(size, "Shown.")) })
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
