//! What the program prints.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::pin::pin;

use anstyle::{AnsiColor, Style};
use resolve_runtime::{CallError, Content, Details, Event, ToolOutput, escape_for_terminal};
use serde::Serialize;
use serde_json::json;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

/// Prints for people, or one JSON line a thing. Where standard output cannot be written to, it goes
/// quiet: what is being done to files does not depend on who reads of it.
pub(super) struct Printer {
    out: Box<dyn Write + Send>,
    colour: bool,
    /// Given where JSON lines are printed.
    events: Option<broadcast::Receiver<Event>>,
    quiet: bool,
    error: Option<io::Error>,
}

impl Printer {
    /// Prints JSON lines where `events` are given.
    pub(super) fn new(events: Option<broadcast::Receiver<Event>>) -> Self {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = !no_colour && io::stdout().is_terminal();
        Self::to(io::stdout(), colour, events)
    }

    pub(super) fn to(
        out: impl Write + Send + 'static,
        colour: bool,
        events: Option<broadcast::Receiver<Event>>,
    ) -> Self {
        Self { out: Box::new(out), colour, events, quiet: false, error: None }
    }

    /// Why standard output could not be written to. A reader that has had enough is no error.
    pub(super) fn check(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }

    /// Does `work`, and prints the events as they come.
    pub(super) async fn during<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        while let Some(events) = &mut self.events {
            let received = tokio::select! {
                // All events that are there before there can be more of them.
                biased;
                received = events.recv() => received,
                done = &mut work => return done,
            };
            match received {
                Ok(event) => self.json(&event),
                Err(RecvError::Lagged(lost)) => self.lagged(lost),
                Err(RecvError::Closed) => break,
            }
        }
        work.await
    }

    /// Prints the events that have come since the last time.
    fn events(&mut self) {
        while let Some(events) = &mut self.events {
            match events.try_recv() {
                Ok(event) => self.json(&event),
                Err(TryRecvError::Lagged(lost)) => self.lagged(lost),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    fn lagged(&mut self, lost: u64) {
        self.json(&json!({ "event": "lagged", "lost": lost }));
    }

    /// Prints what is about to happen: the listing and the diff.
    pub(super) fn preview(&mut self, output: &ToolOutput) {
        self.events();
        if self.events.is_some() {
            return;
        }
        let colour = self.colour;
        self.write(|out| {
            writeln!(out, "{}", escape_for_terminal(&output.joined_text()))?;
            if let Some(Details::Tool(details)) = output.details() {
                write_diff(out, colour, details["diff"].as_str().unwrap_or_default())?;
                if details["diffIsComplete"] == json!(false) {
                    writeln!(out, "(The diff is cut; what is left out of it is counted above.)")?;
                }
            }
            Ok(())
        });
    }

    /// Prints the result, last.
    pub(super) fn result(&mut self, outcome: Result<&ToolOutput, &CallError>) {
        self.events();
        match outcome {
            Ok(output) if self.events.is_some() => self.json(output),
            Ok(output) => {
                let text = output.joined_text();
                self.write(|out| writeln!(out, "{}", escape_for_terminal(&text)));
            }
            Err(error) if self.events.is_some() => self.json(&failure(&error.to_string())),
            Err(error) => complain(&error.to_string()),
        }
    }

    /// Prints why there is no result.
    pub(super) fn failure(&mut self, message: &str) {
        self.events();
        if self.events.is_some() {
            self.json(&failure(message));
        }
        complain(message);
    }

    fn json(&mut self, value: &impl Serialize) {
        self.write(|out| {
            serde_json::to_writer(&mut *out, value)?;
            out.write_all(b"\n")
        });
    }

    fn write(&mut self, what: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.quiet {
            return;
        }
        let mut out = BufWriter::new(&mut self.out);
        let written = what(&mut out).and_then(|()| out.flush());
        // After a failure nothing of it is tried again.
        let _ = out.into_parts();
        if let Err(error) = written {
            self.quiet = true;
            self.error = (error.kind() != io::ErrorKind::BrokenPipe).then_some(error);
        }
    }
}

fn write_diff(out: &mut dyn Write, colour: bool, diff: &str) -> io::Result<()> {
    for line in diff.lines() {
        let style = match line.as_bytes().first() {
            Some(b'+') => AnsiColor::Green.on_default(),
            Some(b'-') => AnsiColor::Red.on_default(),
            Some(b'@') => AnsiColor::Cyan.on_default(),
            _ => Style::new(),
        };
        let line = escape_for_terminal(line);
        if colour {
            writeln!(out, "{style}{line}{style:#}")?;
        } else {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Tells on standard error.
pub(super) fn complain(message: &str) {
    // There is nobody left to tell if this fails too.
    let _ = writeln!(io::stderr(), "ast-edit: {}", escape_for_terminal(message));
}

fn failure(message: &str) -> impl Serialize {
    json!({ "content": [Content::text(message)], "isError": true })
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::{Arc, Mutex};

    use resolve_runtime::{PendingAction, Session};

    use super::*;

    /// Keeps what is written.
    #[derive(Clone, Default)]
    pub(in super::super) struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Kept {
        pub(in super::super) fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn no_event_is_lost_while_something_goes_on() {
        let session = Session::builder().build().unwrap();
        let kept = Kept::default();
        let mut printer = Printer::to(kept.clone(), false, Some(session.subscribe()));
        let work = async {
            for round in 0..3_000 {
                session.push_pending(
                    PendingAction::new("x").apply(async |_| Ok::<_, io::Error>("done")),
                );
                if round % 500 == 0 {
                    tokio::task::yield_now().await;
                }
            }
            "worked"
        };
        assert_eq!(printer.during(work).await, "worked");
        printer.failure("last");
        let text = kept.text();
        assert_eq!(text.matches(r#"{"event":"staged""#).count(), 3_000);
        assert_eq!(text.lines().count(), 3_001);
    }

    struct Broken(io::ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_has_had_enough_is_no_error() {
        for (kind, is_error) in [(io::ErrorKind::BrokenPipe, false), (io::ErrorKind::Other, true)] {
            let mut printer = Printer::to(Broken(kind), false, None);
            for _ in 0..2 {
                printer.result(Ok(&ToolOutput::text("done")));
            }
            assert_eq!(printer.check().is_err(), is_error);
        }
    }
}
