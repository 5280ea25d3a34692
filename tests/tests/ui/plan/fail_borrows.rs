//! A plan that borrows.

use resolve_runtime::prelude::*;

#[derive(Serialize, Deserialize)]
struct Plan<'a> {
    name: &'a str,
}

async fn done(_: &Plan<'_>, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(name: &str) -> Result<Preview<Plan<'_>>, BoxError> {
    Ok(Preview::stage(Plan { name }, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
