//! The runtime behind a facade, and macros that make tools.
#![deny(warnings)]

mod facade {
    pub mod tools {
        pub use resolve_runtime::*;
    }
}

use facade::tools::prelude::*;

async fn done(_: &(), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done, crate = crate::facade::tools)]
async fn behind_facade(text: &str) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), text))
}

#[preview_tool(apply = done, crate = facade::tools)]
async fn derived_behind_facade(
    #[schemars(length(min = 1))] text: &str,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), text))
}

macro_rules! tool {
    ($name:ident, $struct:ident, $parameter:ident: $type:ty) => {
        #[preview_tool(apply = done, struct = $struct)]
        async fn $name($parameter: $type) -> Result<Preview<()>, BoxError> {
            Ok(Preview::stage((), $parameter.to_string()))
        }
    };
}

tool!(made, MadeByMacro, value: u8);

fn main() {
    let builder = Session::builder().tool(BehindFacade).tool(DerivedBehindFacade).tool(MadeByMacro);
    assert!(builder.build().is_ok());
    fn local() -> impl PreviewTool {
        /// A tool in a function.
        #[preview_tool(apply = done)]
        fn inner(text: &str) -> Result<Preview<()>, BoxError> {
            Ok(Preview::stage((), text))
        }
        Inner
    }
    assert_eq!(local().definition().description(), "A tool in a function.");
}
