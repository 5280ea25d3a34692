//! A process that dies while it applies a plan leaves each file old or new, never in between.

mod fs_support;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fs_support::{Root, Snapshot, is_temporary};
use resolve_runtime::fs::FilePlan;

const HELPER: &str = env!("CARGO_BIN_EXE_fs_apply");

fn store(plan: &FilePlan) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    serde_json::to_writer(&file, plan).unwrap();
    file
}

/// Every path is as in one of the two, or a temporary file. Returns how many are new.
fn old_or_new(now: &Snapshot, old: &Snapshot, new: &Snapshot, context: &str) -> usize {
    let paths = old.keys().chain(new.keys()).chain(now.keys()).filter(|path| !is_temporary(path));
    let mut fresh = std::collections::BTreeSet::new();
    for path in paths {
        let bytes = now.get(path);
        let (is_old, is_new) = (bytes == old.get(path), bytes == new.get(path));
        assert!(is_old || is_new, "{context}: {} is neither old nor new", path.display());
        if !is_old {
            fresh.insert(path);
        }
    }
    fresh.len()
}

#[test]
fn an_abort_at_any_operation_leaves_each_file_old_or_new() {
    let make = || Root::new(&[("a", b"old a"), ("b", b"old b"), ("gone", b"old")]);
    let change = |root: &Root| {
        root.plan(&[("a", Some(b"new a")), ("gone", None), ("d/c", Some(b"c")), ("b", Some(b"nb"))])
    };
    let done = make();
    let plan = store(&change(&done));
    let output = Command::new(HELPER).arg(plan.path()).output().unwrap();
    assert!(output.status.success());
    let count = String::from_utf8(output.stdout).unwrap().lines().count();
    let new = done.snapshot();
    assert!(new.keys().all(|path| !is_temporary(path)));

    let mut fresh = Vec::new();
    for operation in 0..count {
        let root = make();
        let old = root.snapshot();
        let plan = store(&change(&root));
        let mut helper = Command::new(HELPER);
        let status = helper.arg(plan.path()).arg(operation.to_string()).output().unwrap().status;
        assert!(!status.success(), "operation {operation} was not reached");
        fresh.push(old_or_new(&root.snapshot(), &old, &new, &format!("operation {operation}")));
    }
    // From nothing but the new directory to everything: files become new one after the other.
    assert!(fresh.is_sorted(), "{fresh:?}");
    assert_eq!((fresh.first(), fresh.last()), (Some(&0), Some(&5)));
}

const SIZE: usize = 4 << 20;

/// A big file and a small one, and the plan for new content of both.
fn big_and_small() -> (Root, FilePlan, Snapshot) {
    let (old_bytes, new_bytes) = (vec![b'o'; SIZE], vec![b'n'; SIZE]);
    let root = Root::new(&[("big", &old_bytes), ("small", b"old")]);
    let plan = root.plan(&[("small", Some(b"new")), ("big", Some(&new_bytes))]);
    let new = Root::new(&[("big", &new_bytes), ("small", b"new")]).snapshot();
    (root, plan, new)
}

/// Starts the helper and waits until it begins its `number`th write. The other half is the rest of
/// its output: it could not go on printing once that is dropped.
fn start_until_write(plan: &Path, number: usize) -> (Child, impl Sized) {
    let mut helper = Command::new(HELPER);
    let mut child = helper.arg(plan).stdout(Stdio::piped()).spawn().unwrap();
    let operations = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut writes = operations.map(Result::unwrap).filter(|operation| *operation == "Write");
    assert!(writes.nth(number - 1).is_some(), "the helper ended early");
    (child, writes)
}

/// Killed while it writes, or after. When exactly does not matter for what has to hold.
#[test]
fn a_kill_during_a_big_write_leaves_each_file_old_or_new() {
    for attempt in 0..12 {
        let (root, plan, new) = big_and_small();
        let old = root.snapshot();
        let plan = store(&plan);
        let (mut child, _output) = start_until_write(plan.path(), 2);
        std::thread::sleep(Duration::from_micros(attempt * 500));
        // On Unix this is SIGKILL. It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
        old_or_new(&root.snapshot(), &old, &new, &format!("attempt {attempt}"));

        // What a killed one left behind is in nobody's way.
        fs_support::apply(&root.plan(&[("small", Some(b"again"))])).unwrap();
        assert_eq!(root.read("small"), b"again");
    }
}

/// The system kills a process that exceeds its file size limit: reliably within the write.
#[cfg(unix)]
#[test]
fn a_kill_in_the_middle_of_a_write_leaves_the_old_file() {
    let (root, plan, _) = big_and_small();
    let plan = store(&plan);
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"ulimit -c 0; ulimit -f 1000; exec "$0" "$1""#, HELPER]).arg(plan.path());
    let output = shell.output().unwrap();
    assert!(!output.status.success());

    let (temporary, rest): (Snapshot, Snapshot) =
        root.snapshot().into_iter().partition(|(path, _)| is_temporary(path));
    let is_partial = |bytes: &Vec<u8>| !bytes.is_empty() && bytes.len() < SIZE && bytes[0] == b'n';
    assert!(temporary.values().flatten().any(|bytes| is_partial(bytes) && bytes.len() > 1000));
    assert_eq!(rest, Root::new(&[("big", &vec![b'o'; SIZE]), ("small", b"old")]).snapshot());
}
