//! Documentation that is included, joined and aliased, and documentation that says nothing.
#![deny(warnings, missing_docs)]

use resolve_runtime::prelude::*;
use tests::tools::{assert_runs, description, properties};

async fn done(_: (), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

macro_rules! sentence {
    () => {
        "Made by a macro."
    };
}

#[doc = include_str!("included.md")]
#[preview_tool(apply = done)]
pub fn included(
    #[doc = include_str!("included.md")] text: String,
    #[doc = concat!("From ", "1", " to ", stringify!(3), ".")] number: u8,
    #[doc = sentence!()] made: u8,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), format!("{text}{number}{made}")))
}

#[preview_tool(apply = done)]
/// Before.
#[doc = sentence!()]
/// After.
#[doc(alias = "reordered", alias("other"))]
pub fn joined(
    /** A block. */
    #[doc(hidden)]
    #[doc(alias = "n")]
    block: u8,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), block.to_string()))
}

#[doc(hidden)]
#[preview_tool(apply = done, description = include_str!("included.md"))]
pub fn hidden() -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), "hidden"))
}

#[doc(alias = "quiet")]
#[allow(missing_docs)]
#[preview_tool(apply = done, title = concat!("Not ", "Loud"), description = sentence!())]
pub fn silent() -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), "silent"))
}

/// With an example, which contains a brace and a quote.
///
/// ```
/// assert_eq!("{\"", "{\"");
/// ```
#[preview_tool(apply = done)]
pub fn exemplary() -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), "exemplary"))
}

fn main() {
    let markdown = "Renames *files*.\n\n- one\n  - two";
    assert_eq!(description(&Included), markdown);
    let included = properties(&Included);
    assert_eq!(included["text"]["description"], markdown);
    assert_eq!(included["number"]["description"], "From 1 to 3.");
    assert_eq!(included["made"]["description"], "Made by a macro.");
    assert_runs(Included, r#"{"text":"a","number":1,"made":2}"#, "a12", "Done.");

    assert_eq!(description(&Joined), "Before.\nMade by a macro.\nAfter.");
    assert_eq!(properties(&Joined)["block"]["description"], "A block.");
    assert_runs(Joined, r#"{"block":1}"#, "1", "Done.");

    assert_eq!(description(&Hidden).trim(), markdown);
    assert_runs(Hidden, "{}", "hidden", "Done.");
    assert_eq!(description(&Silent), "Made by a macro.");
    assert_eq!(Silent.definition().title(), "Not Loud");
    assert_runs(Silent, "{}", "silent", "Done.");
    assert!(description(&Exemplary).ends_with("```\nassert_eq!(\"{\\\"\", \"{\\\"\");\n```"));
    assert_runs(Exemplary, "{}", "exemplary", "Done.");
}
