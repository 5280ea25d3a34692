//! A `reject` handler whose future stays on its thread.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done, reject = forget)]
async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Shown."))
}

async fn forget(plan: &u8, _: &ResolveContext<'_>) -> Result<(), BoxError> {
    let shared = std::rc::Rc::new(*plan);
    tokio::task::yield_now().await;
    drop(shared);
    Ok(())
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
