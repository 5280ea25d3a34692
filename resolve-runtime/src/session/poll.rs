//! Polling code of others: panics are caught.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll};

use tokio_util::sync::CancellationToken;

use crate::handler::{BoxFuture, Done};

/// Runs a future that may be dropped against a cancellation; none if it was cancelled first. A
/// panic is returned as its message.
pub(super) async fn race<T>(
    future: impl Future<Output = T> + Send,
    abort: &CancellationToken,
) -> Option<Result<T, Box<str>>> {
    let mut future = pin!(future);
    let mut cancelled = pin!(abort.cancelled());
    poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
        Ok(Poll::Ready(value)) => Poll::Ready(Some(Ok(value))),
        Ok(Poll::Pending) => cancelled.as_mut().poll(cx).map(|()| None),
        Err(panic) => Poll::Ready(Some(Err(panic_message(&*panic)))),
    })
    .await
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
            let message = panic_message(&*panic);
            let ruins = future.take();
            // What is left of it may panic once more.
            let _ = catch_unwind(AssertUnwindSafe(move || drop(ruins)));
            Poll::Ready(Err(message))
        }
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> Box<str> {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("with a value that is no text").into()
}
