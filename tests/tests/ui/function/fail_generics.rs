#![allow(unused)]

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn generic<T: Into<u8>>(size: T) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size.into(), "Would."))
}

#[preview_tool(apply = done)]
async fn lifetime<'a>(text: &'a str) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(1, text))
}

#[preview_tool(apply = done)]
async fn clause(size: u8) -> Result<Preview<u8>, BoxError>
where
    u8: Copy,
{
    Ok(Preview::stage(size, "Would."))
}

fn main() {
    let _ = Session::builder().tool(Generic).tool(Lifetime).tool(Clause).build();
}
