//! What happens while an apply runs: others write, the token is cancelled, the future is dropped.

mod fs_support;

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use fs_support::Root;
use resolve_runtime::fs::{ApplyError, Operation, WriteOptions};
use tokio_util::sync::CancellationToken;

/// Options that call `intrude` right before the first operation of a kind.
fn before_first(wanted: Operation, intrude: impl Fn() + Send + Sync + 'static) -> WriteOptions {
    let calls = AtomicUsize::new(0);
    WriteOptions::new().before_each(move |operation, _| {
        if operation == wanted && calls.fetch_add(1, Ordering::SeqCst) == 0 {
            intrude();
        }
        Ok(())
    })
}

#[test]
fn a_file_that_moves_during_the_apply_is_noticed_before_it_is_replaced() {
    let root = Root::new(&[("a", b"1"), ("b", b"2")]);
    let plan = root.plan(&[("a", Some(b"one")), ("b", Some(b"two"))]);
    let b = root.at("b");
    let options = before_first(Operation::Replace, move || fs::write(&b, "theirs").unwrap());
    let error = plan.apply_blocking(&options, &CancellationToken::new()).unwrap_err();
    let ApplyError::Stale(stale) = error else { panic!("{error}") };
    assert_eq!(&*stale.files()[0].path, "b");
    let expected = Root::new(&[("a", b"1"), ("b", b"theirs")]);
    assert_eq!(root.snapshot(), expected.snapshot(), "`a` was rolled back, `b` is theirs");
}

#[test]
fn a_new_file_never_replaces_one_that_appears_at_the_last_moment() {
    let root = Root::new(&[("a", b"1")]);
    let plan = root.plan(&[("a", Some(b"one")), ("d/new", Some(b"ours"))]);
    let new = root.at("d/new");
    // After the last comparison.
    let options = before_first(Operation::Create, move || {
        fs::write(&new, "theirs").unwrap();
    });
    let error = plan.apply_blocking(&options, &CancellationToken::new()).unwrap_err();
    // The directory is ours and cannot be taken back, as it is in use by now.
    let ApplyError::PartiallyApplied { cause, left } = error else { panic!("{error}") };
    assert!(matches!(*cause, ApplyError::Stale(_)));
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].path, root.at("d"));
    assert_eq!(root.snapshot(), Root::new(&[("a", b"1"), ("d/new", b"theirs")]).snapshot());
}

#[test]
fn a_roll_back_does_not_overwrite_what_somebody_else_wrote_meanwhile() {
    let root = Root::new(&[("a", b"1"), ("b", b"2")]);
    let plan = root.plan(&[("a", Some(b"one")), ("b", Some(b"two"))]);
    let a = root.at("a");
    let options = WriteOptions::new().before_each(move |operation, path| {
        if operation == Operation::Replace && path.ends_with("b") {
            fs::write(&a, "theirs")?;
            return Err(std::io::Error::other("disk on fire"));
        }
        Ok(())
    });
    let error = plan.apply_blocking(&options, &CancellationToken::new()).unwrap_err();
    let message = error.to_string();
    let ApplyError::PartiallyApplied { left, .. } = error else { panic!("{message}") };
    assert_eq!(root.read("a"), b"theirs");
    assert_eq!(root.read("b"), b"2");
    let backup = left[0].backup.as_ref().unwrap();
    assert_eq!(fs::read(backup).unwrap(), b"1", "the old content is not lost");
    assert_eq!(
        message,
        format!(
            "Partially applied: could not replace `{b}`: disk on fire. Not rolled back: `{a}` (it \
             was changed since: found {theirs}; its old content is in `{backup}`). Every other \
             file is as it was. Look at these before you try again.",
            a = root.at("a").display(),
            b = root.at("b").display(),
            backup = backup.display(),
            theirs = resolve_runtime::fs::Digest::of(b"theirs"),
        )
    );
}

#[test]
fn a_panic_in_the_middle_is_rolled_back() {
    let root = Root::new(&[("a", b"1"), ("b", b"2")]);
    let plan = root.plan(&[("a", Some(b"one")), ("b", Some(b"two")), ("d/c", Some(b"3"))]);
    let before = root.snapshot();
    let options = before_first(Operation::Create, || panic!("in the middle"));
    let apply = || plan.apply_blocking(&options, &CancellationToken::new());
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(apply)).is_err());
    assert_eq!(root.snapshot(), before);
    assert_eq!(fs_support::apply(&plan).unwrap().files, 3, "it can be tried again");
}

