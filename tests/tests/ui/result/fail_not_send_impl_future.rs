//! A future that says not that it can be sent.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
fn tool(size: u8) -> impl Future<Output = Result<Preview<u8>, BoxError>> {
    let shared = std::rc::Rc::new(size);
    async move { Ok(Preview::stage(*shared, "Shown.")) }
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
