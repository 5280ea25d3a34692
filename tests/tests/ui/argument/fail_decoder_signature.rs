//! A function that decodes something else.

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

fn parse(text: &str) -> Result<u8, BoxError> {
    Ok(text.parse()?)
}

#[preview_tool(apply = done)]
async fn tool(#[serde(deserialize_with = "parse")] _count: u8) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, "Shown."))
}

fn main() {
    let _ = Session::builder().tool(Tool);
}
