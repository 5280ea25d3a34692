//! A slice of a type without a schema.

use resolve_runtime::prelude::*;

#[derive(Clone, Deserialize)]
struct Size {
    _width: u8,
}

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(_argument: &[Size]) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
