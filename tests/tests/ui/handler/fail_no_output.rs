//! A handler whose output is none.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<u32, BoxError> {
    Ok(1)
}

#[preview_tool(apply = done)]
async fn tool(size: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
