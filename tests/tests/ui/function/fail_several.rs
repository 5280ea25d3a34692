//! The mistakes of one function are told in one go.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done, titel = "Tool")]
const unsafe fn tool<T>(_: T) -> Result<Preview<u8>, BoxError> {
    panic!()
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
