//! What an apply writes, and what it leaves alone.

mod fs_support;

use std::fs;
use std::sync::{Arc, Mutex};

use fs_support::{Root, apply};
use resolve_runtime::fs::{ApplyError, Operation, WriteOptions, splice};
use tokio_util::sync::CancellationToken;

#[test]
fn a_plan_creates_edits_and_deletes() {
    let root = Root::new(&[("edit", b"1"), ("gone/file", b"2"), ("other", b"3")]);
    let plan = root.plan(&[("edit", Some(b"one")), ("gone/file", None), ("x/y/new", Some(b"n"))]);
    let untouched = root.snapshot();
    assert_eq!(plan.verify_blocking(), Ok(()));
    assert_eq!(root.snapshot(), untouched, "neither building nor verifying changes anything");

    let applied = apply(&plan).unwrap();
    assert_eq!((applied.files, applied.leftovers.len()), (3, 0));
    assert_eq!(applied.to_string(), "3 files changed.");

    let expected = Root::new(&[("edit", b"one"), ("other", b"3"), ("x/y/new", b"n")]);
    fs::create_dir(expected.at("gone")).unwrap();
    assert_eq!(root.snapshot(), expected.snapshot());

    let again = apply(&plan).unwrap_err();
    assert!(matches!(again, ApplyError::Stale(_)), "{again}");
}

#[test]
fn bytes_far_from_the_edit_are_kept() {
    let cases: [(&[u8], &[u8]); 2] =
        [(b"a\r\nb\nc\xff\rd", b"a\r\nB\nc\xff\rd"), (b"\xef\xbb\xbfb\r\n", b"\xef\xbb\xbfB\r\n")];
    for (old, new) in cases {
        let root = Root::new(&[("f", old)]);
        let mut builder = root.builder();
        let before = builder.read("f").unwrap();
        let at = before.iter().position(|byte| *byte == b'b').unwrap();
        let after = splice(&before, [(at..at + 1, "B")]).unwrap();
        builder.edit("f", before, after).unwrap();
        apply(&builder.build().unwrap().0).unwrap();
        assert_eq!(root.read("f"), new);
    }
}

#[test]
fn a_patch_that_cannot_be_made_as_a_whole_changes_nothing() {
    let root = Root::new(&[("important.txt", b"keep"), ("missing.txt", b"x")]);
    let plan = root.plan(&[("important.txt", None), ("missing.txt", Some(b"y"))]);
    fs::remove_file(root.at("missing.txt")).unwrap();
    assert!(root.builder().edit("missing.txt", "x", "y").is_err(), "nor can it be planned");

    assert!(matches!(apply(&plan), Err(ApplyError::Stale(_))));
    assert_eq!(root.read("important.txt"), b"keep");
    assert_eq!(root.snapshot().len(), 1);
}

#[test]
fn files_are_flushed_only_if_the_host_asks_for_it() {
    for sync in [false, true] {
        let root = Root::new(&[("a", b"1")]);
        let plan = root.plan(&[("a", Some(b"one")), ("d/b", Some(b"two"))]);
        let flushed = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&flushed);
        let options = WriteOptions::new().sync(sync).before_each(move |operation, path| {
            if matches!(operation, Operation::SyncFile | Operation::SyncDirectory) {
                log.lock().unwrap().push(path.to_path_buf());
            }
            Ok(())
        });
        plan.apply_blocking(&options, &CancellationToken::new()).unwrap();
        let expected = [root.at("a"), root.at("d/b"), root.path.clone(), root.at("d")];
        assert_eq!(*flushed.lock().unwrap(), if sync { &expected[..] } else { &[] });
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    use super::*;

    fn mode(root: &Root, path: &str) -> u32 {
        fs::metadata(root.at(path)).unwrap().mode() & 0o7777
    }

    #[test]
    fn an_edited_file_keeps_its_mode() {
        let modes = [0o755, 0o600, 0o444, 0o640, 0o4711];
        for bits in modes {
            let root = Root::new(&[("a", b"1")]);
            fs::set_permissions(root.at("a"), fs::Permissions::from_mode(bits)).unwrap();
            apply(&root.plan(&[("a", Some(b"2"))])).unwrap();
            assert_eq!((mode(&root, "a"), root.read("a")), (bits, b"2".to_vec()), "{bits:o}");
        }
    }

    #[test]
    fn a_new_file_gets_the_mode_of_the_plan_or_the_default_one() {
        let root = Root::new(&[("default", b"")]);
        let mut builder = root.builder();
        builder.create_with_mode("run.sh", "", 0o751).unwrap().create("plain", "").unwrap();
        apply(&builder.build().unwrap().0).unwrap();
        assert_eq!(mode(&root, "run.sh"), 0o751);
        assert_eq!(mode(&root, "plain"), mode(&root, "default"));
    }

    #[test]
    fn a_rolled_back_file_is_the_very_same_file() {
        let root = Root::new(&[("a", b"1"), ("b", b"2")]);
        let plan = root.plan(&[("a", Some(b"one")), ("b", Some(b"two"))]);
        let identity = |path| {
            let metadata = fs::metadata(root.at(path)).unwrap();
            (metadata.ino(), metadata.mtime(), metadata.mtime_nsec(), metadata.nlink())
        };
        let before = identity("a");
        let options = WriteOptions::new().before_each(|operation, path| {
            let fails = operation == Operation::Replace && path.ends_with("b");
            if fails { Err(std::io::Error::other("no")) } else { Ok(()) }
        });
        let error = plan.apply_blocking(&options, &CancellationToken::new()).unwrap_err();
        assert!(error.to_string().ends_with("/b`: no. Nothing was changed."), "{error}");
        assert_eq!(identity("a"), before);
    }

    #[test]
    fn an_edited_file_keeps_its_owner() {
        let root = Root::new(&[("a", b"1")]);
        // Only a privileged process can make a file that belongs to somebody else.
        if std::os::unix::fs::chown(root.at("a"), Some(12), Some(34)).is_err() {
            return;
        }
        fs::set_permissions(root.at("a"), fs::Permissions::from_mode(0o6750)).unwrap();
        apply(&root.plan(&[("a", Some(b"2"))])).unwrap();
        let metadata = fs::metadata(root.at("a")).unwrap();
        assert_eq!((metadata.uid(), metadata.gid(), mode(&root, "a")), (12, 34, 0o6750));
    }
}
