//! Asking a person, through the client, what becomes of a preview.
//!
//! Up to the revision of 2025-11-25 a server asks within the call. From that of 2026-07-28 on it
//! answers with the question, and the client makes the call again with the answer.

use std::collections::BTreeMap;

use rmcp::model::{
    ClientResult, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationSchema, InputRequest, InputRequiredResult, InputResponses, ProtocolVersion,
    ServerRequest,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;

use crate::call::CallResult;
use crate::id::ActionId;
use crate::resolution::{Action, Resolution};
use crate::terminal::escape_for_terminal;

/// What is told where nobody decided.
pub(super) const UNDECIDED: &str = "A person was asked and has not decided.";

/// Names the one question.
const QUESTION: &str = "decision";

/// What a person has answered.
pub(super) enum Answer {
    Decided(Resolution),
    Undecided,
}

/// Whether the client can show a form.
pub(super) fn can_be_asked(context: &RequestContext<RoleServer>) -> bool {
    let elicitation = context.client_capabilities().and_then(|client| client.elicitation);
    // One that names no mode knows forms: there were no others when it was written.
    elicitation.is_some_and(|modes| modes.form.is_some() || modes.url.is_none())
}

/// Whether the question is the result of the call.
pub(super) fn is_asked_between_calls(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    // Revisions are days, so that later ones are greater.
    version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

/// Asks, and waits for the answer. A client that cannot ask after all, or goes away, has not decided.
pub(super) async fn ask(
    label: &str,
    previewed: &CallResult,
    context: &RequestContext<RoleServer>,
) -> Answer {
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(question(label, previewed)));
    let answer = tokio::select! {
        biased;
        () = context.ct.cancelled() => return Answer::Undecided,
        answer = context.peer.send_request(request) => answer,
    };
    match answer {
        Ok(ClientResult::ElicitResult(result)) => read(&result),
        _ => Answer::Undecided,
    }
}

/// The question as the result of a call. The action is all that the server has to remember, and
/// `resolve` takes its id from any client.
pub(super) fn question_between_calls(
    id: ActionId,
    label: &str,
    previewed: &CallResult,
) -> InputRequiredResult {
    let request = InputRequest::Elicitation(ElicitRequest::new(question(label, previewed)));
    let requests = BTreeMap::from([(QUESTION.to_owned(), request)]);
    InputRequiredResult::new(Some(requests), Some(id.to_string()))
}

/// What the client has answered with the next call.
pub(super) fn answer_between_calls(responses: Option<&InputResponses>) -> Answer {
    let response = responses.and_then(|responses| responses.get(QUESTION));
    match response.map(|response| serde_json::from_value(response.clone())) {
        Some(Ok(result)) => read(&result),
        _ => Answer::Undecided,
    }
}

/// What a decision means for the preview, in a word for programs and in one for the model.
pub(super) fn told(resolution: &Resolution) -> (&'static str, &'static str) {
    match resolution.action() {
        Action::Apply => ("applied", "A person was asked and said to apply it."),
        Action::Discard => ("discarded", "A person was asked and said to discard it."),
    }
}

/// The person sees the whole of what would be applied.
fn question(label: &str, previewed: &CallResult) -> ElicitRequestParams {
    let message = format!("Apply this? {label}\n\n{}", previewed.text());
    let schema = ElicitationSchema::builder()
        .optional_string_with("reason", |reason| {
            reason.title("Reason").description("Why; it may be left out.")
        })
        .title("Accept applies it, decline discards it.")
        .build_unchecked();
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: escape_for_terminal(&message).into_owned(),
        requested_schema: schema,
    }
}

fn read(result: &ElicitResult) -> Answer {
    let reason = |otherwise: &str| {
        let reason = result.content.as_ref().and_then(|content| content.get("reason"));
        let reason = reason.and_then(Value::as_str).filter(|reason| !reason.trim().is_empty());
        reason.unwrap_or(otherwise).to_owned()
    };
    match result.action {
        ElicitationAction::Accept => {
            Answer::Decided(Resolution::apply(reason("a person accepted it")))
        }
        ElicitationAction::Decline => {
            Answer::Decided(Resolution::discard(reason("a person declined it")))
        }
        _ => Answer::Undecided,
    }
}
