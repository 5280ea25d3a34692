//! A type that does not exist, inside another.

use resolve_runtime::prelude::*;

/// Count.
#[preview_tool(apply = keep)]
async fn count(#[state] _: &Vec<Naem>) -> Result<Preview<()>, BoxError> {
    Ok(Preview::nothing("nothing"))
}

async fn keep((): (), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("kept".into())
}

fn main() {
    let _ = Session::builder().tool(Count);
}
