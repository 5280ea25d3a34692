//! Plans of all kinds: generic, foreign, without a name.
#![deny(warnings)]

use std::collections::BTreeMap;
use std::fmt::Debug;

use resolve_runtime::prelude::*;
use tests::tools::assert_runs;

mod elsewhere {
    use resolve_runtime::prelude::*;

    #[derive(Debug, Serialize, Deserialize)]
    pub struct Plan<T> {
        pub items: Vec<T>,
    }

    #[derive(Debug, Serialize, Deserialize)]
    pub enum Choice {
        Left,
        Right { number: u8 },
    }
}

use elsewhere::Choice;

type Numbers = elsewhere::Plan<u8>;

async fn print<P: Debug>(plan: &P, _: &ResolveContext<'_>) -> Result<String, BoxError> {
    Ok(format!("{plan:?}"))
}

#[preview_tool(apply = print::<elsewhere::Plan<String>>)]
async fn generic(text: String) -> Result<Preview<elsewhere::Plan<String>>, BoxError> {
    Ok(Preview::stage(elsewhere::Plan { items: vec![text] }, "generic"))
}

#[preview_tool(apply = print::<Numbers>)]
async fn aliased(number: u8) -> Result<Preview<Numbers>, BoxError> {
    Ok(Preview::stage(elsewhere::Plan { items: vec![number] }, "aliased"))
}

#[preview_tool(apply = print::<Choice>)]
async fn enumerated(number: Option<u8>) -> Result<Preview<Choice>, BoxError> {
    let plan = number.map_or(Choice::Left, |number| Choice::Right { number });
    Ok(Preview::stage(plan, "enumerated"))
}

#[preview_tool(apply = print::<()>)]
async fn unit() -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), "unit"))
}

#[preview_tool(apply = print::<(u8, String, [bool; 2])>)]
async fn tuple(number: u8) -> Result<Preview<(u8, String, [bool; 2])>, BoxError> {
    Ok(Preview::stage((number, number.to_string(), [true, false]), "tuple"))
}

#[preview_tool(apply = print::<[u8; 1 + 2]>)]
async fn array(number: u8) -> Result<Preview<[u8; 3]>, BoxError> {
    Ok(Preview::stage([number; 3], "array"))
}

#[preview_tool(apply = print::<BTreeMap<String, Option<Box<u8>>>>)]
async fn map(number: u8) -> Result<Preview<BTreeMap<String, Option<Box<u8>>>>, BoxError> {
    Ok(Preview::stage([("a".to_owned(), Some(Box::new(number)))].into(), "map"))
}

/// What a tool of its own derives nothing but serde for, by a path of its own.
#[derive(resolve_runtime::serde::Serialize, resolve_runtime::serde::Deserialize)]
#[serde(crate = "resolve_runtime::serde")]
struct Bare(u8);

impl Bare {
    async fn apply(self, _: &ResolveContext<'_>) -> Result<String, BoxError> {
        Ok(self.0.to_string())
    }
}

#[preview_tool(apply = Bare::apply, struct = BareTool)]
async fn bare(number: u8) -> Result<Preview<Bare>, BoxError> {
    Ok(Preview::stage(Bare(number), "bare"))
}

fn main() {
    assert_runs(Generic, r#"{"text":"a"}"#, "generic", r#"Plan { items: ["a"] }"#);
    assert_runs(Aliased, r#"{"number":1}"#, "aliased", "Plan { items: [1] }");
    assert_runs(Enumerated, r#"{"number":1}"#, "enumerated", "Right { number: 1 }");
    assert_runs(Enumerated, "{}", "enumerated", "Left");
    assert_runs(Unit, "{}", "unit", "()");
    assert_runs(Tuple, r#"{"number":1}"#, "tuple", r#"(1, "1", [true, false])"#);
    assert_runs(Array, r#"{"number":1}"#, "array", "[1, 1, 1]");
    assert_runs(Map, r#"{"number":1}"#, "map", r#"{"a": Some(1)}"#);
    assert_runs(BareTool, r#"{"number":1}"#, "bare", "1");
}
