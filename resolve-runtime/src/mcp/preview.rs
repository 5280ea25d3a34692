//! Calls of the tools that preview.

use std::sync::Arc;

use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Value, json};

use super::person::Answer;
use super::{Tools, person, result};
use crate::call::{CallResult, ToolCall};
use crate::id::ActionId;

impl Tools {
    pub(super) async fn preview(
        &self,
        request: CallToolRequestParams,
        call_id: &Arc<str>,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResponse {
        if let Some(state) = &request.request_state {
            return self.answered(&request, state, call_id, context).await.into();
        }
        let staged = match self.stage(request, call_id, context).await {
            Ok(staged) => staged,
            Err(ended) => return ended.into(),
        };
        let (id, result) = staged;
        if !self.shared.asks_person || !person::can_be_asked(context) {
            return self.pending(id, &result).into();
        }
        if person::is_asked_between_calls(context) {
            return person::question_between_calls(id, &self.label(id), &result).into();
        }
        let answer = person::ask(&self.label(id), &result, context).await;
        self.decided(id, answer, &result, call_id, context).await.into()
    }

    /// The action that a call has staged, or the result of one that has staged nothing.
    async fn stage(
        &self,
        request: CallToolRequestParams,
        call_id: &Arc<str>,
        context: &RequestContext<RoleServer>,
    ) -> Result<(ActionId, CallResult), CallToolResult> {
        let limit = self.shared.pending_limit;
        if self.session().pending().len() >= limit {
            let problem = format!(
                "{limit} actions are pending, which is as many as may be: nothing was previewed. \
                 Resolve some of them first."
            );
            return Err(self.refused(&problem));
        }
        let arguments = Value::from(request.arguments.unwrap_or_default());
        let call = ToolCall::from_value(&**call_id, request.name, &arguments);
        let result = match self.shared.export.decode(call) {
            Ok(call) => self.session().call(call, &context.ct).await,
            Err(refused) => refused.into_result(),
        };
        match result.staged() {
            Some(id) => Ok((id, result)),
            None => Err(result::complete(&result, Some(nothing(&result)))),
        }
    }

    /// The result of a preview that waits for its resolution.
    fn pending(&self, id: ActionId, previewed: &CallResult) -> CallToolResult {
        let mut structured = json!({
            "status": "pending",
            "id": id.to_string(),
            "label": self.label(id),
        });
        add_details(&mut structured, previewed);
        let mut pending = result::complete(previewed, Some(structured));
        let text = format!("To apply or discard this, call `resolve` with the id `{id}`.");
        pending.content.push(ContentBlock::text(text));
        pending
    }

    /// The result of a preview about which a person was asked.
    async fn decided(
        &self,
        id: ActionId,
        answer: Answer,
        previewed: &CallResult,
        call_id: &Arc<str>,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResult {
        let (resolution, status, told) = match answer {
            Answer::Decided(resolution) => {
                let (status, told) = person::told(&resolution);
                (resolution, status, told)
            }
            Answer::Undecided => {
                if self.session().pending_action(id).is_none() {
                    return self.refused(&resolved_meanwhile(id));
                }
                let mut pending = self.pending(id, previewed);
                pending.content.push(ContentBlock::text(person::UNDECIDED));
                return pending;
            }
        };
        let label = self.label(id);
        let mut decided = self.carry_out(id, resolution, call_id, &context.ct).await;
        decided.content.insert(0, ContentBlock::text(told));
        if let Some(resolution) = decided.structured_content.take() {
            let mut structured = json!({ "status": status, "id": id.to_string(), "label": label });
            add_details(&mut structured, previewed);
            structured["resolution"] = resolution;
            decided.structured_content = Some(structured);
        }
        decided
    }

    /// The same call again, with what a person has answered meanwhile.
    async fn answered(
        &self,
        request: &CallToolRequestParams,
        state: &str,
        call_id: &Arc<str>,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResult {
        let Ok(id) = state.parse::<ActionId>() else {
            return self.refused("`requestState` is none that this server has given.");
        };
        let Some(previewed) = self.previewed(id, &request.name, call_id) else {
            return self.refused(&resolved_meanwhile(id));
        };
        let answer = person::answer_between_calls(request.input_responses.as_ref());
        self.decided(id, answer, &previewed, call_id, context).await
    }

    /// What the call of this tool that staged the action has returned.
    fn previewed(&self, id: ActionId, tool: &str, call_id: &Arc<str>) -> Option<CallResult> {
        self.session().with_core(|core| {
            let payload = core.machine.action(id)?.payload;
            let tool_name = payload.tool.as_ref().filter(|name| &***name == tool)?;
            Some(CallResult {
                call_id: Arc::clone(call_id),
                tool_name: Arc::clone(tool_name),
                outcome: Ok(Arc::clone(payload.output.as_ref()?)),
                staged: Some(id),
            })
        })
    }

    /// What the action is called; nothing if somebody has resolved it already.
    fn label(&self, id: ActionId) -> String {
        let pending = self.session().pending_action(id);
        pending.map(|action| action.label.to_string()).unwrap_or_default()
    }
}

fn resolved_meanwhile(id: ActionId) -> String {
    format!("What was asked about, the action {id}, is not pending any more.")
}

fn nothing(result: &CallResult) -> Value {
    let mut structured = json!({ "status": "nothing" });
    add_details(&mut structured, result);
    structured
}

fn add_details(structured: &mut Value, result: &CallResult) {
    if let Some(details) = result.outcome().ok().and_then(|output| output.details()) {
        structured["details"] = result::value(details);
    }
}
