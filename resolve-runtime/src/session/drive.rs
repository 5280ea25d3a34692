//! Driving handlers: an apply that has begun is never dropped.
//!
//! A handler is polled once where it is called. One that has not ended by then moves to a task of
//! its own as soon as it may have an effect, so that neither an abort nor a dropped or forgotten
//! caller reaches it any more. The many handlers that end at once cost no task.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::background::{Background, Waiting};
use super::poll::{call_caught, drop_caught, poll_caught};
use super::settle::{Bearings, Ended};
use super::{Gate, Outcome, Shared};
use crate::error::{Aborted, CallError, ToolError};
use crate::handler::{AnyExtra, BoxFuture, Done, DoneEnd, Handler, Job};
use crate::machine::{ActionState, Claim};
use crate::resolution::{Action, Resolution};
use crate::sync::Spawner;

/// A claimed action and what to do with it.
pub(super) struct Errand {
    pub(super) shared: Arc<Shared>,
    pub(super) claim: Claim,
    pub(super) handler: Arc<dyn Handler>,
    pub(super) tool: Option<Arc<str>>,
    pub(super) label: Arc<str>,
    pub(super) resolution: Resolution,
    pub(super) extra: Option<AnyExtra>,
    pub(super) call_id: Arc<str>,
    pub(super) by_host: bool,
}

/// How far a call has come, for the case that its future is dropped now.
#[derive(Debug)]
pub(super) struct Reached {
    pub(super) aborted: Aborted,
    /// The outcome, if the handler has ended by itself before that.
    pub(super) outcome: Option<Outcome>,
}

impl Reached {
    pub(super) fn nothing() -> Self {
        Self { aborted: Aborted::NotStarted, outcome: None }
    }
}

/// Carries a claimed decision out.
pub(super) async fn carry_out(
    errand: Errand,
    abort: &CancellationToken,
    reached: &mut Reached,
) -> Outcome {
    let action = errand.resolution.action;
    reached.aborted = Aborted::BeforeApply;
    let mut run = Run::start(errand, abort)?;
    let step = {
        let mut cancelled = pin!(abort.cancelled());
        poll_fn(|cx| {
            if let Poll::Ready(ended) = run.poll(cx) {
                return Poll::Ready(Step::Ended(ended));
            }
            if run.has_effects() {
                return Poll::Ready(Step::InBackground(run.hand_over()));
            }
            cancelled.as_mut().poll(cx).map(|()| Step::Aborted)
        })
        .await
    };
    match step {
        Step::Ended(Ended::Done(Done { end: DoneEnd::NotBegun, .. })) | Step::Aborted => {
            Err(run.give_up(abort))
        }
        Step::Ended(ended) => run.settle(ended),
        Step::InBackground(outcome) => {
            reached.aborted = match action {
                Action::Apply => Aborted::DuringApply,
                Action::Discard => Aborted::DuringDiscard,
            };
            Waiting::new(&run.bearings, outcome, reached).wait(abort).await
        }
    }
}

enum Step {
    Ended(Ended),
    InBackground(oneshot::Receiver<Outcome>),
    Aborted,
}

/// A handler that runs where it was called.
struct Run {
    bearings: Bearings,
    /// Taken when the run has ended or moved to a task.
    future: Option<BoxFuture<'static, Done>>,
    spawner: Spawner,
}

impl Run {
    fn start(errand: Errand, abort: &CancellationToken) -> Result<Self, ToolError> {
        let Errand { shared, claim, handler, tool, label, resolution, extra, call_id, by_host } =
            errand;
        let spawner = match runtime_for(shared.handler_limit) {
            Ok(spawner) => spawner,
            Err(missing) => {
                Bearings { shared, claim, tool, label, decided: None }.release();
                return Err(missing);
            }
        };
        let decided = by_host.then(|| (resolution.decider, resolution.reason.clone()));
        let action = resolution.action;
        let job = Job {
            id: claim.id,
            call_id,
            tool: tool.clone().unwrap_or_default(),
            label: Arc::clone(&label),
            resolution,
            extra,
            abort: abort.clone(),
            gate: Gate::new(Arc::clone(&shared), claim),
        };
        let future = match action {
            Action::Apply => handler.apply(job),
            Action::Discard => handler.reject(job),
        };
        let bearings = Bearings { shared, claim, tool, label, decided };
        Ok(Self { bearings, future: Some(future), spawner })
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Ended> {
        poll_caught(&mut self.future, cx).map(Ended::from)
    }

    /// Whether the handler may not be dropped any more.
    fn has_effects(&self) -> bool {
        self.bearings.state() != ActionState::Verifying
    }

    /// Moves the handler to a task of its own.
    fn hand_over(&mut self) -> oneshot::Receiver<Outcome> {
        let (told, outcome) = oneshot::channel();
        let background = Background {
            bearings: self.bearings.clone(),
            future: self.future.take(),
            told: Some(told),
        };
        self.spawner.spawn(background.run());
        outcome
    }

    fn settle(&mut self, ended: Ended) -> Outcome {
        drop_caught(self.future.take());
        self.bearings.settle(ended, None)
    }

    /// Gives the claim back: nothing has begun.
    fn give_up(&mut self, abort: &CancellationToken) -> CallError {
        drop_caught(self.future.take());
        let withdrawn = self.bearings.release();
        if abort.is_cancelled() || !withdrawn {
            Aborted::BeforeApply.into()
        } else {
            let label = &self.bearings.label;
            ToolError::new(format!("{label}: was withdrawn. Nothing was applied.")).into()
        }
    }
}

/// What a handler needs before it begins: once it has, it must not be cut off.
fn runtime_for(handler_limit: Option<Duration>) -> Result<Spawner, ToolError> {
    let spawner = Spawner::current().ok_or_else(|| {
        ToolError::new(
            "This session needs a tokio runtime to resolve actions: call it from a task of one. \
             Nothing was applied or discarded.",
        )
    })?;
    if let Some(limit) = handler_limit {
        call_caught(|| drop(tokio::time::sleep(limit))).map_err(|_| {
            ToolError::new(
                "This session has a `handler_limit`, which needs a tokio runtime whose timer is \
                 enabled. Nothing was applied or discarded.",
            )
        })?;
    }
    Ok(spawner)
}

impl Drop for Run {
    fn drop(&mut self) {
        // The caller was dropped while the action was being verified.
        if let Some(future) = self.future.take() {
            drop_caught(future);
            self.bearings.release();
        }
    }
}
