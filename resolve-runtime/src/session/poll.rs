//! Polling code of others: panics are caught.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};

use crate::handler::{BoxFuture, Done};

/// Runs a future that may be dropped against a cancellation; none if it was cancelled first. A
/// panic is returned as its message.
pub(super) async fn race<F: Future + Unpin + Send>(
    future: F,
    abort: &CancellationToken,
) -> Option<Result<F::Output, Box<str>>> {
    let mut future = Racer(Some(future));
    // Waited for from the first time on that the future has not ended: most end at once.
    let mut cancelled = pin!(None::<WaitForCancellationFuture<'_>>);
    poll_fn(|cx| match call_caught(|| future.poll(cx)) {
        Ok(Poll::Ready(value)) => Poll::Ready(Some(Ok(value))),
        Ok(Poll::Pending) => {
            if cancelled.is_none() {
                cancelled.set(Some(abort.cancelled()));
            }
            let waiting = cancelled.as_mut().as_pin_mut();
            waiting.map_or(Poll::Pending, |waiting| waiting.poll(cx)).map(|()| None)
        }
        Err(panic) => Poll::Ready(Some(Err(panic))),
    })
    .await
}

/// A future whose destructor may panic in vain.
struct Racer<F>(Option<F>);

impl<F: Future + Unpin> Racer<F> {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<F::Output> {
        match &mut self.0 {
            Some(future) => Pin::new(future).poll(cx),
            None => Poll::Pending,
        }
    }
}

impl<F> Drop for Racer<F> {
    fn drop(&mut self) {
        drop_caught(self.0.take());
    }
}

/// Polls a handler; one that panicked is dropped, and its panic caught.
pub(super) fn poll_caught(
    future: &mut Option<BoxFuture<'static, Done>>,
    cx: &mut Context<'_>,
) -> Poll<Result<Done, Box<str>>> {
    let Some(running) = future else {
        return Poll::Pending;
    };
    match catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(cx))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => {
            drop_caught(future.take());
            Poll::Ready(Err(panic_message(&*panic)))
        }
    }
}

/// Drops what others made; a destructor that panics does so in vain.
pub(super) fn drop_caught<T>(value: T) {
    let _ = catch_unwind(AssertUnwindSafe(move || drop(value)));
}

/// Calls code of others; a panic is returned as its message.
pub(super) fn call_caught<T>(call: impl FnOnce() -> T) -> Result<T, Box<str>> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| panic_message(&*panic))
}

fn panic_message(panic: &(dyn Any + Send)) -> Box<str> {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("with a value that is no text").into()
}
