//! Calls of `resolve`, which name their action.

use std::sync::Arc;

use rmcp::model::{CallToolResult, ContentBlock, JsonObject};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::{Tools, result};
use crate::RESOLVE;
use crate::arguments::Arguments;
use crate::call::{CallResult, ToolCall};
use crate::error::{CallError, ToolError};
use crate::id::ActionId;
use crate::resolution::Resolution;
use crate::session::{By, EndedAction, decode_arguments};

impl Tools {
    pub(super) async fn resolve(
        &self,
        arguments: JsonObject,
        call_id: &Arc<str>,
        abort: &CancellationToken,
    ) -> CallToolResult {
        let id = match self.named_action(&arguments) {
            Ok(id) => id,
            Err(problem) => return self.refused(&problem),
        };
        match self.decode_resolution(arguments, call_id) {
            Ok(resolution) => self.carry_out(id, resolution, call_id, abort).await,
            Err(error) => result::error(format!("{error} The action {id} is as it was.")),
        }
    }

    /// Carries a decision about one action out.
    pub(super) async fn carry_out(
        &self,
        id: ActionId,
        resolution: Resolution,
        call_id: &Arc<str>,
        abort: &CancellationToken,
    ) -> CallToolResult {
        let outcome = self
            .session()
            .resolve_by_id(id, resolution, By::Call(Arc::clone(call_id)), abort)
            .await;
        match &outcome {
            Err(CallError::UnknownAction { .. }) => return self.refused(&unknown(id)),
            Err(CallError::AlreadyOver { state, .. }) => {
                return self.refused(&format!(
                    "The action {id} is over: it is {state}. Nothing was applied or discarded now."
                ));
            }
            _ => {}
        }
        let outcome = CallResult {
            call_id: Arc::clone(call_id),
            tool_name: RESOLVE.into(),
            outcome,
            staged: None,
        };
        let mut complete = result::complete(&outcome, resolved(id, &outcome));
        if outcome.outcome().is_err() && self.session().pending_action(id).is_some() {
            let text = format!("The action {id} is still pending.");
            complete.content.push(ContentBlock::text(text));
        }
        complete
    }

    /// The action that a call names, if it can be resolved.
    fn named_action(&self, arguments: &JsonObject) -> Result<ActionId, String> {
        let id = match arguments.get("id") {
            None | Some(Value::Null) => {
                return Err("`id` is missing: it says which action to resolve.".to_owned());
            }
            Some(Value::String(text)) => text.trim().parse::<ActionId>(),
            Some(other) => {
                return Err(format!("`id` has to be a string and is {other}."));
            }
        };
        let id = id.map_err(|error| format!("{error}."))?;
        self.refuse_ended(id)?;
        match self.session().pending_action(id) {
            Some(_) => Ok(id),
            None => Err(unknown(id)),
        }
    }

    /// The first outcome is told again: a client whose connection broke has not seen it.
    fn refuse_ended(&self, id: ActionId) -> Result<(), String> {
        let Some(EndedAction { state, outcome }) = self.session().ended(id) else { return Ok(()) };
        let told = match outcome {
            Some(Ok(output)) => format!(" Its result was:\n{}", output.joined_text()),
            Some(Err(error)) => format!(" It ended with: {error}"),
            None => String::new(),
        };
        Err(format!("The action {id} is over: it is {state}. Nothing was done now.{told}"))
    }

    fn decode_resolution(
        &self,
        arguments: JsonObject,
        call_id: &Arc<str>,
    ) -> Result<Resolution, ToolError> {
        let call = ToolCall::from_value(&**call_id, RESOLVE, &arguments.into());
        let told = |error: &dyn std::fmt::Display| ToolError::new(error.to_string());
        let call = self.shared.export.decode(call).map_err(|refused| told(&refused))?;
        let mut arguments: JsonObject =
            serde_json::from_str(&call.arguments).map_err(|error| told(&error))?;
        arguments.remove("id");
        let text = Value::from(arguments).to_string();
        decode_arguments(&Arguments::new(RESOLVE, &text)).map_err(|error| told(&error))
    }

    /// A call that named no action that can be resolved.
    pub(super) fn refused(&self, problem: &str) -> CallToolResult {
        result::error(format!("{problem}\n{}", result::pending(self.session())))
    }
}

/// What became of the action, for programs.
fn resolved(id: ActionId, outcome: &CallResult) -> Option<Value> {
    let mut structured = Map::from_iter([("id".to_owned(), id.to_string().into())]);
    if let Value::Object(details) = result::value(outcome.outcome().ok()?.details()?) {
        structured.extend(details);
    }
    Some(structured.into())
}

fn unknown(id: ActionId) -> String {
    format!("There is no action {id}: it was never staged here, or is forgotten since it ended.")
}
