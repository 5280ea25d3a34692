//! Attributes of the compiler's own, above and below ours, and on parameters.
#![deny(warnings)]

use resolve_runtime::prelude::*;
use tests::tools::assert_runs;

async fn done(_: (), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

#[must_use]
#[inline]
#[preview_tool(apply = done)]
#[cold]
#[track_caller]
fn plain(number: u8) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), number.to_string()))
}

#[must_use = "nothing happens else"]
#[inline(never)]
#[preview_tool(apply = done)]
async fn awaited(number: u8) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), number.to_string()))
}

#[allow(unused_variables)]
#[preview_tool(apply = done)]
#[expect(unused_mut, reason = "for a test")]
#[warn(unused_assignments)]
async fn linted(
    #[allow(non_snake_case)] First: u8,
    #[expect(unused_variables)] second: u8,
    #[deny(unused)] third: u8,
    #[forbid(non_snake_case)] mut fourth: u8,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), format!("{First} {third} {fourth}")))
}

#[expect(clippy::unused_async)]
#[preview_tool(apply = done)]
#[expect(clippy::needless_pass_by_value, clippy::unnecessary_wraps, clippy::missing_errors_doc)]
async fn expected(text: String) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), text.as_str()))
}

#[deprecated = "for a test"]
#[preview_tool(apply = done)]
fn deprecated_above(number: u8) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), number.to_string()))
}

#[preview_tool(apply = done)]
#[cfg_attr(all(), deprecated(since = "0.1.0", note = "for a test"))]
fn deprecated_below(number: u8) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), number.to_string()))
}

#[preview_tool(apply = done)]
#[cfg_attr(any(), deprecated)]
fn not_deprecated(number: u8) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), number.to_string()))
}

// Whoever registers a deprecated tool is told so, once.
#[expect(deprecated)]
fn above() -> impl PreviewTool {
    DeprecatedAbove
}

#[expect(deprecated)]
fn below() -> impl PreviewTool {
    DeprecatedBelow
}

fn main() {
    assert_runs(Plain, r#"{"number":1}"#, "1", "Done.");
    assert_runs(Awaited, r#"{"number":1}"#, "1", "Done.");
    let arguments = r#"{"First":1,"second":2,"third":3,"fourth":4}"#;
    assert_runs(Linted, arguments, "1 3 4", "Done.");
    assert_runs(Expected, r#"{"text":"a"}"#, "a", "Done.");
    assert_runs(above(), r#"{"number":1}"#, "1", "Done.");
    assert_runs(below(), r#"{"number":1}"#, "1", "Done.");
    assert_runs(NotDeprecated, r#"{"number":1}"#, "1", "Done.");
}
