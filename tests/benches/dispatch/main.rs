//! One call that stages nothing, in memory, from the text of its arguments to its result: through a
//! session, through rmcp's router and through rig's set of tools.
//!
//! `cargo bench -p tests --bench dispatch --features peers` prints times and allocations of each,
//! then the ratios of their times, measured turn by turn in the same run.

mod router;
mod session;
mod tool_set;

use std::hint::black_box;

use divan::{AllocProfiler, Bencher};
use resolve_runtime::Turn;
use tests::measure::{Round, medians, round, round_with};

use self::router::Router;
use self::session::Host;
use self::tool_set::Tools;

/// The same for all, as a model writes it.
const ARGUMENTS: &str = r#"{"a": 1234, "b": 8765}"#;

/// What all answer.
const SUM: &str = "9999";

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    // Every call ends at its first poll, so that nothing is spawned but the loop from which rmcp
    // takes its peer.
    let _entered = runtime.enter();
    same_answers();
    divan::main();
    ratios();
}

#[divan::bench]
fn session(bencher: Bencher<'_, '_>) {
    let (host, turn) = open();
    bencher.bench_local(|| host.call(&turn, black_box(ARGUMENTS)));
}

#[divan::bench]
fn session_with_turn(bencher: Bencher<'_, '_>) {
    let host = Host::new();
    bencher.bench_local(|| host.turn(black_box(ARGUMENTS)));
}

#[divan::bench]
fn rmcp_from_text(bencher: Bencher<'_, '_>) {
    let router = Router::new();
    bencher.bench_local(|| router.call_text(black_box(ARGUMENTS)));
}

#[divan::bench]
fn rmcp_from_copied_object(bencher: Bencher<'_, '_>) {
    let router = Router::new();
    let object = router::parse(ARGUMENTS);
    bencher.bench_local(|| router.call(black_box(&object).clone()));
}

#[divan::bench]
fn rmcp_from_object(bencher: Bencher<'_, '_>) {
    let router = Router::new();
    let inputs = bencher.with_inputs(|| router::parse(ARGUMENTS));
    inputs.bench_local_values(|object| router.call(object));
}

#[divan::bench]
fn rig(bencher: Bencher<'_, '_>) {
    let mut tools = Tools::new();
    bencher.bench_local(|| tools.call(black_box(ARGUMENTS)));
}

fn open() -> (Host, Turn) {
    let host = Host::new();
    let turn = host.begin();
    (host, turn)
}

fn same_answers() {
    let (host, turn) = open();
    assert_eq!(host.call(&turn, ARGUMENTS).text(), SUM);
    drop(turn);
    assert_eq!(host.turn(ARGUMENTS).text(), SUM);
    let router = Router::new();
    assert_eq!(router::text(&router.call_text(ARGUMENTS)), Some(SUM));
    assert_eq!(router::text(&router.call(router::parse(ARGUMENTS))), Some(SUM));
    assert_eq!(Tools::new().call(ARGUMENTS).output().as_text(), Some(SUM));
}

const ROUNDS: usize = 400;
const CALLS: u32 = 500;

fn ratios() {
    let (host, turn) = open();
    let other = Host::new();
    let router = Router::new();
    let object = router::parse(ARGUMENTS);
    let mut tools = Tools::new();
    let (names, mut contenders): (Vec<&str>, Vec<Round<'_>>) = [
        ("session, in an open turn", round(CALLS, || host.call(&turn, black_box(ARGUMENTS)))),
        ("session, with the turn", round(CALLS, || other.turn(black_box(ARGUMENTS)))),
        ("rmcp, from text", round(CALLS, || router.call_text(black_box(ARGUMENTS)))),
        ("rmcp, from a copied object", round(CALLS, || router.call(black_box(&object).clone()))),
        (
            "rmcp, from an object",
            round_with(CALLS, || router::parse(ARGUMENTS), |object| router.call(object)),
        ),
        ("rig", round(CALLS, || tools.call(black_box(ARGUMENTS)))),
    ]
    .into_iter()
    .unzip();
    let times = medians(ROUNDS, &mut contenders);
    println!();
    for (name, time) in names.iter().zip(&times) {
        let (in_turn, with_turn) = (time / times[0], time / times[1]);
        println!("{name}: {time:.0} ns a call, {in_turn:.2} ({with_turn:.2}) times the session's");
    }
}
