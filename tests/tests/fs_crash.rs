//! A process that dies while it applies a plan leaves each file old or new, never in between.

mod fs_support;

use std::fs;
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
        let content = now.get(path);
        let (is_old, is_new) = (content == old.get(path), content == new.get(path));
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
    let count: usize = String::from_utf8(output.stdout).unwrap().lines().nth(1).unwrap().parse().unwrap();
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

fn start(plan: &Path) -> Child {
    let mut child =
        Command::new(HELPER).arg(plan).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut ready = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut ready).unwrap();
    assert_eq!(ready, "ready\n");
    child
}

/// Killed at whatever point it has reached. When that is does not matter for the outcome: it is
/// the same at all of them.
#[test]
fn a_kill_during_a_big_write_leaves_each_file_old_or_new() {
    const SIZE: usize = 8 << 20;
    let (old_bytes, new_bytes) = (vec![b'o'; SIZE], vec![b'n'; SIZE]);
    for attempt in 0..24 {
        let root = Root::new(&[("big", &old_bytes), ("small", b"old")]);
        let old = root.snapshot();
        let plan = root.plan(&[("big", Some(&new_bytes)), ("small", Some(b"new"))]);
        let new = Root::new(&[("big", &new_bytes), ("small", b"new")]).snapshot();
        let plan = store(&plan);

        let mut child = start(plan.path());
        std::thread::sleep(Duration::from_millis(attempt * 3));
        // On Unix this is SIGKILL. It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
        old_or_new(&root.snapshot(), &old, &new, &format!("attempt {attempt}"));

        // What a killed one left behind is in nobody's way.
        let again = root.plan(&[("small", Some(b"again"))]);
        fs_support::apply(&again).unwrap();
        assert_eq!(fs::read(root.at("small")).unwrap(), b"again");
    }
}
