//! From a model's call to its one result.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::drive::Reached;
use super::{Outcome, RegisteredTool, Session, Shared, poll, report};
use crate::RESOLVE;
use crate::arguments::Arguments;
use crate::call::{CallResult, ToolCall};
use crate::context::CallContext;
use crate::error::{Aborted, CallError, ToolError};
use crate::handler::{ErasedKind, Handler, Previewing};
use crate::id::ActionId;
use crate::machine::NewAction;
use crate::output::Content;
use crate::pending::Payload;
use crate::preview::Staged;

impl Session {
    /// Carries one of a model's calls out, in the open turn if there is one. There is exactly one
    /// result, in every case; a call of a tool that the session does not know comes back as
    /// [`CallError::UnknownTool`], for the host to answer.
    ///
    /// # Cancellation safety
    ///
    /// As for [`Turn::call`](crate::Turn::call).
    pub fn call<'c>(
        &'c self,
        call: ToolCall<'c>,
        abort: &'c CancellationToken,
    ) -> impl Future<Output = CallResult> + Send + 'c {
        // Made here, so that a future which is dropped before its first poll is answered too.
        let mut answer = Answer::new(&self.shared, &call);
        async move {
            let (outcome, staged) = self.route(&call, abort, &mut answer).await;
            answer.give(outcome, staged)
        }
    }

    async fn route(
        &self,
        call: &ToolCall<'_>,
        abort: &CancellationToken,
        answer: &mut Answer<'_>,
    ) -> (Outcome, Option<ActionId>) {
        if abort.is_cancelled() {
            return (Err(Aborted::NotStarted.into()), None);
        }
        if call.name == RESOLVE {
            let call_id = answer.call_id();
            let reached = &mut answer.reached;
            // On the heap, so that the calls of all other tools are not as big as it is.
            let resolving = Box::pin(self.resolve_for_model(call, call_id, abort, reached));
            return (resolving.await, None);
        }
        if let Some(tool) = answer.tool {
            answer.reached.aborted = Aborted::DuringPreview;
            return self.preview(tool, call, abort).await;
        }
        let name = call.name.as_ref().into();
        (Err(CallError::UnknownTool { name }), None)
    }

    async fn preview(
        &self,
        tool: &RegisteredTool,
        call: &ToolCall<'_>,
        abort: &CancellationToken,
    ) -> (Outcome, Option<ActionId>) {
        let arguments = Arguments::new(&call.name, &call.arguments);
        let cx = CallContext::new(&call.id, abort, self.shared.surroundings());
        // What can be computed at once is computed here.
        let begun = poll::call_caught(|| tool.tool.preview(&arguments, &cx));
        let preview = match begun {
            Ok(Ok(Previewing::Running(running))) => poll::race(running, abort).await,
            Ok(Ok(Previewing::Ended(preview))) => Some(Ok(Ok(preview))),
            Ok(Err(error)) => Some(Ok(Err(error))),
            Err(panic) => Some(Err(panic)),
        };
        match preview.map(|ended| ended.map(|result| result.map(|preview| preview.0))) {
            None => (Err(Aborted::DuringPreview.into()), None),
            Some(Err(panic)) => {
                let text = format!("The tool `{}` panicked: {panic}", tool.name);
                (Err(ToolError::new(text).into()), None)
            }
            Some(Ok(Err(error))) => (Err(report::preview_failed(&*error)), None),
            Some(Ok(Ok(ErasedKind::Nothing(output)))) => (Ok(output), None),
            Some(Ok(Ok(ErasedKind::Stage(staged)))) => self.stage(tool, *staged),
        }
    }

    fn stage(
        &self,
        tool: &RegisteredTool,
        staged: Staged<Arc<dyn Handler>>,
    ) -> (Outcome, Option<ActionId>) {
        if staged.shown.as_slice().iter().all(Content::is_blank) {
            let text = format!(
                "The tool `{}` previewed nothing that can be shown, so that nobody could decide \
                 on it; nothing was staged and nothing was changed.",
                tool.name
            );
            return (Err(ToolError::new(text).into()), None);
        }
        let id = self.shared.fresh_id();
        let title = staged.title.as_deref().unwrap_or_else(|| tool.definition.title());
        let summary = staged.summary.filter(|summary| !summary.trim().is_empty());
        let label: Arc<str> = match &summary {
            Some(summary) => [title, ": ", summary].concat().into(),
            None => title.into(),
        };
        let (output, preamble) = report::preview_output(id, staged.shown, staged.details);
        let output = Arc::new(output);
        let payload = Payload {
            handler: staged.plan,
            tool: Some(Arc::clone(&tool.name)),
            title: staged.title,
            summary,
            output: Some(Arc::clone(&output)),
            preamble,
        };
        tracing::debug!(%id, label = &*label, "staged");
        let directive_label = Arc::clone(&tool.directive_label);
        let action = NewAction { label, directive_label, payload };
        self.with_core(|core| core.machine.stage(id, action));
        (Ok(output), Some(id))
    }
}

/// The one result of a call, owed until it is given.
struct Answer<'s> {
    shared: &'s Shared,
    tool: Option<&'s RegisteredTool>,
    /// Taken when the result is given.
    owed: Option<Owed>,
    /// What to say if the call's future is dropped now.
    reached: Reached,
}

/// To which call of which tool.
#[derive(Default)]
struct Owed {
    call_id: Arc<str>,
    tool_name: Arc<str>,
}

impl Owed {
    fn with(self, outcome: Outcome, staged: Option<ActionId>) -> CallResult {
        let Self { call_id, tool_name } = self;
        CallResult { call_id, tool_name, outcome, staged }
    }
}

impl<'s> Answer<'s> {
    fn new(shared: &'s Shared, call: &ToolCall<'_>) -> Self {
        let tool = shared.tool(&call.name);
        let tool_name = match tool {
            Some(tool) => Arc::clone(&tool.name),
            None if call.name == RESOLVE => Arc::clone(&shared.resolve_name),
            None => call.name.as_ref().into(),
        };
        let owed = Owed { call_id: call.id.as_ref().into(), tool_name };
        Self { shared, tool, owed: Some(owed), reached: Reached::nothing() }
    }

    fn call_id(&self) -> Arc<str> {
        self.owed.as_ref().map(|owed| Arc::clone(&owed.call_id)).unwrap_or_default()
    }

    fn give(mut self, outcome: Outcome, staged: Option<ActionId>) -> CallResult {
        self.owed.take().unwrap_or_default().with(outcome, staged)
    }
}

impl Drop for Answer<'_> {
    fn drop(&mut self) {
        if let Some(owed) = self.owed.take() {
            let aborted = Err(self.reached.aborted.into());
            let outcome = self.reached.outcome.take().unwrap_or(aborted);
            let result = owed.with(outcome, None);
            self.shared.with_core(|core| core.unanswered.push(result));
        }
    }
}
