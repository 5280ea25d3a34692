//! An `extra` that cannot be decoded.

use resolve_runtime::prelude::*;

#[derive(JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Options {
    _force: bool,
}

async fn done(_: &u8, _: &ResolveContext<'_, Options>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done, extra = Options)]
async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
