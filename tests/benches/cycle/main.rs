//! One preview call plus one resolve call, in memory, from argument text to result text: through a
//! session, and against a floor written by hand for that one tool.
//!
//! `cargo bench -p tests --bench cycle` prints times and allocations of each, then their ratios,
//! measured turn by turn in the same run.

mod floor;
mod framework;
mod rename;

use std::hint::black_box;

use divan::{AllocProfiler, Bencher};
use tests::measure::{medians, round};

use self::framework::Host;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    // Handlers end at their first poll, so that nothing is spawned; a session only looks for a
    // runtime to spawn on.
    let _entered = runtime.enter();
    same_texts();
    divan::main();
    ratios();
}

#[divan::bench]
fn floor_by_hand(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| floor::cycle(black_box(rename::PREVIEW), black_box(rename::RESOLVE)));
}

#[divan::bench(args = [1, 100, 10_000])]
fn session_with_pending(bencher: Bencher<'_, '_>, pending: usize) {
    let host = Host::new(1, pending - 1);
    bencher.bench_local(|| host.cycle(black_box(rename::PREVIEW), black_box(rename::RESOLVE)));
}

#[divan::bench(args = [1, 1_000])]
fn session_with_tools(bencher: Bencher<'_, '_>, tools: usize) {
    let host = Host::new(tools, 0);
    bencher.bench_local(|| host.cycle(black_box(rename::PREVIEW), black_box(rename::RESOLVE)));
}

/// Floor and session have to say the same, but for the id.
fn same_texts() {
    let host = Host::new(1, 0);
    let by_hand = floor::cycle(rename::PREVIEW, rename::RESOLVE);
    let through_session = host.cycle(rename::PREVIEW, rename::RESOLVE);
    assert_eq!(without_id(&by_hand.0), without_id(&through_session.0));
    assert_eq!(by_hand.1, through_session.1);
}

fn without_id(text: &str) -> String {
    let (head, tail) = text.split_once("action ").expect("a preview names its action");
    format!("{head}{}", &tail[36..])
}

const ROUNDS: usize = 400;
const CYCLES: u32 = 250;

fn ratios() {
    let hosts = [
        ("1 pending, 1 tool", Host::new(1, 0)),
        ("100 pending", Host::new(1, 99)),
        ("10,000 pending", Host::new(1, 9_999)),
        ("1,000 tools", Host::new(1_000, 0)),
    ];
    let floor = || floor::cycle(black_box(rename::PREVIEW), black_box(rename::RESOLVE));
    let mut contenders = vec![round(CYCLES, floor)];
    contenders.extend(hosts.iter().map(|(_, host)| {
        round(CYCLES, || host.cycle(black_box(rename::PREVIEW), black_box(rename::RESOLVE)))
    }));
    let times = medians(ROUNDS, &mut contenders);
    let floor = times[0];
    println!("\nfloor: {floor:.0} ns a cycle");
    for ((name, _), time) in hosts.iter().zip(&times[1..]) {
        println!("{name}: {time:.0} ns a cycle, {:.2} times the floor", time / floor);
    }
}
