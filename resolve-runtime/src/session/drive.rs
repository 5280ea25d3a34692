//! Driving handlers: an apply that has begun is never dropped.
//!
//! A handler is polled once where it is called. One that has not ended by then moves to a task of
//! its own as soon as it may have an effect, so that neither an abort nor a dropped or forgotten
//! caller reaches it any more. The many handlers that end at once cost no task.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::{Gate, Outcome, Reminder, Shared, report};
use crate::error::{Aborted, ToolError};
use crate::events::Event;
use crate::handler::{AnyExtra, BoxFuture, Done, DoneEnd, Handler, Job};
use crate::machine::{ActionState, Claim, End, Settled};
use crate::pending::Payload;
use crate::resolution::{Action, Decider, Resolution};
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

/// Carries a claimed decision out.
pub(super) async fn carry_out(
    errand: Errand,
    abort: &CancellationToken,
    reached: &mut Aborted,
) -> Outcome {
    let action = errand.resolution.action;
    *reached = Aborted::BeforeApply;
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
        Step::Ended(Ended::Done(Done {
            end: DoneEnd::NotBegun,
            ..
        }))
        | Step::Aborted => Err(run.give_up(abort)),
        Step::Ended(ended) => run.settle(ended),
        Step::InBackground(outcome) => {
            *reached = match action {
                Action::Apply => Aborted::DuringApply,
                Action::Discard => Aborted::DuringDiscard,
            };
            Waiting::new(&run.bearings, outcome)
                .wait(abort, *reached)
                .await
        }
    }
}

enum Step {
    Ended(Ended),
    InBackground(oneshot::Receiver<Outcome>),
    Aborted,
}

enum Ended {
    Done(Done),
    Panicked(Box<str>),
    CutOff,
}

/// What is known of a run beside its future.
#[derive(Clone)]
struct Bearings {
    shared: Arc<Shared>,
    claim: Claim,
    tool: Option<Arc<str>>,
    label: Arc<str>,
    /// Who decided and why, where the model has to be told.
    decided: Option<(Decider, Box<str>)>,
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
        let Errand {
            shared,
            claim,
            handler,
            tool,
            label,
            resolution,
            extra,
            call_id,
            by_host,
        } = errand;
        let Some(spawner) = Spawner::current() else {
            shared.with_core(|core| core.machine.release(claim));
            return Err(ToolError::new(
                "This session needs a tokio runtime to resolve actions: call it from a task of \
                 one. Nothing was applied or discarded.",
            ));
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
        let bearings = Bearings {
            shared,
            claim,
            tool,
            label,
            decided,
        };
        Ok(Self {
            bearings,
            future: Some(future),
            spawner,
        })
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
        self.future = None;
        self.bearings.settle(ended, None)
    }

    /// Gives the claim back: nothing has begun.
    fn give_up(&mut self, abort: &CancellationToken) -> crate::CallError {
        self.future = None;
        let withdrawn = self.bearings.release();
        if abort.is_cancelled() || !withdrawn {
            Aborted::BeforeApply.into()
        } else {
            let label = &self.bearings.label;
            ToolError::new(format!("{label}: was withdrawn. Nothing was applied.")).into()
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        // The caller was dropped while the action was being verified.
        if self.future.take().is_some() {
            self.bearings.release();
        }
    }
}

impl Bearings {
    fn state(&self) -> ActionState {
        // Where the state is unknown, the handler counts as one that must not be dropped.
        self.shared
            .with_core(|core| core.machine.claimed_state(self.claim))
            .unwrap_or(ActionState::Applying)
    }

    /// Gives the claim back. True if the action is withdrawn.
    fn release(&self) -> bool {
        let withdrawn = self.shared.with_core(|core| {
            core.machine.release(self.claim);
            core.machine.action(self.claim.id).is_none()
        });
        self.shared.settled.notify_waiters();
        withdrawn
    }

    /// Records the outcome, and only then lets anybody know.
    fn settle(&self, ended: Ended, told: Option<oneshot::Sender<Outcome>>) -> Outcome {
        let (end, outcome) = match ended {
            Ended::Done(done) => report::ended(done, self.tool.as_ref(), &self.label),
            Ended::Panicked(panic) => report::panicked(self.state(), &panic, self.tool.as_ref()),
            Ended::CutOff => report::interrupted(&self.label),
        };
        tracing::debug!(id = %self.claim.id, label = &*self.label, ?end, "settled");
        let applied = end == End::Applied;
        let settled = self.shared.with_core(|core| {
            let settled = core.machine.settle(self.claim, end, Some(outcome.clone()));
            let notice = settled
                .as_ref()
                .and_then(|settled| self.notice(settled, applied));
            if let Some(notice) = notice {
                core.machine.push_notice(notice);
            }
            let waiters = match core.waiters.is_empty() {
                true => None,
                false => core.waiters.remove(&self.claim.id),
            };
            for waiter in waiters.into_iter().flatten().chain(told) {
                // Whoever waited may be gone.
                let _ = waiter.send(outcome.clone());
            }
            settled
        });
        drop(settled);
        self.shared.settled.notify_waiters();
        outcome
    }

