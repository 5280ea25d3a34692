//! A default of a type that has none.

use resolve_runtime::prelude::*;

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Size {
    _width: u8,
}

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(#[serde(default)] _argument: Size) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
