//! From the command line to an exit status.

use std::io::{self, IsTerminal};

use resolve_runtime::fs::ApplyError;
use resolve_runtime::{
    Aborted, ActionId, CallError, CancellationToken, Decider, Event, Resolution, Session, ToolError,
};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::TryRecvError;

use super::arguments::CommandLine;
use super::decision::{Answer, ask};
use super::output::{Printer, complain};
use super::progress::ProgressDisplay;
use crate::ast_edit::{AstEdit, Workspace};

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done, discarded, or nothing to do.
    Done,
    /// The apply failed or the preview went stale.
    Failed,
    /// The request cannot be carried out as it was made, or nobody decided.
    Usage,
    /// Interrupted before anything was changed.
    Interrupted,
}

impl Exit {
    /// The exit status of the process.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Interrupted => 130,
        }
    }
}

/// Runs the program. `interrupt` is cancelled when the person wants out.
///
/// # Errors
///
/// If standard output could not be written to before there was a decision; nothing was changed
/// then. After that the exit tells what happened to the files.
///
/// # Panics
///
/// Never: the session is built of one valid tool with its state, and has one turn.
pub async fn run(command: CommandLine, interrupt: CancellationToken) -> io::Result<Exit> {
    let session = Session::builder()
        .tool(AstEdit)
        .state(Workspace::new(""))
        .build()
        // One valid name, and the state that the tool asks for.
        .expect("the session is whole");
    let mut printer = Printer::new(command.json.then(|| session.subscribe()));
    let decided = match preview(&session, &command, &interrupt, &mut printer).await {
        Ok(id) => {
            // What could not be shown must not be applied.
            printer.check()?;
            decide(&command, &interrupt, &mut printer).await.map(|resolution| (id, resolution))
        }
        Err(exit) => Err(exit),
    };
    let (id, resolution) = match decided {
        Ok(decided) => decided,
        Err(exit) => return printer.check().map(|()| exit),
    };
    let exit = resolve(&session, id, resolution, &interrupt, &mut printer).await;
    if let Err(error) = printer.check() {
        complain(&format!("cannot print: {error}"));
    }
    Ok(exit)
}

/// Shows what would happen. The action that was staged for it, or how the program ends without one.
async fn preview(
    session: &Session,
    command: &CommandLine,
    interrupt: &CancellationToken,
    printer: &mut Printer,
) -> Result<ActionId, Exit> {
    let progress = ProgressDisplay::of(session);
    // It fails only while another turn is open, and this is the first one.
    let turn = session.begin_turn().await.expect("no turn is open");
    let result = printer.during(turn.call(command.tool_call(), interrupt)).await;
    turn.finish();
    drop(progress);
    if let (Ok(output), Some(id)) = (result.outcome(), result.staged()) {
        printer.preview(output);
        return Ok(id);
    }
    printer.result(result.outcome());
    Err(match result.outcome() {
        Ok(_) => Exit::Done,
        Err(CallError::Aborted(_)) => Exit::Interrupted,
        Err(_) => Exit::Usage,
    })
}

/// The decision of the command line or of a person, or how the program ends without one.
async fn decide(
    command: &CommandLine,
    interrupt: &CancellationToken,
    printer: &mut Printer,
) -> Result<Resolution, Exit> {
    if let Some((action, reason)) = command.decision() {
        return Ok(Resolution::new(action, reason).by(Decider::Policy));
    }
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        printer.failure(
            "Nobody is there to decide, so nothing was changed: pass `--decide apply` or \
             `--decide discard`, or run it in a terminal.",
        );
        return Err(Exit::Usage);
    }
    tokio::select! {
        answer = ask() => match answer {
            Answer::Decided(action, reason) => {
                Ok(Resolution::new(action, reason).by(Decider::Person))
            }
            Answer::Ended => {
                printer.failure("The input ended before a decision, so nothing was changed.");
                Err(Exit::Usage)
            }
        },
        () = interrupt.cancelled() => {
            printer.failure("Interrupted. Nothing was changed.");
            Err(Exit::Interrupted)
        }
    }
}

async fn resolve(
    session: &Session,
    id: ActionId,
    resolution: Resolution,
    interrupt: &CancellationToken,
    printer: &mut Printer,
) -> Exit {
    let mut events = session.subscribe();
    let resolved = async {
        let outcome = session.resolve(id, resolution, interrupt).await;
        // An interrupted apply goes on: the process must not end before it has.
        session.settled().await;
        outcome
    };
    let outcome = match printer.during(resolved).await {
        Err(CallError::Aborted(Aborted::DuringApply)) => {
            if let Some(message) = failure_of(id, &mut events) {
                printer.failure(&message);
                // The plan's own word for it: nothing was written.
                let nothing_written = *message == *ApplyError::Aborted.to_string();
                return if nothing_written { Exit::Interrupted } else { Exit::Failed };
            }
            // It did not fail, so it is over.
            let ended = session.ended(id).and_then(|ended| ended.outcome);
            ended.unwrap_or(Err(ToolError::new("Nobody knows how the apply ended.").into()))
        }
        outcome => outcome,
    };
    let exit = match &outcome {
        Ok(output) if output.is_error() => Exit::Failed,
        Ok(_) => Exit::Done,
        Err(CallError::Aborted(_)) => Exit::Interrupted,
        Err(_) => Exit::Failed,
    };
    printer.result(outcome.as_deref());
    exit
}

/// Why the apply of this action failed, if it did.
fn failure_of(id: ActionId, events: &mut broadcast::Receiver<Event>) -> Option<Box<str>> {
    loop {
        match events.try_recv() {
            Ok(Event::Failed { id: of, message }) if of == id => return Some(message),
            // The end comes last, so it is not among what was lost.
            Ok(_) | Err(TryRecvError::Lagged(_)) => {}
            Err(TryRecvError::Empty | TryRecvError::Closed) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use resolve_runtime::{Action, BoxError, PendingAction, ToolOutput};

    use super::super::output::tests::Kept;
    use super::*;

    /// How the program ends if it is interrupted while an apply runs that then ends like this.
    async fn interrupted(end: Result<&'static str, String>) -> (Exit, String) {
        let session = Session::builder().build().unwrap();
        let interrupt = CancellationToken::new();
        let during = interrupt.clone();
        let action = PendingAction::new("edit").apply(move |_| {
            let (during, end) = (during.clone(), end.clone());
            async move {
                // The caller sees the interrupt before it sees the end.
                tokio::task::yield_now().await;
                during.cancel();
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                end.map(ToolOutput::text).map_err(BoxError::from)
            }
        });
        let id = session.push_pending(action);
        let kept = Kept::default();
        let mut printer = Printer::to(kept.clone(), false, Some(session.subscribe()));
        let resolution = Resolution::new(Action::Apply, "now");
        let exit = resolve(&session, id, resolution, &interrupt, &mut printer).await;
        (exit, kept.text().lines().last().unwrap().to_owned())
    }

    #[tokio::test]
    async fn an_interrupted_apply_tells_how_it_ended() {
        let partial = "Partially applied: no space. Not rolled back: a.ts";
        let (exit, last) = interrupted(Err(partial.to_owned())).await;
        assert_eq!(exit, Exit::Failed);
        assert!(last.contains(partial), "{last}");

        let (exit, last) = interrupted(Err(ApplyError::Aborted.to_string())).await;
        assert_eq!(exit, Exit::Interrupted);
        assert!(last.contains("Nothing was written."), "{last}");

        let (exit, last) = interrupted(Ok("2 files changed.")).await;
        assert_eq!(exit, Exit::Done);
        assert!(last.contains("2 files changed."), "{last}");
    }
}
