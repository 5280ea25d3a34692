//! An error type that does not exist.

use resolve_runtime::prelude::*;

/// Count.
#[preview_tool(apply = keep)]
async fn count() -> Result<Preview<()>, BoxEror> {
    Ok(Preview::nothing("nothing"))
}

async fn keep((): (), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("kept".into())
}

fn main() {
    let _ = Session::builder().tool(Count);
}
