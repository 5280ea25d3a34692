//! Every single operation of an apply made to fail, alone and together with the roll-back.

mod fs_support;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use fs_support::{Root, Snapshot, is_temporary};
use resolve_runtime::fs::{ApplyError, FilePlan, Operation, WriteOptions};
use tokio_util::sync::CancellationToken;

/// Which operations fail.
type Fails = fn(number: usize, fault: usize, operation: Operation) -> bool;

const ONLY_THIS: Fails = |number, fault, _| number == fault;
const FROM_HERE: Fails = |number, fault, _| number >= fault;
/// Where the file system has no links, copies are made, with more operations that may fail.
const THIS_WITHOUT_LINKS: Fails =
    |number, fault, operation| number == fault || operation == Operation::LinkBackup;

fn root() -> Root {
    Root::new(&[("edit", b"1"), ("d/edit", b"\xff\r\n"), ("delete", b"2"), ("other", b"3")])
}

fn plan(root: &Root) -> FilePlan {
    root.plan(&[
        ("edit", Some(b"one")),
        ("delete", None),
        ("x/y/new", Some(b"new")),
        ("d/edit", Some(b"\xfe\r\n")),
        ("x/last", Some(b"")),
    ])
}

fn applied() -> Snapshot {
    let changed: [(&str, &[u8]); 5] = [
        ("edit", b"one"),
        ("d/edit", b"\xfe\r\n"),
        ("other", b"3"),
        ("x/y/new", b"new"),
        ("x/last", b""),
    ];
    Root::new(&changed).snapshot()
}

struct Run {
    root: Root,
    before: Snapshot,
    result: Result<resolve_runtime::fs::Applied, ApplyError>,
    operations: Vec<Operation>,
}

fn run(fault: usize, fails: Fails) -> Run {
    let root = root();
    let plan = plan(&root);
    let before = root.snapshot();
    let log = Arc::new(Mutex::new(Vec::new()));
    let (seen, counter) = (Arc::clone(&log), AtomicUsize::new(0));
    let options = WriteOptions::new().sync(true).before_each(move |operation, _| {
        seen.lock().unwrap().push(operation);
        let number = counter.fetch_add(1, Ordering::SeqCst);
        let is_fault = fails(number, fault, operation);
        if is_fault { Err(io::Error::other("injected")) } else { Ok(()) }
    });
    let result = plan.apply_blocking(&options, &CancellationToken::new());
    let operations = log.lock().unwrap().clone();
    Run { root, before, result, operations }
}

/// Paths that differ, temporary files left out.
fn differences(before: &Snapshot, after: &Snapshot) -> BTreeSet<PathBuf> {
    let paths = before.keys().chain(after.keys());
    let differs = |path: &&PathBuf| before.get(*path) != after.get(*path) && !is_temporary(path);
    paths.filter(differs).cloned().collect()
}

fn temporaries(snapshot: &Snapshot) -> BTreeSet<PathBuf> {
    snapshot.keys().filter(|path| is_temporary(path)).cloned().collect()
}

fn relative(root: &Root, paths: impl IntoIterator<Item = impl AsRef<Path>>) -> BTreeSet<PathBuf> {
    let strip = |path: &Path| path.strip_prefix(&root.path).unwrap().to_path_buf();
    paths.into_iter().map(|path| strip(path.as_ref())).collect()
}

/// All as before, all as after, or exactly what the error lists; and no temporary file that the
/// outcome does not name.
fn check(run: &Run, context: &str) {
    let after = run.root.snapshot();
    match &run.result {
        Ok(done) => {
            assert_eq!(temporaries(&after), relative(&run.root, &done.leftovers), "{context}");
            assert_eq!(differences(&applied(), &after), BTreeSet::new(), "{context}");
        }
        Err(ApplyError::PartiallyApplied { left, cause }) => {
            assert!(matches!(**cause, ApplyError::Failed(_)), "{context}: {cause}");
            let listed = relative(&run.root, left.iter().map(|left| &left.path));
            assert_eq!(differences(&run.before, &after), listed, "{context}");
            let backups = relative(&run.root, left.iter().filter_map(|left| left.backup.as_ref()));
            assert_eq!(temporaries(&after), backups, "{context}");
            for left in left.iter().filter(|left| left.backup.is_some()) {
                let path = left.path.strip_prefix(&run.root.path).unwrap();
                let kept = std::fs::read(left.backup.as_ref().unwrap()).unwrap();
                assert_eq!(
                    Some(&Some(kept)),
                    run.before.get(path),
                    "{context}: {}",
                    path.display()
                );
            }
        }
        Err(error) => {
            assert!(matches!(error, ApplyError::Failed(_)), "{context}: {error}");
            assert_eq!(run.before, after, "{context}: {error}");
        }
    }
}

