//! A plan that borrows for ever, and so cannot be loaded.

use resolve_runtime::prelude::*;

#[derive(Serialize, Deserialize)]
struct Plan<'a> {
    name: &'a str,
}

async fn done(_: &Plan<'_>, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(_size: u8) -> Result<Preview<Plan<'static>>, BoxError> {
    Ok(Preview::stage(Plan { name: "fixed" }, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
