//! Through a session.

use resolve_runtime::prelude::*;
use resolve_runtime::{CallResult, Turn};
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

async fn never((): (), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    unreachable!("nothing is staged")
}

/// A host with a session.
pub(crate) struct Host {
    session: Session,
    abort: CancellationToken,
}

impl Host {
    pub(crate) fn new() -> Self {
        let session = Session::builder().tool(Add).build().expect("tools without a fault");
        Self { session, abort: CancellationToken::new() }
    }

    pub(crate) fn begin(&self) -> Turn {
        ready(self.session.begin_turn()).expect("no open turn")
    }

    pub(crate) fn call(&self, turn: &Turn, arguments: &str) -> CallResult {
        ready(turn.call(ToolCall::new("call_1", "add", arguments), &self.abort))
    }

    /// A call with the turn around it.
    pub(crate) fn turn(&self, arguments: &str) -> CallResult {
        let turn = self.begin();
        let result = self.call(&turn, arguments);
        turn.finish();
        result
    }
}
