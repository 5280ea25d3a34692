//! A future that stays on its thread.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
    let shared = std::rc::Rc::new(size);
    tokio::task::yield_now().await;
    Ok(Preview::stage(*shared, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
