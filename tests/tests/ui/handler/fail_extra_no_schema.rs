//! An `extra` without a schema.

use resolve_runtime::prelude::*;

#[derive(Deserialize)]
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
