//! An `extra` that is less visible than the tool.

mod tools {
    use resolve_runtime::prelude::*;
    use resolve_runtime::schemars;

    #[derive(Deserialize, schemars::JsonSchema)]
    struct Options {
        pub(super) _dry: bool,
    }

    #[preview_tool(apply = done, extra = Options)]
    pub(crate) async fn tool() -> Result<Preview<u8>, BoxError> {
        Ok(Preview::stage(1, "Shown."))
    }

    async fn done(_: &u8, _: &ResolveContext<'_, Options>) -> Result<ToolOutput, BoxError> {
        Ok("Done.".into())
    }
}

fn main() {
    let _ = resolve_runtime::Session::builder().tool(tools::Tool);
}
