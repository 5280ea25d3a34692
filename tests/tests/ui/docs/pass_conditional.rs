//! Documentation under a condition, on a tool and on a parameter, above and below the attribute.
#![deny(warnings, missing_docs)]

use resolve_runtime::prelude::*;
use tests::tools::{assert_runs, description, properties};

async fn done(_: (), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok("Done.".into())
}

/// One.
#[cfg_attr(all(), doc = " Two.")]
#[cfg_attr(any(), doc = " Not this.")]
#[preview_tool(apply = done)]
#[cfg_attr(all(), doc = " Three.", doc = " Four.")]
#[cfg_attr(any(), doc = " Nor this.", doc = " Nor that.")]
#[cfg_attr(all(), cfg_attr(not(any()), doc = concat!("Fi", "ve.")))]
#[cfg_attr(all(), cfg_attr(any(), doc = " Never."))]
#[cfg_attr(true, doc(alias = "other"), allow(unused_variables))]
/// Six.
pub fn both(
    #[cfg_attr(any(), doc = " Never.")]
    /// First.
    #[cfg_attr(all(), doc = " Second.", doc(hidden), allow(unused_variables))]
    #[cfg_attr(any(), doc = " Never.")]
    #[cfg_attr(all(), cfg_attr(all(), doc = " Third."))]
    here: u8,
    #[cfg_attr(any(), doc = " Never.")] silent: u8,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), "both"))
}

#[preview_tool(apply = done)]
#[cfg_attr(all(), doc = " Only this.")]
pub fn derived(
    /// First.
    #[cfg_attr(all(), doc = " Second.")]
    #[cfg_attr(any(), doc = " Never.")]
    #[schemars(range(min = 1))]
    here: u8,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), here.to_string()))
}

fn main() {
    assert_eq!(description(&Both), "One.\nTwo.\nThree.\nFour.\nFive.\nSix.");
    let both = properties(&Both);
    assert_eq!(both["here"]["description"], "First.\nSecond.\nThird.");
    assert_eq!(both["silent"].get("description"), None);
    assert_runs(Both, r#"{"here":1,"silent":2}"#, "both", "Done.");

    assert_eq!(description(&Derived), "Only this.");
    assert_eq!(properties(&Derived)["here"]["description"], "First.\nSecond.");
    assert_runs(Derived, r#"{"here":1}"#, "1", "Done.");
}
