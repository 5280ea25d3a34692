//! All arguments, and one of them.

use resolve_runtime::prelude::*;

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Arguments {
    _size: u8,
}

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(#[args] _arguments: Arguments, _size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
