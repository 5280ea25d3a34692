//! The struct that is generated has the name of the plan.

use resolve_runtime::prelude::*;

use plans::Forecast;

mod plans {
    use resolve_runtime::prelude::*;

    #[derive(Serialize, Deserialize)]
    pub struct Forecast(pub u8);
}

async fn done(_: &Forecast, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn forecast(size: u8) -> Result<Preview<Forecast>, BoxError> {
    Ok(Preview::stage(Forecast(size), "Shown."))
}

fn main() {}
