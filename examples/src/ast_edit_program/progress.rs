//! How far a scan has come, on standard error.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use resolve_runtime::{Event, Session};
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
        let mut events = session.subscribe();
        let shown = bar.clone();
        let feed = tokio::spawn(async move {
            while let Ok(event) = events.recv().await {
                if let Event::Progress(progress) = event {
                    shown.set_position(progress.done);
                    shown.set_message(progress.message.into_string());
                }
            }
        });
        Some(Self { bar, feed })
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        self.feed.abort();
        self.bar.finish_and_clear();
    }
}
