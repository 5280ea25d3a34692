//! Keywords as names, none of which reaches the wire as it is written.
#![deny(warnings)]

use resolve_runtime::prelude::*;
use tests::tools::{assert_runs, names};

mod r#mod {
    use resolve_runtime::prelude::*;

    pub struct r#Impl;

    impl r#Impl {
        pub async fn r#do(_: (), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
            Ok("Done.".into())
        }
    }

    pub async fn r#do(_: &(), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
        Ok("Done.".into())
    }

    pub fn r#use() -> u8 {
        7
    }
}

#[preview_tool(apply = r#mod::r#do)]
async fn r#move(r#type: String, r#in: u8, mut r#fn: &str) -> Result<Preview<()>, BoxError> {
    if r#in == 0 {
        r#fn = "none";
    }
    Ok(Preview::stage((), format!("{}{}", r#type, r#fn)))
}

#[preview_tool(apply = r#mod::r#Impl::r#do, r#struct = Derived)]
async fn r#dyn(
    #[serde(alias = "x")] r#type: String,
    #[serde(default = "r#mod::r#use")] r#loop: u8,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), format!("{} {}", r#type, r#loop)))
}

fn main() {
    assert_eq!(Move.definition().name(), "move");
    assert_eq!(Move.definition().title(), "Move");
    assert_eq!(names(&Move), ["type", "in", "fn"]);
    assert_runs(Move, r#"{"type":"a","in":0,"fn":"b"}"#, "anone", "Done.");
    assert_eq!(Derived.definition().name(), "dyn");
    assert_eq!(names(&Derived), ["type", "loop"]);
    assert_runs(Derived, r#"{"x":"a"}"#, "a 7", "Done.");
}
