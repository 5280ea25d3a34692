//! Call-backs whose outcomes a scenario dictates.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use resolve_runtime::{BoxError, PendingAction, ResolveRequest, ToolError, ToolOutput};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::scenario::{Callbacks, Outcome, Outcomes, Throw};

/// What the call-backs of one scenario share.
#[derive(Debug, Default)]
pub(super) struct Stage {
    gates: Mutex<HashMap<String, Arc<Notify>>>,
    /// The call-backs that have begun since they were last taken.
    begun: Mutex<Vec<Value>>,
    pub(super) changed: Notify,
}

impl Stage {
    pub(super) fn gate(&self, name: &str) -> Arc<Notify> {
        Arc::clone(self.gates.lock().unwrap().entry(name.to_owned()).or_default())
    }

    pub(super) fn take_begun(&self) -> Vec<Value> {
        std::mem::take(&mut *self.begun.lock().unwrap())
    }

    pub(super) fn has_begun(&self) -> bool {
        !self.begun.lock().unwrap().is_empty()
    }

    fn begin(&self, kind: &str, label: &str, request: &ResolveRequest) {
        let mut call = json!({ "cb": kind, "label": label, "reason": request.reason() });
        if let Some(extra) = request.extra() {
            call["extra"] = extra.clone().into();
        }
        self.begun.lock().unwrap().push(call);
        self.changed.notify_waiters();
    }
}

impl Outcomes {
    fn take(&self, calls: &AtomicUsize) -> Outcome {
        match self {
            Self::Always(outcome) => outcome.clone(),
            Self::Each(outcomes) => {
                let call = calls.fetch_add(1, Ordering::Relaxed).min(outcomes.len() - 1);
                outcomes[call].clone()
            }
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("outer failure")]
struct Wrapper(#[source] ToolError);

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Plain(String);

/// Does what the scenario says: none where a reject handler returns nothing.
async fn perform(outcome: Outcome, stage: &Stage) -> Result<Option<ToolOutput>, BoxError> {
    if let Some(hold) = &outcome.hold {
        stage.gate(hold).notified().await;
    }
    let message = outcome.message;
    match outcome.throws {
        None => {}
        Some(Throw::Error) => return Err(Plain(message).into()),
        Some(Throw::ToolError) => return Err(ToolError::new(message).into()),
        Some(Throw::WrappedToolError) => return Err(Wrapper(ToolError::new(message)).into()),
        Some(Throw::Panic) => std::panic::panic_any(message),
    }
    Ok(outcome.ok.map(|text| {
        let output =
            if outcome.is_error { ToolOutput::error(text) } else { ToolOutput::text(text) };
        output.with_details(outcome.details)
    }))
}

/// The action that a scenario describes.
pub(super) fn action(callbacks: Callbacks, stage: &Arc<Stage>) -> PendingAction {
    let Callbacks { label, tool, apply, reject } = callbacks;
    let make = |kind: &'static str, outcomes: Outcomes| {
        let (stage, label) = (Arc::clone(stage), label.clone());
        let calls = AtomicUsize::new(0);
        move |request: ResolveRequest| {
            let outcome = outcomes.take(&calls);
            let (stage, label) = (Arc::clone(&stage), label.clone());
            async move {
                stage.begin(kind, &label, &request);
                perform(outcome, &stage).await
            }
        }
    };
    let apply = make("apply", apply);
    let draft = PendingAction::new(label.clone()).source_tool(tool);
    let action = draft.apply(move |request| {
        let applied = apply(request);
        async move { applied.await.map(Option::unwrap_or_default) }
    });
    match reject {
        Some(reject) => action.reject(make("reject", reject)),
        None => action,
    }
}
