//! Names on the wire that are not those of the parameters.

use resolve_runtime::prelude::*;

async fn done(_: &(), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[preview_tool(apply = done)]
async fn renamed(
    #[serde(rename = "dry-run")] dry_run: bool,
    #[serde(default, rename = "type")] kind: String,
    // Names that the generated code might have for itself.
    args: u8,
    arguments: u8,
    cx: u8,
    plan: u8,
    values: u8,
    value_0: u8,
) -> Result<Preview<()>, BoxError> {
    let sum = args + arguments + cx + plan + values + value_0;
    Ok(Preview::stage((), format!("{dry_run} {kind} {sum}")))
}

fn main() {
    let definition = Renamed.definition();
    let names: Vec<_> = definition.input_schema().get("properties").unwrap().as_object().unwrap().keys().collect();
    assert_eq!(names.len(), 8);
    assert!(names.iter().any(|name| *name == "dry-run") && names.iter().any(|name| *name == "type"));
}
