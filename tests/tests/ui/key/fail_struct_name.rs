#![allow(unused)]

use resolve_runtime::prelude::*;

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

type Forecast = u8;

#[preview_tool(apply = done)]
async fn forecast(size: u8) -> Result<Preview<Forecast>, BoxError> {
    Ok(Preview::stage(size, "Would."))
}

fn main() {
    let _ = forecast(1);
}