    /// What the model has to be told, since it did not see it.
    fn notice(&self, settled: &Settled<Payload>, applied: bool) -> Option<Reminder> {
        let (id, state) = (self.claim.id, settled.state);
        match (&self.decided, state) {
            (_, ActionState::Withdrawn) if applied => Some(Reminder::ended(id, state, &self.label)),
            (_, ActionState::Pending | ActionState::Withdrawn) => None,
            (Some((decider, reason)), _) => {
                Some(Reminder::decided(id, state, &self.label, *decider, reason))
            }
            // The abort error has said so.
            (None, ActionState::Discarded) => None,
            (None, _) => settled
                .detached
                .then(|| Reminder::ended(id, state, &self.label)),
        }
    }
}

/// A handler in a task of its own.
struct Background {
    bearings: Bearings,
    future: Option<BoxFuture<'static, Done>>,
    told: Option<oneshot::Sender<Outcome>>,
}

impl Background {
    async fn run(mut self) {
        let mut overdue = self
            .bearings
            .shared
            .handler_limit
            .map(|limit| (limit, Box::pin(tokio::time::sleep(limit))));
        let ended = poll_fn(|cx| {
            if let Poll::Ready(caught) = poll_caught(&mut self.future, cx) {
                return Poll::Ready(Ended::from(caught));
            }
            if let Some((limit, sleep)) = &mut overdue
                && sleep.as_mut().poll(cx).is_ready()
            {
                let id = self.bearings.claim.id;
                self.bearings
                    .shared
                    .events
                    .send(Event::Overdue { id, limit: *limit });
                overdue = None;
            }
            Poll::Pending
        })
        .await;
        self.future = None;
        let told = self.told.take();
        // Whoever wants the outcome has been told.
        let _ = self.bearings.settle(ended, told);
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // The runtime shuts down with the handler half-way.
        if self.future.take().is_some() {
            let told = self.told.take();
            let _ = self.bearings.settle(Ended::CutOff, told);
        }
    }
}

/// A caller that waits for a handler in a task of its own.
struct Waiting<'b> {
    bearings: &'b Bearings,
    outcome: oneshot::Receiver<Outcome>,
    /// Set as long as nobody was told that the caller is gone.
    attached: bool,
}

impl<'b> Waiting<'b> {
    fn new(bearings: &'b Bearings, outcome: oneshot::Receiver<Outcome>) -> Self {
        Self {
            bearings,
            outcome,
            attached: true,
        }
    }

    async fn wait(mut self, abort: &CancellationToken, aborted: Aborted) -> Outcome {
        let mut cancelled = pin!(abort.cancelled());
        let outcome = poll_fn(|cx| {
            // The outcome first: an abort that comes after it changes nothing.
            if let Poll::Ready(outcome) = Pin::new(&mut self.outcome).poll(cx) {
                return Poll::Ready(outcome.ok());
            }
            if cancelled.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            // It may have settled between the two.
            let running = self.detach();
            Poll::Ready(if running {
                None
            } else {
                self.outcome.try_recv().ok()
            })
        })
        .await;
        self.attached = false;
        outcome.unwrap_or_else(|| Err(aborted.into()))
    }

    fn detach(&mut self) -> bool {
        self.attached = false;
        self.bearings
            .shared
            .with_core(|core| core.machine.detach(self.bearings.claim))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.attached {
            self.detach();
        }
    }
}

/// Runs a future that may be dropped against a cancellation; none if it was cancelled first. A
/// panic is returned as its message.
pub(super) async fn race<T>(
    future: impl Future<Output = T> + Send,
    abort: &CancellationToken,
) -> Option<Result<T, Box<str>>> {
    let mut future = pin!(future);
    let mut cancelled = pin!(abort.cancelled());
    poll_fn(
        |cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(Poll::Ready(value)) => Poll::Ready(Some(Ok(value))),
            Ok(Poll::Pending) => cancelled.as_mut().poll(cx).map(|()| None),
            Err(panic) => Poll::Ready(Some(Err(panic_message(&*panic)))),
        },
    )
    .await
}

/// Polls a handler; one that panicked is dropped, and its panic caught.
fn poll_caught(
    future: &mut Option<BoxFuture<'static, Done>>,
    cx: &mut Context<'_>,
) -> Poll<Result<Done, Box<str>>> {
    let Some(running) = future else {
        return Poll::Pending;
    };
    match catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(cx))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => {
            let message = panic_message(&*panic);
            let ruins = future.take();
            // What is left of it may panic once more.
            let _ = catch_unwind(AssertUnwindSafe(move || drop(ruins)));
            Poll::Ready(Err(message))
        }
    }
}

impl From<Result<Done, Box<str>>> for Ended {
    fn from(caught: Result<Done, Box<str>>) -> Self {
        match caught {
            Ok(done) => Self::Done(done),
            Err(panic) => Self::Panicked(panic),
        }
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> Box<str> {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("with a value that is no text").into()
}
