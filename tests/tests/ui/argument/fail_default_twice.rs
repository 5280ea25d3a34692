//! Two defaults.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

fn one() -> u8 {
    1
}

#[preview_tool(apply = done)]
async fn tool(#[serde(default)] #[serde(default = "one")] _count: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
