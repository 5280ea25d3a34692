//! The struct is given the name of a type of the signature.

use resolve_runtime::prelude::*;

use types::OtherName;

mod types {
    use resolve_runtime::prelude::*;

    #[derive(Deserialize, JsonSchema)]
    #[serde(crate = "resolve_runtime::serde")]
    #[schemars(crate = "resolve_runtime::schemars")]
    pub struct OtherName;
}

async fn done(_: &u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done, struct = OtherName)]
async fn tool(size: u8, _other: OtherName) -> Result<Preview<u8>, BoxError> {
    Ok(Preview::stage(size, "Shown."))
}

fn main() {}
