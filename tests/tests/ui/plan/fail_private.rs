//! A plan that is less visible than its tool.

use resolve_runtime::prelude::*;

#[allow(private_interfaces)]
mod tools {
    use resolve_runtime::prelude::*;

    #[derive(Serialize, Deserialize)]
    struct Plan;

    async fn done(_: &Plan, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
        Ok("Done.".into())
    }

    #[preview_tool(apply = done)]
    pub async fn tool(_size: u8) -> Result<Preview<Plan>, BoxError> {
        Ok(Preview::stage(Plan, "Shown."))
    }
}

fn main() {
    let _ = Session::builder().tool(tools::Tool);
}
