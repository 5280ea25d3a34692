//! A plan that is said to verify itself, and does not.

use resolve_runtime::prelude::*;

fn verified<P: VerifyPlan>(_: P) {}

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
    verified(1_u8);
}
