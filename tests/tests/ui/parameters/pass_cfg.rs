//! Tools and parameters that depend on the configuration.
#![deny(warnings)]

use resolve_runtime::prelude::*;
use tests::tools::{assert_runs, assert_runs_in, names, refusal};

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
    #[cfg_attr(any(), cfg(any()))] still_here: Option<u8>,
    #[cfg_attr(true, cfg_attr(all(), cfg(false)))] gone_in_the_end: NoSuchType,
    #[cfg(any())]
    #[state]
    no_state: &NoSuchType,
    #[cfg(all())]
    #[state]
    state: &There,
    #[cfg(any())]
    #[context]
    no_context: &CallContext<'_>,
    #[cfg(all())]
    #[context]
    context: &CallContext<'_>,
) -> Result<Preview<()>, BoxError> {
    let There = state;
    let id = context.call_id();
    Ok(Preview::stage((), format!("{here} {twice} {still_here:?} {id}")))
}

#[preview_tool(apply = done)]
async fn all_gone(#[cfg(any())] gone: NoSuchType) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), "Nothing."))
}

#[preview_tool(apply = done)]
async fn derived(
    #[cfg(any())] gone: NoSuchType,
    #[cfg_attr(all(), serde(alias = "there"))] here: u8,
    #[cfg_attr(any(), serde(rename = "gone"), schemars(skip))] named: u8,
    #[cfg_attr(all(), cfg_attr(all(), serde(rename = "renamed")))] other: Option<u8>,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), format!("{here} {named} {other:?}")))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Options {
    depth: u8,
}

#[preview_tool(apply = done)]
fn one_of_two(
    #[cfg(any())]
    #[args]
    options: NoSuchType,
    #[cfg(all())]
    #[args]
    options: Options,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), options.depth.to_string()))
}

#[preview_tool(apply = done)]
fn none_of_one(
    #[cfg(any())]
    #[args]
    options: NoSuchType,
    #[state] there: &There,
) -> Result<Preview<()>, BoxError> {
    let There = there;
    Ok(Preview::stage((), "None."))
}

#[preview_tool(apply = done)]
fn none_of_two(
    #[cfg(any())]
    #[args]
    options: NoSuchType,
    #[cfg_attr(all(), cfg(not(all())))]
    #[args]
    others: NoSuchType,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), "None."))
}

#[preview_tool(apply = done)]
#[cfg(all())]
fn present() -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), "Present."))
}

#[cfg_attr(all(), preview_tool(apply = done))]
#[cfg_attr(any(), no_such_attribute)]
fn attributed() -> Result<Preview<()>, BoxError> {
    Ok(Preview::stage((), "Attributed."))
}

#[preview_tool(apply = no_such_function)]
#[cfg(any())]
async fn no_tool(gone: NoSuchType) -> Result<Preview<()>, BoxError> {
    Ok(Preview::nothing(""))
}

#[preview_tool(apply = no_such_function)]
#[cfg_attr(all(), cfg(any()))]
async fn no_tool_here(gone: NoSuchType) -> Result<Preview<()>, BoxError> {
    Ok(Preview::nothing(""))
}

#[cfg(any())]
#[preview_tool(apply = no_such_function, aply = 1)]
async fn no_tool_either(gone: NoSuchType) {}

fn main() {
    assert_eq!(names(&Partly), ["here", "twice", "still_here"]);
    assert!(Session::builder().tool(Partly).build().is_err());
    let builder = Session::builder().tool(Partly).state(There);
    assert_runs_in(builder, "partly", r#"{"here":1,"twice":2}"#, "1 2 None call", "Done.");

    assert!(names(&AllGone).is_empty());
    assert_runs(AllGone, "{}", "Nothing.", "Done.");

    assert_eq!(names(&Derived), ["here", "named", "renamed"]);
    assert_runs(Derived, r#"{"there":1,"named":2,"renamed":3}"#, "1 2 Some(3)", "Done.");

    assert_eq!(names(&OneOfTwo), ["depth"]);
    assert_runs(OneOfTwo, r#"{"depth":3}"#, "3", "Done.");
    let builder = Session::builder().tool(NoneOfOne).state(There);
    assert_runs_in(builder, "none_of_one", "{}", "None.", "Done.");
    assert!(names(&NoneOfTwo).is_empty());
    assert_eq!(
        NoneOfTwo.definition().input_schema(),
        AllGone.definition().input_schema(),
        "a tool without arguments, whatever they would be",
    );
    assert_runs(NoneOfTwo, "{}", "None.", "Done.");
    let unknown = "`a`: there is no such argument";
    assert!(refusal(NoneOfTwo, r#"{"a":1}"#).contains(unknown));
    assert!(refusal(AllGone, r#"{"a":1}"#).contains(unknown));

    assert_runs(Present, "{}", "Present.", "Done.");
    assert_runs(Attributed, "{}", "Attributed.", "Done.");
}
