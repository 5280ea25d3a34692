//! Applies a stored plan in a process of its own, so that a test can kill it.
//!
//! `fs_apply <plan.json>` prints the kind of each operation when it begins. `fs_apply <plan.json>
//! <n>` aborts instead of operation `n`, from 0.

use std::process::abort;
use std::sync::atomic::{AtomicUsize, Ordering};

use resolve_runtime::fs::{FilePlan, WriteOptions};
use tokio_util::sync::CancellationToken;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: fs_apply <plan.json> [<operation>]")?;
    let fatal: Option<usize> = arguments.next().map(|number| number.parse()).transpose()?;
    let plan: FilePlan = serde_json::from_slice(&std::fs::read(path)?)?;

    let operations = AtomicUsize::new(0);
    let options = WriteOptions::new().before_each(move |operation, _| {
        if Some(operations.fetch_add(1, Ordering::SeqCst)) == fatal {
            abort();
        }
        // Standard output is flushed at the end of each line.
        println!("{operation:?}");
        Ok(())
    });
    plan.apply_blocking(&options, &CancellationToken::new())?;
    Ok(())
}
