//! An argument that cannot be decoded, in a list.

use resolve_runtime::prelude::*;

#[derive(JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Size {
    _width: u8,
}

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(_argument: Vec<Option<Size>>) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
