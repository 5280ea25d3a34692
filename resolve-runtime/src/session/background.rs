//! Handlers in tasks of their own, and the callers that wait for them.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::Outcome;
use super::drive::Reached;
use super::poll::{drop_caught, poll_caught};
use super::settle::{Bearings, Ended};
use crate::events::Event;
use crate::handler::{BoxFuture, Done};

/// A handler in a task of its own.
pub(super) struct Background {
    pub(super) bearings: Bearings,
    pub(super) future: Option<BoxFuture<'static, Done>>,
    pub(super) told: Option<oneshot::Sender<Outcome>>,
}

impl Background {
    pub(super) async fn run(mut self) {
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
                self.bearings.shared.events.send(Event::Overdue { id, limit: *limit });
                overdue = None;
            }
            Poll::Pending
        })
        .await;
        drop_caught(self.future.take());
        let told = self.told.take();
        // Whoever wants the outcome has been told.
        let _ = self.bearings.settle(ended, told);
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // The runtime shuts down with the handler half-way.
        if let Some(future) = self.future.take() {
            drop_caught(future);
            let told = self.told.take();
            let _ = self.bearings.settle(Ended::CutOff, told);
        }
    }
}

/// A caller that waits for a handler in a task of its own.
pub(super) struct Waiting<'b> {
    bearings: &'b Bearings,
    reached: &'b mut Reached,
    outcome: oneshot::Receiver<Outcome>,
    /// Set as long as nobody was told that the caller is gone.
    attached: bool,
}

impl<'b> Waiting<'b> {
    pub(super) fn new(
        bearings: &'b Bearings,
        outcome: oneshot::Receiver<Outcome>,
        reached: &'b mut Reached,
    ) -> Self {
        Self { bearings, reached, outcome, attached: true }
    }

    pub(super) async fn wait(mut self, abort: &CancellationToken) -> Outcome {
        let aborted = self.reached.aborted;
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
            Poll::Ready(if running { None } else { self.outcome.try_recv().ok() })
        })
        .await;
        self.attached = false;
        outcome.unwrap_or_else(|| Err(aborted.into()))
    }

    fn detach(&mut self) -> bool {
        self.attached = false;
        self.bearings.shared.with_core(|core| core.machine.detach(self.bearings.claim))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        // An outcome that is there already is the call's result, although nobody took it.
        if self.attached && !self.detach() {
            self.reached.outcome = self.outcome.try_recv().ok();
        }
    }
}
