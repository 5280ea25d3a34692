//! What the program prints.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use resolve_runtime::{CallError, Content, Event, ToolOutput, escape_for_terminal};
use serde::Serialize;
use serde_json::json;
use tokio::sync::broadcast;

/// Prints for people, or one JSON line a thing.
pub(super) struct Printer {
    json: bool,
    colour: bool,
    events: Option<broadcast::Receiver<Event>>,
}

impl Printer {
    /// Prints JSON lines where `events` are given.
    pub(super) fn new(events: Option<broadcast::Receiver<Event>>) -> Self {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = !no_colour && io::stdout().is_terminal();
        Self { json: events.is_some(), colour, events }
    }

    /// Prints the events that have come since the last time.
    pub(super) fn events(&mut self) -> io::Result<()> {
        let Some(events) = &mut self.events else {
            return Ok(());
        };
        loop {
            match events.try_recv() {
                Ok(event) => print_json(&event)?,
                Err(broadcast::error::TryRecvError::Lagged(lost)) => {
                    print_json(&json!({ "event": "lagged", "lost": lost }))?;
                }
                Err(_) => return Ok(()),
            }
        }
    }

    /// Prints what is about to happen: the listing and the diff.
    pub(super) fn preview(&mut self, output: &ToolOutput) -> io::Result<()> {
        self.events()?;
        if self.json {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        writeln!(out, "{}", escape_for_terminal(&output.joined_text()))?;
        if let Some(resolve_runtime::Details::Tool(details)) = output.details() {
            self.diff(&mut out, details["diff"].as_str().unwrap_or_default())?;
            if details["diffIsComplete"] == json!(false) {
                writeln!(out, "(The diff is cut; what is left out of it is counted above.)")?;
            }
        }
        out.flush()
    }

    fn diff(&self, out: &mut impl Write, diff: &str) -> io::Result<()> {
        for line in diff.lines() {
            let style = match line.as_bytes().first() {
                Some(b'+') => AnsiColor::Green.on_default(),
                Some(b'-') => AnsiColor::Red.on_default(),
                Some(b'@') => AnsiColor::Cyan.on_default(),
                _ => Style::new(),
            };
            let line = escape_for_terminal(line);
            if self.colour {
                writeln!(out, "{style}{line}{style:#}")?;
            } else {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    /// Prints the result, last.
    pub(super) fn result(&mut self, outcome: Result<&ToolOutput, &CallError>) -> io::Result<()> {
        self.events()?;
        match (self.json, outcome) {
            (true, Ok(output)) => print_json(output),
            (true, Err(error)) => print_json(&failure(&error.to_string())),
            (false, Ok(output)) => {
                writeln!(io::stdout(), "{}", escape_for_terminal(&output.joined_text()))
            }
            (false, Err(error)) => self.failure(&error.to_string()),
        }
    }

    /// Prints why there is no result.
    pub(super) fn failure(&mut self, message: &str) -> io::Result<()> {
        self.events()?;
        if self.json {
            print_json(&failure(message))?;
        }
        writeln!(io::stderr(), "ast-edit: {}", escape_for_terminal(message))
    }
}

fn failure(message: &str) -> impl Serialize {
    json!({ "content": [Content::text(message)], "isError": true })
}

fn print_json(value: &impl Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    out.write_all(b"\n")
}
