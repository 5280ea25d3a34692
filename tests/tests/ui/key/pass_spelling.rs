//! The attribute and its keys as one may spell them.
#![deny(warnings)]

use resolve_runtime::preview_tool as tool;
use resolve_runtime::prelude::*;
use tests::tools::assert_runs;

async fn done(_: (), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

fn staged(shown: &str) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), shown))
}

#[resolve_runtime::preview_tool(apply = done)]
fn by_path() -> Result<Preview<()>, BoxError> {
    staged("by path")
}

#[::resolve_runtime::preview_tool(apply = crate::done,)]
fn by_absolute_path() -> Result<Preview<()>, BoxError> {
    staged("by absolute path")
}

#[tool { r#apply = self::done, idempotent, destructive }]
fn by_another_name() -> Result<Preview<()>, BoxError> {
    staged("by another name")
}

#[tool[struct = Other, crate = resolve_runtime, extra = FreeForm, title = r#"A "Title""#, apply = done]]
fn in_brackets() -> Result<Preview<()>, BoxError> {
    staged("in brackets")
}

fn main() {
    assert_runs(ByPath, "{}", "by path", "Done.");
    assert_runs(ByAbsolutePath, "{}", "by absolute path", "Done.");
    assert_runs(ByAnotherName, "{}", "by another name", "Done.");
    let annotations = ByAnotherName.definition().annotations();
    assert!(annotations.idempotent && annotations.destructive);
    assert_eq!(Other.definition().title(), "A \"Title\"");
    assert_runs(Other, "{}", "in brackets", "Done.");
}
