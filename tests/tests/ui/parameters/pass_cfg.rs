//! Tools and parameters that depend on the configuration.
#![deny(warnings)]

use resolve_runtime::prelude::*;

async fn done(_: &(), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

struct There;

#[preview_tool(apply = done)]
async fn partly(
    #[cfg(any())] gone: NoSuchType,
    #[cfg(all())] here: u8,
    #[cfg(any())] twice: NoSuchType,
    #[cfg(not(any()))] twice: u8,
    #[cfg_attr(all(), cfg(any()))] also_gone: NoSuchType,
    #[cfg(any())]
    #[state]
    no_state: &NoSuchType,
    #[cfg(all())]
    #[state]
    state: &There,
    #[cfg(any())]
    #[context]
    no_context: &CallContext<'_>,
) -> Result<Preview<()>, BoxError> {
    let There = state;
    Ok(Preview::stage((), format!("{here} {twice}")))
}

#[preview_tool(apply = done)]
async fn all_gone(#[cfg(any())] gone: NoSuchType) -> Result<Preview<()>, BoxError> {
    Ok(Preview::nothing("Nothing."))
}

#[preview_tool(apply = done)]
async fn derived(
    #[cfg(any())] gone: NoSuchType,
    #[cfg_attr(all(), serde(alias = "there"))] here: u8,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), here.to_string()))
}

#[preview_tool(apply = no_such_function)]
#[cfg(any())]
async fn no_tool(gone: NoSuchType) -> Result<Preview<()>, BoxError> {
    Ok(Preview::nothing(""))
}

#[cfg(any())]
#[preview_tool(apply = no_such_function, aply = 1)]
async fn no_tool_either(gone: NoSuchType) {}

fn names(tool: impl PreviewTool) -> Vec<String> {
    let definition = tool.definition();
    let properties = definition.input_schema().get("properties");
    properties.unwrap().as_object().unwrap().keys().cloned().collect()
}

fn main() {
    assert_eq!(names(Partly), ["here", "twice"]);
    assert!(names(AllGone).is_empty());
    assert_eq!(names(Derived), ["here"]);
    assert!(Session::builder().tool(Partly).tool(AllGone).build().is_err());
    assert!(Session::builder().tool(Partly).tool(Derived).state(There).build().is_ok());
}
