//! All arguments as a type without derives.

use resolve_runtime::prelude::*;

struct Arguments {
    _size: u8,
}

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(#[args] _arguments: Arguments) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
