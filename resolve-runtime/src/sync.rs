//! The primitives that a scheduler for tests has to see: under `--cfg resolve_shuttle` every lock
//! and every spawned task is a point where it may switch.

use std::sync::PoisonError;

#[cfg(not(resolve_shuttle))]
pub(crate) use std::sync::{Mutex, MutexGuard};

#[cfg(resolve_shuttle)]
pub(crate) use shuttle::sync::{Mutex, MutexGuard};

/// Locks; a panic elsewhere under the lock leaves data behind that is whole all the same: the one
/// code of a host's that runs there, the iterator of a sequence, is asked before anything changes.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where tasks are spawned.
#[cfg(not(resolve_shuttle))]
#[derive(Debug)]
pub(crate) struct Spawner(tokio::runtime::Handle);

#[cfg(not(resolve_shuttle))]
impl Spawner {
    /// The runtime of the task that asks, if there is one.
    pub(crate) fn current() -> Option<Self> {
        tokio::runtime::Handle::try_current().ok().map(Self)
    }

    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        drop(self.0.spawn(task));
    }
}

#[cfg(resolve_shuttle)]
#[derive(Debug)]
pub(crate) struct Spawner;

#[cfg(resolve_shuttle)]
impl Spawner {
    pub(crate) fn current() -> Option<Self> {
        Some(Self)
    }

    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        shuttle::future::spawn(task);
    }
}
