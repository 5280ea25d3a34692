//! Races under shuttle's schedulers, which try interleavings of every lock and every task:
//! `RUSTFLAGS="--cfg resolve_shuttle" cargo test -p tests --test races`.
#![cfg(resolve_shuttle)]

use resolve_runtime::Action::{Apply, Discard};
use shuttle::future::block_on;
use tests::races::{Ending, Handlers, Party, race};

const ENDINGS: [Ending; 4] = [Ending::Success, Ending::Failure, Ending::Panic, Ending::HeedsAbort];

fn handlers(verify_yields: usize, yields: usize, ending: Ending) -> Handlers {
    Handlers { verify_yields, yields, ending }
}

/// Runs one line-up with handlers of every kind, each in many interleavings.
fn try_all(parties: &'static [Party]) {
    for ending in ENDINGS {
        for (verify_yields, yields) in [(0, 0), (0, 2), (2, 0), (2, 2)] {
            let handlers = handlers(verify_yields, yields, ending);
            shuttle::check_random(move || block_on(race(handlers, parties)), 150);
            shuttle::check_pct(move || block_on(race(handlers, parties)), 50, 3);
        }
    }
}

#[test]
fn a_call_against_its_abort() {
    try_all(&[Party::Model(Apply), Party::Abort]);
}

#[test]
fn a_call_against_the_end_of_its_turn() {
    try_all(&[Party::Model(Apply), Party::Abort, Party::Finish]);
    try_all(&[Party::Model(Apply), Party::Abort, Party::DropTurn]);
}

#[test]
fn a_dropped_call_against_the_end_of_its_turn() {
    try_all(&[Party::Dropped(1), Party::Finish]);
    try_all(&[Party::Dropped(2), Party::DropTurn, Party::Abort]);
}

#[test]
fn a_call_against_being_withdrawn() {
    try_all(&[Party::Model(Apply), Party::Withdraw, Party::Abort]);
    try_all(&[Party::Model(Apply), Party::Clear, Party::Finish]);
    try_all(&[Party::Model(Discard), Party::Withdraw]);
}

#[test]
fn the_model_against_the_host() {
    try_all(&[Party::Model(Apply), Party::Host(Apply)]);
    try_all(&[Party::Model(Apply), Party::Host(Discard), Party::Abort]);
    try_all(&[Party::Dropped(2), Party::Host(Apply), Party::Finish]);
}

#[test]
fn two_hosts() {
    try_all(&[Party::Host(Apply), Party::Host(Apply)]);
    try_all(&[Party::Host(Apply), Party::Host(Discard), Party::Withdraw]);
}

/// The one that waits must not wait for ever when the other gives up.
#[test]
fn two_hosts_of_which_one_gives_up() {
    try_all(&[Party::CancelledHost(Apply), Party::Host(Apply), Party::Abort]);
    try_all(&[Party::CancelledHost(Discard), Party::Host(Apply), Party::Abort]);
}

#[test]
fn two_calls_of_one_turn() {
    try_all(&[Party::Model(Apply), Party::Model(Discard), Party::Abort]);
    try_all(&[Party::Dropped(2), Party::Model(Apply)]);
}

/// Interleavings in order instead of at random, of the smallest races: the first ones differ in
/// their ends alone, where a random schedule rarely changes just one thing.
#[test]
fn interleavings_in_order() {
    for ending in [Ending::Success, Ending::Failure] {
        let handlers = handlers(0, 1, ending);
        for parties in [
            &[Party::Model(Apply), Party::Abort][..],
            &[Party::Dropped(1), Party::Abort],
            &[Party::Host(Apply), Party::Withdraw],
        ] {
            shuttle::check_dfs(move || block_on(race(handlers, parties)), Some(2_000));
        }
    }
}
