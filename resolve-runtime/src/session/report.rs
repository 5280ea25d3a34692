//! The words in which outcomes are told.

use std::error::Error;
use std::sync::Arc;

use super::{Outcome, SessionTypes};
use crate::error::{CallError, ToolError};
use crate::handler::{Done, DoneEnd};
use crate::id::ActionId;
use crate::machine::{ActionState, ClaimError, End, Machine};
use crate::output::{Content, Details, Pieces, ToolOutput};
use crate::resolution::{Action, Resolution, ResolveDetails};

const PREVIEW_BEFORE_ID: &str =
    "Nothing has been changed yet: this is a preview, pending as action ";
const PREVIEW_AFTER_ID: &str = ".\n";

const NOTHING_PENDING: &str = "No pending action to resolve. Nothing to apply or discard.";

/// What a preview call answers, and how many bytes of its first text are ours: the first line says
/// that nothing was changed.
pub(super) fn preview_output(
    id: ActionId,
    mut shown: Pieces,
    details: Option<Details>,
) -> (ToolOutput, usize) {
    let mut buffer = [0; ActionId::TEXT_LENGTH];
    let preamble = [PREVIEW_BEFORE_ID, id.encode(&mut buffer), PREVIEW_AFTER_ID];
    let length = preamble.iter().map(|part| part.len()).sum();
    if let Some(Content::Text { text }) = shown.first_mut() {
        let [before, id, after] = preamble;
        *text = [before, id, after, text.as_str()].concat();
    } else {
        shown.push_first(Content::text(preamble.concat()));
    }
    let output = ToolOutput { content: shown, is_error: false, details };
    (output, length)
}

/// A preview's own `ToolError` as it is, anything else by its message.
pub(super) fn preview_failed(error: &(dyn Error + 'static)) -> CallError {
    let found = ToolError::find(error).cloned();
    found.unwrap_or_else(|| ToolError::new(error.to_string())).into()
}

/// Why a `resolve` call of the model's reaches nothing.
pub(super) fn no_target(error: &ClaimError) -> CallError {
    let text = match error {
        ClaimError::TurnUsed => {
            "This turn has already resolved an action; the next one is for the \
                                 next turn. Nothing was applied or discarded by this call."
                .to_owned()
        }
        ClaimError::StillRunning { label, state } => {
            format!("{label}: is still {state}. Nothing was begun by this call.")
        }
        ClaimError::Over(state) => format!(
            "The action that this turn asks about is {state} already: somebody else was faster. \
             Nothing was applied or discarded by this call."
        ),
        _ => NOTHING_PENDING.to_owned(),
    };
    ToolError::new(text).into()
}

/// What a host is told about an action that it cannot resolve any more: the first outcome, if it
/// wants just that.
pub(super) fn over(
    id: ActionId,
    action: Action,
    error: &ClaimError,
    machine: &Machine<SessionTypes>,
) -> Outcome {
    let ClaimError::Over(state) = *error else {
        return Err(CallError::UnknownAction { id });
    };
    let kept = machine.ended(id).and_then(|(_, outcome)| outcome.cloned());
    match (state, action, kept) {
        (ActionState::Applied, Action::Apply, Some(outcome))
        | (ActionState::Discarded, Action::Discard, Some(outcome)) => outcome,
        _ => Err(CallError::AlreadyOver { id, state }),
    }
}

/// What is told of a handler that ended, and what that means for the action.
pub(super) fn ended(done: Done, tool: Option<&Arc<str>>, label: &Arc<str>) -> (End, Outcome) {
    let Done { end, resolution } = done;
    match end {
        DoneEnd::Applied(output) => (End::Applied, Ok(resolved(output, resolution, tool, label))),
        DoneEnd::Failed(error) => apply_failed(&*error),
        DoneEnd::Stale(error) => stale(&error.to_string(), tool),
        // Nothing was begun, so nothing is over. The caller releases the claim before it gets here.
        DoneEnd::NotBegun => apply_failed(&ToolError::new("It was not begun.")),
        DoneEnd::Discarded(output) => {
            let output = output.unwrap_or_else(|| {
                ToolOutput::text(format!("Discarded: {label}. Reason: {}", resolution.reason))
            });
            (End::Discarded, Ok(resolved(output, resolution, tool, label)))
        }
        DoneEnd::DiscardFailed(error) => (End::Discarded, Err(CallError::from_handler(error))),
    }
}

/// A handler that panicked, or was cut off.
pub(super) fn panicked(state: ActionState, panic: &str, tool: Option<&Arc<str>>) -> (End, Outcome) {
    let message = format!("panicked: {panic}");
    match state {
        ActionState::Applying => {
            let text = format!("Apply failed: {message}");
            (End::Failed(message.into()), Err(ToolError::new(text).into()))
        }
        ActionState::Discarding => {
            let text = format!("Discard failed: {message}. The action is discarded all the same.");
            (End::Discarded, Err(ToolError::new(text).into()))
        }
        // It cannot be told whether the world has moved: nothing is written then.
        _ => stale(&message, tool),
    }
}

/// A handler that was cut off by the end of the async runtime.
pub(super) fn cut_off(state: ActionState, label: &str) -> (End, Outcome) {
    let text = format!("{label}: was cut off by the end of the async runtime.");
    let end = match state {
        ActionState::Discarding => End::Discarded,
        _ => End::Interrupted,
    };
    (end, Err(ToolError::new(text).into()))
}

fn apply_failed(error: &(dyn Error + 'static)) -> (End, Outcome) {
    let message = error.to_string();
    let told = match ToolError::find(error) {
        Some(told) => told.clone(),
        None => ToolError::new(format!("Apply failed: {message}")),
    };
    (End::Failed(message.into()), Err(told.into()))
}

fn stale(message: &str, tool: Option<&Arc<str>>) -> (End, Outcome) {
    let message = message.trim_end();
    let stop = if message.ends_with(['.', '!', '?']) { "" } else { "." };
    let again = match tool {
        Some(tool) => format!("Call {tool} again."),
        None => "Preview it again.".to_owned(),
    };
    let text = format!("Preview is stale: {message}{stop} {again}");
    (End::Stale(message.into()), Err(ToolError::new(text).into()))
}

/// A handler's output with the resolve details in the place of its own.
fn resolved(
    mut output: ToolOutput,
    resolution: Resolution,
    tool: Option<&Arc<str>>,
    label: &Arc<str>,
) -> Arc<ToolOutput> {
    output.details = Some(Details::Resolve(Box::new(ResolveDetails {
        action: resolution.action,
        reason: resolution.reason,
        extra: resolution.extra,
        source_tool_name: tool.cloned(),
        label: Some(Arc::clone(label)),
        source_result_details: output.details.map(Box::new),
    })));
    Arc::new(output)
}
