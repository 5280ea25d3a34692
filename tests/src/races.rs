//! One race: several parties act on the same pending actions at once, in whatever order a
//! scheduler finds; afterwards everything has to add up. The same code runs under shuttle's
//! scheduler, which tries interleavings, and on threads.

use resolve_runtime::{
    Action, ActionId, BoxError, CallError, CallResult, CancellationToken, PendingAction,
    Resolution, Session, ToolOutput, Turn,
};

use crate::effects::{Effects, poll_once, resolve_call};

mod verdict;

#[cfg(resolve_shuttle)]
use shuttle::future::{spawn, yield_now};
#[cfg(not(resolve_shuttle))]
use tokio::{spawn, task::yield_now};

/// How a handler ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// With a result.
    Success,
    /// With an error.
    Failure,
    /// With a panic.
    Panic,
    /// With an error if it was cancelled by then, else with a result.
    HeedsAbort,
}

/// What the handlers do.
#[derive(Debug, Clone, Copy)]
pub struct Handlers {
    /// How often `verify` yields; there is none at 0.
    pub verify_yields: usize,
    /// How often `apply` and `reject` yield before they end.
    pub yields: usize,
    /// How `apply` ends.
    pub ending: Ending,
}

/// Somebody who acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// A `resolve` call of the model's.
    Model(Action),
    /// A `resolve` call of the model's whose future is dropped after so many polls.
    Dropped(usize),
    /// Cancels the token of the model's calls.
    Abort,
    /// Finishes the turn.
    Finish,
    /// Drops the turn.
    DropTurn,
    /// Withdraws the action.
    Withdraw,
    /// Clears the queue.
    Clear,
    /// Resolves the action by its id.
    Host(Action),
    /// Resolves the action by its id, with the token that [`Party::Abort`] cancels.
    CancelledHost(Action),
}

/// What somebody got.
#[derive(Debug)]
enum Got {
    Nothing,
    /// The call's id, and the result if the future was not dropped.
    Model(String, Option<CallResult>),
    Host(String, Result<std::sync::Arc<ToolOutput>, CallError>),
}

fn action(effects: &Effects, handlers: Handlers) -> PendingAction {
    let effects = effects.clone();
    let apply = move |request: resolve_runtime::ResolveRequest| {
        let effects = effects.clone();
        async move {
            let running = effects.begin(request.id(), request.reason());
            for _ in 0..handlers.yields {
                yield_now().await;
            }
            let failure = || Err(BoxError::from("no space left"));
            match handlers.ending {
                // Past the panic hook: a scheduler's would take it for the end of the test.
                Ending::Panic => std::panic::resume_unwind(Box::new("on purpose")),
                Ending::Failure => running.fail(),
                Ending::HeedsAbort if request.abort().is_cancelled() => running.fail(),
                Ending::Success | Ending::HeedsAbort => {
                    running.succeed();
                    return Ok(format!("applied by {}", request.reason()));
                }
            }
            failure()
        }
    };
    let action = PendingAction::new("A: b").source_tool("a").apply(apply);
    let action = action.reject(move |request| async move {
        for _ in 0..handlers.yields {
            yield_now().await;
        }
        let text = format!("discarded by {}", request.reason());
        Ok::<_, BoxError>(Some(ToolOutput::text(text)))
    });
    if handlers.verify_yields == 0 {
        return action;
    }
    action.verify(move |_| async move {
        for _ in 0..handlers.verify_yields {
            yield_now().await;
        }
        Ok::<_, BoxError>(())
    })
}

/// What the parties share.
struct Stage {
    session: Session,
    id: ActionId,
    token: CancellationToken,
}

async fn act(stage: &Stage, party: Party, name: String, turn: Option<Turn>) -> Got {
    let Stage { session, id, token } = stage;
    match party {
        Party::Model(action) => {
            let result = session.call(resolve_call(&name, action), token).await;
            Got::Model(name, Some(result))
        }
        Party::Dropped(polls) => {
            let call = resolve_call(&name, Action::Apply);
            let mut call = Box::pin(session.call(call, token));
            for _ in 0..polls {
                if let std::task::Poll::Ready(result) = poll_once(&mut call).await {
                    return Got::Model(name, Some(result));
                }
                yield_now().await;
            }
            Got::Model(name, None)
        }
        Party::Abort => {
            token.cancel();
            Got::Nothing
        }
        Party::Finish => {
            turn.into_iter().for_each(Turn::finish);
            Got::Nothing
        }
        Party::DropTurn => {
            drop(turn);
            Got::Nothing
        }
        Party::Withdraw => {
            session.withdraw(*id);
            Got::Nothing
        }
        Party::Clear => {
            session.queue().clear();
            Got::Nothing
        }
        Party::Host(action) | Party::CancelledHost(action) => {
            let never = CancellationToken::new();
            let token = match party {
                Party::Host(_) => &never,
                _ => token,
            };
            let resolution = match action {
                Action::Apply => Resolution::apply(&*name),
                Action::Discard => Resolution::discard(&*name),
            };
            Got::Host(name, session.resolve(*id, resolution, token).await)
        }
    }
}

/// Lets the parties act, waits until everything has settled, and checks that it adds up.
///
/// # Panics
///
/// If it does not.
pub async fn race(handlers: Handlers, parties: &[Party]) {
    let session = Session::builder().build().unwrap();
    let effects = Effects::default();
    let id = session.push_pending(action(&effects, handlers));
    let mut turn = Some(session.begin_turn().await.unwrap());
    let stage = std::sync::Arc::new(Stage {
        session: session.clone(),
        id,
        token: CancellationToken::new(),
    });
    let mut tasks = Vec::new();
    for (number, party) in parties.iter().copied().enumerate() {
        let turn = match party {
            Party::Finish | Party::DropTurn => turn.take(),
            _ => None,
        };
        let stage = std::sync::Arc::clone(&stage);
        tasks.push(spawn(
            async move { act(&stage, party, format!("{party:?} {number}"), turn).await },
        ));
    }
    let mut got = Vec::new();
    for task in tasks {
        got.push(task.await.expect("no party panics"));
    }
    session.settled().await;
    drop(turn);
    verdict::reach(&session, id, &effects.of(id), &got).await;
}