#[test]
fn a_cancelled_token_stops_it_before_the_first_file_and_not_after() {
    let plan_of = |root: &Root| root.plan(&[("a", Some(b"one")), ("d/b", Some(b"two"))]);
    let mut seen = (0, 0);
    // Cancelled right before each operation in turn.
    for at in 0.. {
        let root = Root::new(&[("a", b"1")]);
        let before = root.snapshot();
        let abort = CancellationToken::new();
        let (token, log) = (abort.clone(), Arc::new(Mutex::new(Vec::new())));
        let begun = Arc::clone(&log);
        let options = WriteOptions::new().before_each(move |operation, _| {
            let mut begun = begun.lock().unwrap();
            if begun.len() == at {
                token.cancel();
            }
            begun.push(operation);
            Ok(())
        });
        match plan_of(&root).apply_blocking(&options, &abort) {
            Err(ApplyError::Aborted) => {
                assert_eq!(root.snapshot(), before);
                seen.0 += 1;
            }
            Ok(_) => {
                assert_eq!(root.read("a"), b"one");
                assert_eq!(root.read("d/b"), b"two");
                seen.1 += 1;
            }
            Err(error) => panic!("{error}"),
        }
        let begun = log.lock().unwrap();
        if at == 0 {
            let second = Operation::CreateDirectory;
            assert!(!begun.contains(&second), "the second file is not even prepared");
        }
        if begun.len() <= at {
            break;
        }
    }
    assert!(seen.0 > 3 && seen.1 > 3, "{seen:?}");

    let root = Root::new(&[("a", b"1")]);
    let abort = CancellationToken::new();
    abort.cancel();
    let error = plan_of(&root).apply_blocking(&WriteOptions::new(), &abort).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Aborted before the first file was changed. Nothing was written."
    );
}

/// The first attempt is held in the middle and its future dropped. The retry waits for it, sees
/// what it wrote, and the last write on the disk is the retry's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dropped_apply_ends_before_its_retry_begins() {
    let root = Root::new(&[("a", b"1"), ("b", b"1")]);
    let first = root.plan(&[("a", Some(b"first")), ("b", Some(b"first"))]);
    let (reached, wait_reached) = mpsc::channel();
    let (release, wait_release) = mpsc::channel();
    let wait_release = Mutex::new(wait_release);
    let held = before_first(Operation::Replace, move || {
        reached.send(()).unwrap();
        wait_release.lock().unwrap().recv().unwrap();
    });
    let abort = CancellationToken::new();
    let attempt = {
        let abort = abort.clone();
        tokio::spawn(async move { first.apply(&held, &abort).await })
    };
    tokio::task::spawn_blocking(move || wait_reached.recv().unwrap()).await.unwrap();
    abort.cancel();
    attempt.abort();
    assert!(attempt.await.unwrap_err().is_cancelled());

    // Computed from the old content: it must not be mixed into what the first one still writes.
    let stale = root.plan(&[("a", Some(b"retry")), ("b", Some(b"retry"))]);
    let retry =
        tokio::spawn(
            async move { stale.apply(&WriteOptions::new(), &CancellationToken::new()).await },
        );
    release.send(()).unwrap();
    assert!(matches!(retry.await.unwrap(), Err(ApplyError::Stale(_))));
    assert_eq!((root.read("a"), root.read("b")), (b"first".to_vec(), b"first".to_vec()));

    let retry = root.plan(&[("a", Some(b"retry")), ("b", Some(b"retry"))]);
    retry.apply(&WriteOptions::new(), &CancellationToken::new()).await.unwrap();
    assert_eq!((root.read("a"), root.read("b")), (b"retry".to_vec(), b"retry".to_vec()));
}

#[cfg(unix)]
#[test]
fn a_target_that_becomes_a_link_is_refused() {
    let outside = Root::new(&[("secret", b"1")]);
    let root = Root::new(&[("a", b"1")]);
    let plan = root.plan(&[("a", Some(b"2"))]);
    let (a, secret) = (root.at("a"), outside.at("secret"));
    let options = before_first(Operation::Check, move || {
        fs::remove_file(&a).unwrap();
        std::os::unix::fs::symlink(&secret, &a).unwrap();
    });
    let error = plan.apply_blocking(&options, &CancellationToken::new()).unwrap_err();
    assert!(matches!(error, ApplyError::Stale(_)), "{error}");
    assert_eq!(outside.read("secret"), b"1");
    assert!(fs::symlink_metadata(root.at("a")).unwrap().is_symlink(), "theirs stays");
    assert_eq!(root.snapshot().len(), 1);
}
