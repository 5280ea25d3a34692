//! Mistakes of several parameters are told in one go.

use resolve_runtime::prelude::*;

struct Store;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(
    (_left, _right): (u8, u8),
    _name: &'static str,
    #[state] _store: Store,
) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
