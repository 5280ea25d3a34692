//! Races on threads and on tokio's own scheduler, and the failures of other agents that they
//! remind of. The order is made by gates, never by waiting for time to pass.
#![cfg(not(resolve_shuttle))]

#[path = "races_tokio/aborts.rs"]
mod aborts;
#[path = "races_tokio/hosts.rs"]
mod hosts;
#[path = "races_tokio/results.rs"]
mod results;

use resolve_runtime::Action::{Apply, Discard};
use resolve_runtime::{BoxError, PendingAction, ResolveRequest};
use tests::effects::{Effects, Gate};
use tests::races::{Ending, Handlers, Party, race};

/// An action whose apply waits at a gate and then succeeds.
fn gated(effects: &Effects, gate: &Gate) -> PendingAction {
    let (effects, gate) = (effects.clone(), gate.clone());
    PendingAction::new("Write: a.txt").source_tool("write").apply(move |request: ResolveRequest| {
        let (effects, gate) = (effects.clone(), gate.clone());
        async move {
            let running = effects.begin(request.id(), request.reason());
            gate.pass().await;
            running.succeed();
            Ok::<_, BoxError>(format!("Wrote a.txt for {}.", request.reason()))
        }
    })
}

/// The line-ups of the shuttle tests, on real threads.
#[test]
fn every_line_up_adds_up_on_threads() {
    let line_ups: [&[Party]; 9] = [
        &[Party::Model(Apply), Party::Abort],
        &[Party::Model(Apply), Party::Abort, Party::DropTurn],
        &[Party::Dropped(1), Party::Finish],
        &[Party::Dropped(2), Party::Abort],
        &[Party::Model(Apply), Party::Withdraw, Party::Abort],
        &[Party::Model(Discard), Party::Clear, Party::Finish],
        &[Party::Model(Apply), Party::Host(Apply), Party::Abort],
        &[Party::Host(Apply), Party::Host(Discard), Party::Withdraw],
        &[Party::CancelledHost(Apply), Party::Host(Apply), Party::Abort],
    ];
    let endings = [Ending::Success, Ending::Failure, Ending::Panic, Ending::HeedsAbort];
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(3).build().unwrap();
    for round in 0..20 {
        for parties in line_ups {
            for ending in endings {
                let handlers = Handlers { verify_yields: round % 3, yields: round % 4, ending };
                runtime.block_on(race(handlers, parties));
            }
        }
    }
}