/// Runs until no operation is left to fail; returns how the runs ended: applied, as before, partly.
fn every_operation(fails: Fails) -> (usize, usize, usize) {
    let mut ended = (0, 0, 0);
    for fault in 0.. {
        let run = run(fault, fails);
        let last = run.operations.len() <= fault;
        let at = run.operations.get(fault);
        check(&run, &format!("operation {fault}, {at:?}"));
        match run.result {
            Ok(_) => ended.0 += 1,
            Err(ApplyError::PartiallyApplied { .. }) => ended.2 += 1,
            Err(_) => ended.1 += 1,
        }
        if last {
            break;
        }
    }
    ended
}

#[test]
fn every_operation_that_fails_alone_leaves_all_files_old_or_new() {
    let (applied, as_before, partly) = every_operation(ONLY_THIS);
    // Only the last run has no fault; a backup that cannot be linked or removed is no failure.
    assert_eq!((applied, partly), (1 + 3 + 3, 0));
    assert!(as_before > 25, "{as_before}");
}

#[test]
fn the_same_holds_where_files_cannot_be_linked() {
    let (applied, as_before, partly) = every_operation(THIS_WITHOUT_LINKS);
    assert_eq!((applied, partly), (1 + 3 + 3, 0));
    assert!(as_before > 35, "{as_before}");
}

#[test]
fn a_roll_back_that_fails_as_well_lists_exactly_what_differs() {
    let (applied, _, partly) = every_operation(FROM_HERE);
    // As above, but without the first link nothing works.
    assert_eq!(applied, 1 + 3);
    assert!(partly > 10, "{partly}");
}

/// The single operations of the roll-back made to fail, after each place where it can begin.
#[test]
fn every_operation_of_the_roll_back_that_fails_is_listed() {
    let mut partly = 0;
    for begin in 0..run(usize::MAX, ONLY_THIS).operations.len() {
        for offset in 1.. {
            let fault = begin * 1000 + begin + offset;
            let run =
                run(fault, |number, fault, _| number == fault / 1000 || number == fault % 1000);
            check(&run, &format!("operations {begin} and {}", begin + offset));
            partly += usize::from(matches!(run.result, Err(ApplyError::PartiallyApplied { .. })));
            if run.operations.len() <= begin + offset {
                break;
            }
        }
    }
    assert!(partly > 20, "{partly}");
}

/// The list of operations that the loops go through does not shrink unnoticed.
#[test]
fn every_kind_of_operation_is_reached() {
    let mut seen: Vec<Operation> = run(usize::MAX, ONLY_THIS).operations;
    seen.extend(run(0, |_, _, operation| operation == Operation::LinkBackup).operations);
    let last_check = |_, _, operation| operation == Operation::SyncDirectory;
    seen.extend(run(0, last_check).operations);
    for operation in [
        Operation::CreateDirectory,
        Operation::CreateTemporary,
        Operation::Write,
        Operation::SetPermissions,
        Operation::SyncFile,
        Operation::LinkBackup,
        Operation::CopyBackup,
        Operation::Check,
        Operation::Create,
        Operation::Replace,
        Operation::Delete,
        Operation::SyncDirectory,
        Operation::RemoveBackup,
        Operation::Restore,
        Operation::RemoveCreated,
        Operation::RemoveDirectory,
    ] {
        assert!(seen.contains(&operation), "{operation:?}");
    }
}
