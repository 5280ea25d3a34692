//! Applies a stored plan in a process of its own, so that a test can kill it.
//!
//! `fs_apply <plan.json>` prints `ready` once the plan is read, then applies it and prints the
//! number of operations. `fs_apply <plan.json> <n>` aborts instead of operation `n`, from 0.

use std::io::Write as _;
use std::process::abort;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use resolve_runtime::fs::{FilePlan, WriteOptions};
use tokio_util::sync::CancellationToken;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: fs_apply <plan.json> [<operation>]")?;
    let fatal: Option<usize> = arguments.next().map(|number| number.parse()).transpose()?;
    let plan: FilePlan = serde_json::from_slice(&std::fs::read(path)?)?;

    println!("ready");
    std::io::stdout().flush()?;

    let operations = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&operations);
    let options = WriteOptions::new().before_each(move |_, _| {
        let number = counter.fetch_add(1, Ordering::SeqCst);
        if Some(number) == fatal { abort() } else { Ok(()) }
    });
    plan.apply_blocking(&options, &CancellationToken::new())?;
    println!("{}", operations.load(Ordering::SeqCst));
    Ok(())
}
