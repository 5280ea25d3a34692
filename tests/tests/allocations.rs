//! What costs no allocation, and how many a call costs.

use std::hint::black_box;

use allocation_counter::measure;
use resolve_runtime::prelude::*;
use resolve_runtime::{CallResult, ToolDefinition};
use tests::measure::ready;

/// Add two numbers.
#[preview_tool(apply = never)]
async fn add(
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
) -> Result<Preview<()>, BoxError> {
    Ok(Preview::nothing((a + b).to_string()))
}

/// Say nothing.
#[preview_tool(apply = never)]
async fn silent() -> Result<Preview<()>, BoxError> {
    Ok(Preview::nothing(ToolOutput::default()))
}

async fn never((): (), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    unreachable!("nothing is staged")
}

fn session() -> Session {
    Session::builder().tool(Add).tool(Silent).build().unwrap()
}

/// Allocations of the work, the growing of something allocated among them.
fn allocations(work: impl FnOnce()) -> u64 {
    measure(work).count_total
}

fn read<'a>(tools: impl IntoIterator<Item = &'a std::sync::Arc<ToolDefinition>>) {
    for tool in tools {
        black_box((tool.name(), tool.description(), tool.input_schema()));
    }
}

#[test]
fn allocations_are_counted() {
    assert_eq!(allocations(|| drop(black_box(Box::new(1)))), 1);
    assert_eq!(allocations(|| drop(black_box(vec![String::from("one"), String::from("two")]))), 3);
}

#[test]
fn listing_the_tools_allocates_nothing() {
    let session = session();
    let turn = ready(session.begin_turn()).unwrap();
    assert_eq!((session.tools().len(), turn.tools().len()), (2, 3));
    assert_eq!(allocations(|| read(session.tools())), 0);
    assert_eq!(allocations(|| read(turn.tools())), 0);
    assert_eq!(allocations(|| read(session.tool("add"))), 0);
}

/// A second call: what is made once is not counted.
fn allocations_of_call(name: &str, arguments: &str) -> (CallResult, u64) {
    let session = session();
    let abort = CancellationToken::new();
    let turn = ready(session.begin_turn()).unwrap();
    let call = || ready(turn.call(ToolCall::new("call_1", name, arguments), &abort));
    call();
    let mut result = None;
    let count = allocations(|| result = Some(call()));
    (result.unwrap(), count)
}

#[test]
fn a_call_allocates_its_result_and_its_future() {
    let (result, count) = allocations_of_call("silent", "{}");
    assert!(!result.is_error(), "{}", result.text());
    // The future, the id of the call and the output.
    assert_eq!(count, 3);
}

#[test]
fn arguments_allocate_nothing_of_their_own() {
    let (result, count) = allocations_of_call("add", r#"{"a": 1234, "b": 8765}"#);
    assert_eq!(result.text(), "9999");
    // The text of the sum comes on top.
    assert_eq!(count, 4);
}

#[test]
fn a_turn_allocates_nothing() {
    let session = session();
    let turn = || ready(session.begin_turn()).unwrap().finish();
    turn();
    assert_eq!(allocations(turn), 0);
}
