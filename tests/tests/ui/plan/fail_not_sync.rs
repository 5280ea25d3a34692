//! A plan that cannot be shared between threads.

use resolve_runtime::prelude::*;

#[derive(Serialize, Deserialize)]
struct Plan {
    _size: std::cell::Cell<u8>,
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
