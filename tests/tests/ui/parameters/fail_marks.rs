#![allow(unused)]

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

struct Store;

#[preview_tool(apply = done)]
async fn tool(
    #[state] store: Store,
    #[sate] second: &Store,
    #[context] cx: &CallContext<'_>,
    #[context] again: &CallContext<'_>,
    unmarked: &CallContext<'_>,
    #[state]
    #[serde(default)]
    changed: &mut Store,
) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, "Would."))
}

fn main() {
    let _ = Session::builder().tool(Tool).build();
}
