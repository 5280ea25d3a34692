#![allow(unused)]

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn tool(
    (left, right): (u8, u8),
    _: u8,
    text: impl Into<String>,
    maybe: Option<&str>,
    long: &'static str,
    change: &mut u8,
) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(left + right, text.into() + maybe.unwrap_or(long)))
}

fn main() {
    let _ = Session::builder().tool(Tool).build();
}
