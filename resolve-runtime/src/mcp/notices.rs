//! What the next model call would be told, where there are only results.

use rmcp::model::{CallToolResponse, ContentBlock};

use super::tools::CALL_ID_PREFIX;
use crate::session::Session;

/// Puts what has happened meanwhile to the end of a result: that an action was applied after all,
/// although its call was cancelled, or that the host has resolved one.
pub(super) fn append(session: &Session, response: &mut CallToolResponse) {
    // What is asked of a person is no result; the next one tells it.
    let CallToolResponse::Complete(result) = response else { return };
    let notices = session.with_core(|core| {
        // The request of a call whose future was dropped is gone: nobody waits for its result.
        core.unanswered.retain(|result| !result.call_id().starts_with(CALL_ID_PREFIX));
        core.machine.take_notices()
    });
    result.content.extend(notices.iter().map(|notice| ContentBlock::text(notice.text())));
}
