//! A handler by value whose future stays on its thread.

use resolve_runtime::prelude::*;

async fn done(plan: u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    let shared = std::rc::Rc::new(plan);
    tokio::task::yield_now().await;
    Ok(shared.to_string().into())
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
