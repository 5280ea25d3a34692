//! A future behind a name.

use std::pin::Pin;

use resolve_runtime::prelude::*;

type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
fn tool(_count: u8) -> BoxFuture<'_, Result<Preview<u8>, BoxError>> {
    Box::pin(async { Ok(Preview::stage(1, "Shown.")) })
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
