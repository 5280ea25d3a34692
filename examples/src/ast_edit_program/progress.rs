//! How far a scan has come, on standard error.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use resolve_runtime::{Event, Session};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;

/// Shows progress events until it is dropped; nothing where standard error is no terminal.
#[derive(Debug)]
pub(super) struct ProgressDisplay {
    bar: ProgressBar,
    feed: JoinHandle<()>,
}

impl ProgressDisplay {
    pub(super) fn of(session: &Session) -> Option<Self> {
        if !io::stderr().is_terminal() {
            return None;
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} {msg} ({elapsed})") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        let feed = tokio::spawn(feed(session.subscribe(), bar.clone()));
        Some(Self { bar, feed })
    }
}

/// Shows what comes until nothing more can come.
async fn feed(mut events: broadcast::Receiver<Event>, bar: ProgressBar) {
    loop {
        match events.recv().await {
            Ok(Event::Progress(progress)) => {
                bar.set_position(progress.done);
                bar.set_message(progress.message.into_string());
            }
            // What was missed is out of date.
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        self.feed.abort();
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use resolve_runtime::prelude::*;
    use resolve_runtime::{CancellationToken, ToolCall};
    use serde_json::json;

    use super::*;

    /// Counts.
    #[preview_tool(apply = nothing)]
    async fn count(#[context] cx: &CallContext<'_>) -> Result<Preview<()>, BoxError> {
        for done in 1..=3_000 {
            cx.report_progress(done, None, "counted");
        }
        Ok(Preview::nothing("counted"))
    }

    async fn nothing((): &(), _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
        Ok(ToolOutput::text(""))
    }

    #[tokio::test]
    async fn a_display_that_fell_behind_catches_up() {
        let session = Session::builder().tool(Count).build().unwrap();
        let events = session.subscribe();
        let turn = session.begin_turn().await.unwrap();
        let call = ToolCall::from_value("1", "count", &json!({}));
        turn.call(call, &CancellationToken::new()).await;
        turn.finish();
        drop(session);
        let bar = ProgressBar::hidden();
        feed(events, bar.clone()).await;
        assert_eq!(bar.position(), 3_000);
    }
}
