//! A plan that cannot be stored.

use resolve_runtime::prelude::*;

#[derive(Deserialize)]
struct Plan {
    _size: u8,
}

async fn done(_: &Plan, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> Result<Preview<Plan>, BoxError> {
    Ok(Preview::stage(Plan { _size: size.into() }, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
