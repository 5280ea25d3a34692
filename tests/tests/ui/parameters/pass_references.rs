//! References, whose owned forms are decoded, and bindings that the body changes.
#![deny(warnings)]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use resolve_runtime::prelude::*;
use tests::tools::{assert_runs, assert_runs_in, properties};

async fn done(plan: String, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(plan.into())
}

fn staged(text: String) -> Result<Preview<String>, BoxError> {
    Ok(Preview::stage(text.clone(), text))
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Point {
    x: u8,
}

type Text = str;
type Points = [Point];

#[preview_tool(apply = done)]
async fn borrowed(
    text: &str,
    aliased: &Text,
    path: &Path,
    bytes: &[u8],
    points: &Points,
    texts: &[String],
    list: &Vec<u8>,
    one: &Point,
    owned_path: &PathBuf,
    array: &[u8; 2],
    pair: &(u8, String),
    maybe: &Option<u8>,
    map: &BTreeMap<String, u8>,
    shared: &Arc<str>,
    cow: &Cow<'static, str>,
) -> Result<Preview<String>, BoxError> {
    let lists = format!("{bytes:?} {points:?} {texts:?} {list:?} {one:?} {array:?} {pair:?}");
    let paths = format!("{} {}", path.display(), owned_path.display());
    staged(format!("{text} {aliased} {lists} {paths} {maybe:?} {map:?} {shared} {cow}"))
}

#[preview_tool(apply = done)]
async fn derived(
    #[serde(alias = "t")] text: &str,
    #[serde(default)] path: &Path,
    points: &[Point],
    maybe: &Option<u8>,
) -> Result<Preview<String>, BoxError> {
    staged(format!("{text} {} {points:?} {maybe:?}", path.display()))
}

#[preview_tool(apply = done)]
async fn changed(
    mut text: String,
    mut list: Vec<u8>,
    mut borrowed: &str,
    #[serde(default)] mut number: u8,
    #[state] mut state: &Point,
    #[context] mut cx: &CallContext<'_>,
) -> Result<Preview<String>, BoxError> {
    static OTHER: Point = Point { x: 9 };
    if state.x == 1 {
        state = &OTHER;
    }
    text.push('!');
    list.retain(|it| *it > 1);
    borrowed = borrowed.trim();
    number += 1;
    let again = cx;
    cx = again;
    staged(format!("{text} {list:?} {borrowed} {number} {} {}", state.x, cx.call_id()))
}

#[preview_tool(apply = done)]
fn whole(#[args] mut point: &Point) -> Result<Preview<String>, BoxError> {
    static OTHER: Point = Point { x: 9 };
    if point.x == 1 {
        point = &OTHER;
    }
    staged(point.x.to_string())
}

#[preview_tool(apply = done)]
fn patterns(
    #[args] Point { mut x }: Point,
    #[state] Point { x: y }: &Point,
    #[state] _: &u8,
    #[context] _: &CallContext<'_>,
) -> Result<Preview<String>, BoxError> {
    x += y;
    staged(x.to_string())
}

fn main() {
    assert_eq!(properties(&Borrowed)["texts"]["items"]["type"], "string");
    let arguments = r#"{"text":"a","aliased":"b","path":"c/d","bytes":[1],"points":[{"x":2}],
        "texts":["e"],"list":[3],"one":{"x":4},"owned_path":"f","array":[5,6],"pair":[7,"g"],
        "map":{"h":8},"shared":"i","cow":"j"}"#;
    let shown = "a b [1] [Point { x: 2 }] [\"e\"] [3] Point { x: 4 } [5, 6] (7, \"g\") c/d f None \
                 {\"h\": 8} i j";
    assert_runs(Borrowed, arguments, shown, shown);

    let arguments = r#"{"t":"a","points":[{"x":1}]}"#;
    let shown = "a  [Point { x: 1 }] None";
    assert_runs(Derived, arguments, shown, shown);

    let builder = Session::builder().tool(Changed).state(Point { x: 1 });
    let arguments = r#"{"text":"a","list":[1,2],"borrowed":" b "}"#;
    let shown = "a! [2] b 1 9 call";
    assert_runs_in(builder, "changed", arguments, shown, shown);

    assert_runs(Whole, r#"{"x":1}"#, "9", "9");
    let builder = Session::builder().tool(Patterns).state(Point { x: 2 }).state(1_u8);
    assert_runs_in(builder, "patterns", r#"{"x":1}"#, "3", "3");
}
