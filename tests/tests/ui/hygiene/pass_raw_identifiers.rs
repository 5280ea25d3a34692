//! Keywords as names, none of which reaches the wire as it is written.
#![deny(warnings)]

use resolve_runtime::prelude::*;

mod r#mod {
    use resolve_runtime::prelude::*;

    pub async fn r#do(_: &(), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
        Ok("Done.".into())
    }
}

#[preview_tool(apply = r#mod::r#do)]
async fn r#move(r#type: String, r#in: u8, mut r#fn: &str) -> Result<Preview<()>, BoxError> {
    if r#in == 0 {
        r#fn = "none";
    }
    Ok(Preview::stage((), format!("{}{}", r#type, r#fn)))
}

#[preview_tool(apply = r#mod::r#do, r#struct = Derived)]
async fn r#dyn(#[serde(alias = "x")] r#type: String) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), r#type))
}

fn names(tool: impl PreviewTool) -> Vec<String> {
    let definition = tool.definition();
    let properties = definition.input_schema().get("properties");
    properties.unwrap().as_object().unwrap().keys().cloned().collect()
}

fn main() {
    assert_eq!(Move.definition().name(), "move");
    assert_eq!(Move.definition().title(), "Move");
    assert_eq!(names(Move), ["fn", "in", "type"]);
    assert_eq!(Derived.definition().name(), "dyn");
    assert_eq!(names(Derived), ["type"]);
}
