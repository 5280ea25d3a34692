//! What is sent to providers and read back, in every dialect.

#[path = "export_wire/arguments.rs"]
mod arguments;
#[path = "export_wire/build.rs"]
mod build;
#[path = "export_wire/conversations.rs"]
mod conversations;
#[path = "export_wire/envelopes.rs"]
mod envelopes;
#[path = "export_wire/forcing.rs"]
mod forcing;
#[path = "export_wire/golden.rs"]
mod golden;
#[path = "export_wire/replies.rs"]
mod replies;
#[path = "export_wire/requests.rs"]
mod requests;
#[path = "export_wire/results.rs"]
mod results;

use resolve_runtime::export::{Dialect, Export};
use resolve_runtime::prelude::*;

/// Greet somebody.
#[preview_tool(apply = say)]
async fn greet(
    /// Whom to greet.
    name: String,
) -> Result<Preview<String>, BoxError> {
    let shown = format!("Would greet {name}.");
    Ok(Preview::stage(name, shown))
}

async fn say(name: String, _cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(ToolOutput::text(format!("Hello, {name}!")))
}

fn session() -> Session {
    Session::builder().tool(Greet).build().unwrap()
}

/// `greet` and `resolve`, as most hosts export them.
async fn export(dialect: Dialect) -> Export {
    let session = session();
    let turn = session.begin_turn().await.unwrap();
    Export::builder(dialect).tools(turn.tools()).build().unwrap()
}
