//! From what a call gave to the protocol's result.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use crate::call::CallResult;
use crate::export::results::{self, Piece};
use crate::output::Details;
use crate::session::Session;

/// How many pending actions a message lists.
const LISTED: usize = 20;

/// What a model and a person read.
pub(super) fn blocks(result: &CallResult) -> Vec<ContentBlock> {
    let pieces = results::pieces(result, |_| true);
    let blocks = pieces.into_iter().map(|piece| match piece {
        Piece::Text(text) => ContentBlock::text(text),
        Piece::Image { data, mime_type } => ContentBlock::image(data, mime_type),
    });
    blocks.collect()
}

/// The result of a call that failed.
pub(super) fn error(text: impl Into<String>) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// The result of a call. One that failed has no structured content: there is nothing that its schema
/// could describe.
pub(super) fn complete(result: &CallResult, structured: Option<Value>) -> CallToolResult {
    let content = blocks(result);
    if result.outcome().is_err() {
        return CallToolResult::error(content);
    }
    let mut complete = CallToolResult::success(content);
    complete.is_error = Some(result.is_error());
    complete.structured_content = structured;
    complete
}

/// Details as a value.
pub(super) fn value(details: &Details) -> Value {
    match details {
        Details::Tool(details) => details.clone(),
        // Strings and values only: nothing of them can fail to serialise.
        Details::Resolve(details) => serde_json::to_value(details).unwrap_or_default(),
    }
}

/// What is pending, for whoever named something that is not.
pub(super) fn pending(session: &Session) -> String {
    let pending = session.pending();
    if pending.is_empty() {
        return "Nothing is pending.".to_owned();
    }
    let mut lines = vec!["Pending, newest first:".to_owned()];
    let listed = pending.iter().take(LISTED);
    lines.extend(listed.map(|action| format!("- {}: {}", action.id, action.label)));
    if let Some(more) = pending.len().checked_sub(LISTED).filter(|more| *more > 0) {
        lines.push(format!("- and {more} more"));
    }
    lines.join("\n")
}
