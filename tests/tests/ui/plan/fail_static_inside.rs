//! A reference inside the type of a plan.

use resolve_runtime::prelude::*;

async fn done(
    _: Vec<&'static str>,
    _: &ResolveContext<'_>,
) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool() -> Result<Preview<Vec<&'static str>>, BoxError> {
    Ok(Preview::stage(vec![], "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
