//! What handlers did to the world, counted so that tests can hold the runtime to it.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use resolve_runtime::{Action, ActionId, ToolCall};
use serde_json::json;
use tokio::sync::Semaphore;

/// A `resolve` call of the model's. Its id is its reason, so that effects can be traced to it.
#[must_use]
pub fn resolve_call(id: &str, action: Action) -> ToolCall<'static> {
    let arguments = json!({ "action": action, "reason": id });
    ToolCall::from_value(id.to_owned(), "resolve", &arguments)
}

/// Polls a future once.
pub async fn poll_once<F: Future>(future: &mut Pin<Box<F>>) -> Poll<F::Output> {
    poll_fn(|cx| Poll::Ready(future.as_mut().poll(cx))).await
}

/// Where handlers wait until the test lets them go on.
#[derive(Debug, Clone)]
pub struct Gate(Arc<Semaphore>);

impl Gate {
    /// A gate that nobody passes yet.
    #[must_use]
    pub fn closed() -> Self {
        Self(Arc::new(Semaphore::new(0)))
    }

    /// Lets everybody pass, from now on.
    pub fn open(&self) {
        self.0.close();
    }

    /// Waits until the gate is open.
    pub async fn pass(&self) {
        // Closing the semaphore is what opens the gate.
        let _ = self.0.acquire().await;
    }
}

/// What happened to one action's apply.
#[derive(Debug, Clone, Default)]
pub struct Applies {
    /// The reasons of those that began, in order.
    pub begun: Vec<String>,
    /// The reasons of those that succeeded.
    pub succeeded: Vec<String>,
    /// How many failed or panicked by themselves.
    pub failed: usize,
    /// How many were dropped before they had ended.
    pub dropped: usize,
    /// How many run.
    pub running: usize,
    /// How many ran at once, at most.
    pub at_once: usize,
}

/// What handlers did. Clones are one account.
#[derive(Debug, Clone, Default)]
pub struct Effects(Arc<Mutex<HashMap<ActionId, Applies>>>);

impl Effects {
    fn all(&self) -> MutexGuard<'_, HashMap<ActionId, Applies>> {
        // Some of the handlers panic on purpose.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What happened to the apply of one action.
    #[must_use]
    pub fn of(&self, id: ActionId) -> Applies {
        self.all().get(&id).cloned().unwrap_or_default()
    }

    /// Whether nothing was ever applied, not even in part.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.all().is_empty()
    }

    /// Says that an apply begins.
    pub fn begin(&self, id: ActionId, reason: &str) -> Running {
        let mut all = self.all();
        let applies = all.entry(id).or_default();
        applies.begun.push(reason.to_owned());
        applies.running += 1;
        applies.at_once = applies.at_once.max(applies.running);
        Running { effects: self.clone(), id, reason: reason.to_owned(), ended: false }
    }
}

/// An apply that runs. Dropped without a word of how it ended, it was dropped half-way.
#[derive(Debug)]
#[must_use]
pub struct Running {
    effects: Effects,
    id: ActionId,
    reason: String,
    ended: bool,
}

impl Running {
    /// It has had its effect.
    pub fn succeed(self) {
        let reason = self.reason.clone();
        self.end(|applies| applies.succeeded.push(reason));
    }

    /// It has failed.
    pub fn fail(self) {
        self.end(|applies| applies.failed += 1);
    }

    fn end(mut self, record: impl FnOnce(&mut Applies)) {
        self.ended = true;
        record(self.effects.all().entry(self.id).or_default());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut all = self.effects.all();
        let applies = all.entry(self.id).or_default();
        applies.running -= 1;
        if self.ended {
            return;
        }
        if std::thread::panicking() {
            applies.failed += 1;
        } else {
            applies.dropped += 1;
        }
    }
}
