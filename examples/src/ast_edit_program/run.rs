//! From the command line to an exit status.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use resolve_runtime::{
    Aborted, Action, ActionId, CallError, CancellationToken, Decider, Resolution, Session,
    ToolOutput,
};

use super::arguments::CommandLine;
use super::decision::{Answer, ask};
use super::output::Printer;
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
    /// Interrupted.
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
/// If standard output or standard error cannot be written to.
///
/// # Panics
///
/// Never: the session is built of one valid tool with its state.
pub async fn run(command: CommandLine, interrupt: CancellationToken) -> io::Result<Exit> {
    let session = Session::builder()
        .tool(AstEdit)
        .state(Workspace::new(""))
        .build()
        // One valid name, and the state that the tool asks for.
        .expect("the session is whole");
    let mut printer = Printer::new(command.json.then(|| session.subscribe()));
    let Some((id, output)) = preview(&session, &command, &interrupt, &mut printer).await? else {
        return Ok(if interrupt.is_cancelled() { Exit::Interrupted } else { Exit::Done });
    };
    let Some(id) = id else { return Ok(Exit::Usage) };
    printer.preview(&output)?;
    match decide(&command, &interrupt).await {
        Decision::Made(action, reason, decider) => {
            let resolution = Resolution::new(action, reason).by(decider);
            resolve(&session, id, resolution, &interrupt, &mut printer).await
        }
        Decision::Nobody(why) => {
            printer.failure(why)?;
            Ok(Exit::Usage)
        }
        Decision::Interrupted => {
            printer.failure("Interrupted. Nothing was changed.")?;
            Ok(Exit::Interrupted)
        }
    }
}

/// The action that the preview staged with what it showed. None where there is nothing to do or
/// the person wanted out; no id where the call failed.
async fn preview(
    session: &Session,
    command: &CommandLine,
    interrupt: &CancellationToken,
    printer: &mut Printer,
) -> io::Result<Option<(Option<ActionId>, Arc<ToolOutput>)>> {
    let progress = ProgressDisplay::of(session);
    let Ok(turn) = session.begin_turn().await else {
        return Ok(None);
    };
    let result = turn.call(command.tool_call(), interrupt).await;
    turn.finish();
    drop(progress);
    match (result.outcome(), result.staged()) {
        (Ok(output), Some(id)) => Ok(Some((Some(id), Arc::new(output.clone())))),
        (outcome @ Ok(_), None) => printer.result(outcome).map(|()| None),
        (outcome @ Err(CallError::Aborted(_)), _) => printer.result(outcome).map(|()| None),
        (outcome @ Err(_), _) => {
            printer.result(outcome)?;
            Ok(Some((None, Arc::default())))
        }
    }
}

enum Decision {
    Made(Action, String, Decider),
    Nobody(&'static str),
    Interrupted,
}

async fn decide(command: &CommandLine, interrupt: &CancellationToken) -> Decision {
    if let Some((action, reason)) = command.decision() {
        return Decision::Made(action, reason, Decider::Policy);
    }
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Decision::Nobody(
            "Nobody is there to decide, so nothing was changed: pass `--decide apply` or \
             `--decide discard`, or run it in a terminal.",
        );
    }
    tokio::select! {
        answer = ask() => match answer {
            Answer::Decided(action, reason) => Decision::Made(action, reason, Decider::Person),
            Answer::Ended => Decision::Nobody(
                "The input ended before a decision, so nothing was changed.",
            ),
        },
        () = interrupt.cancelled() => Decision::Interrupted,
    }
}

async fn resolve(
    session: &Session,
    id: ActionId,
    resolution: Resolution,
    interrupt: &CancellationToken,
    printer: &mut Printer,
) -> io::Result<Exit> {
    let outcome = session.resolve(id, resolution, interrupt).await;
    // An interrupted apply goes on: the process must not end before it has.
    session.settled().await;
    printer.result(outcome.as_deref())?;
    match outcome {
        Ok(output) if output.is_error() => Ok(Exit::Failed),
        Ok(_) => Ok(Exit::Done),
        Err(CallError::Aborted(aborted)) => {
            if aborted == Aborted::DuringApply {
                tell_how_it_ended(session, id, printer)?;
            }
            Ok(Exit::Interrupted)
        }
        Err(_) => Ok(Exit::Failed),
    }
}

/// What became of an apply that the person interrupted.
fn tell_how_it_ended(session: &Session, id: ActionId, printer: &mut Printer) -> io::Result<()> {
    match session.ended(id).and_then(|ended| ended.outcome) {
        Some(outcome) => printer.result(outcome.as_deref()),
        None => printer.failure("The apply did not go through; every file is as it was."),
    }
}
