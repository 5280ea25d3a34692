//! What the benchmarks measure with.

use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// The output of a future that never waits.
///
/// # Panics
///
/// If it waits.
pub fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(future).poll(&mut context) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("it ends at its first poll"),
    }
}

/// Runs one contender for a while; returns the time of one call.
pub type Round<'a> = Box<dyn FnMut() -> Duration + 'a>;

/// A round of so many calls.
pub fn round<'a, T>(calls: u32, mut call: impl FnMut() -> T + 'a) -> Round<'a> {
    Box::new(move || {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(call());
        }
        start.elapsed() / calls
    })
}

/// A round of so many calls, each with an input of its own that is made before the clock starts.
pub fn round_with<'a, I, T>(
    calls: u32,
    mut input: impl FnMut() -> I + 'a,
    mut call: impl FnMut(I) -> T + 'a,
) -> Round<'a> {
    Box::new(move || {
        let inputs: Vec<I> = (0..calls).map(|_| input()).collect();
        let start = Instant::now();
        for input in inputs {
            black_box(call(input));
        }
        start.elapsed() / calls
    })
}

/// The median of each contender in nanoseconds. All have their turn in each round, so that what
/// else the machine does hits all of them.
pub fn medians(rounds: usize, contenders: &mut [Round<'_>]) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); contenders.len()];
    for _ in 0..rounds {
        for (round, times) in contenders.iter_mut().zip(&mut times) {
            times.push(round());
        }
    }
    times.iter_mut().map(|times| median(times)).collect()
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e9
}
