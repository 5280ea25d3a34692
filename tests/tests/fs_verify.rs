//! Which files are stale, and what the error says.

mod fs_support;

use std::fs::File;
use std::time::{Duration, SystemTime};

use fs_support::{Root, apply};
use resolve_runtime::fs::{ApplyError, Digest, Found};

#[test]
fn content_that_moved_is_stale_even_if_every_count_is_equal() {
    let root = Root::new(&[("a", b"x\ny\n"), ("b", b"y\nx\n")]);
    let plan = root.plan(&[("a", Some(b"1\n")), ("b", Some(b"2\n"))]);
    root.write("a", b"y\nx\n");
    root.write("b", b"x\ny\n");
    let before = root.snapshot();

    let error = apply(&plan).unwrap_err();
    let ApplyError::Stale(stale) = error else { panic!("{error}") };
    assert_eq!(plan.verify_blocking(), Err(stale.clone()));
    let paths: Vec<_> = stale.files().iter().map(|file| &*file.path).collect();
    assert_eq!(paths, ["a", "b"]);
    assert_eq!(stale.files()[0].expected, Some(Digest::of(b"x\ny\n")));
    assert_eq!(stale.files()[0].found, Found::File(Digest::of(b"y\nx\n")));
    assert_eq!(root.snapshot(), before, "nothing is written");
}

#[test]
fn the_message_says_what_was_compared_and_claims_no_cause() {
    let root = Root::new(&[("src/a.rs", b"a"), ("b", b"b")]);
    let plan = root.plan(&[("src/a.rs", Some(b"1")), ("b", Some(b"2")), ("c", Some(b"3"))]);
    root.write("src/a.rs", b"other");
    std::fs::remove_file(root.at("b")).unwrap();
    root.write("c", b"c");

    let message = plan.verify_blocking().unwrap_err().to_string();
    assert_eq!(
        message,
        "`src/a.rs`: \
         expected sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb, \
         found sha256:d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa; \
         `b`: \
         expected sha256:3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d, \
         found absent; \
         `c`: \
         expected absent, \
         found sha256:2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6. \
         Nothing was written."
    );
    assert_eq!(apply(&plan).unwrap_err().to_string(), message);
}

#[test]
fn a_file_with_cr_lf_is_compared_by_its_raw_bytes() {
    let root = Root::new(&[("a", b"one\r\ntwo\r\n")]);
    let plan = root.plan(&[("a", Some(b"one\r\n2\r\n"))]);
    assert_eq!(plan.verify_blocking(), Ok(()));
    assert_eq!(apply(&plan).unwrap().files, 1);
    assert_eq!(root.read("a"), b"one\r\n2\r\n");

    let root = Root::new(&[("a", b"one\r\n")]);
    let plan = root.plan(&[("a", Some(b"1\r\n"))]);
    root.write("a", b"one\n");
    assert!(plan.verify_blocking().is_err(), "a changed line ending is a change");
}

#[test]
fn a_new_modification_time_alone_is_not_stale() {
    let root = Root::new(&[("a", b"1")]);
    let plan = root.plan(&[("a", Some(b"2"))]);
    let later = SystemTime::now() + Duration::from_hours(1);
    let file = File::options().write(true).open(root.at("a")).unwrap();
    file.set_modified(later).unwrap();
    assert_eq!(plan.verify_blocking(), Ok(()));
}

#[test]
fn a_directory_in_the_place_of_a_file_is_named() {
    let root = Root::new(&[("a", b"1")]);
    let plan = root.plan(&[("a", Some(b"2"))]);
    std::fs::remove_file(root.at("a")).unwrap();
    root.write("a/inside", b"");
    let stale = plan.verify_blocking().unwrap_err();
    assert_eq!(stale.files()[0].found, Found::NotAFile(root.at("a")));
    assert!(apply(&plan).is_err());
    assert_eq!(root.read("a/inside"), b"");
}

#[test]
fn a_root_that_is_gone_makes_everything_stale() {
    let root = Root::new(&[("d/a", b"1")]);
    let mut builder = resolve_runtime::fs::FilePlan::builder(root.at("d")).unwrap();
    builder.create("b", "").unwrap();
    let (plan, _) = builder.build().unwrap();
    std::fs::rename(root.at("d"), root.at("moved")).unwrap();
    let stale = plan.verify_blocking().unwrap_err();
    assert!(matches!(&stale.files()[0].found, Found::Unreadable(_)), "{stale}");
}

fn assert_send(_: impl Future + Send) {}

#[tokio::test]
async fn the_async_check_gives_the_same_answer() {
    let root = Root::new(&[("a", b"1")]);
    let plan = root.plan(&[("a", Some(b"2"))]);
    assert_eq!(plan.verify().await, Ok(()));
    root.write("a", b"3");
    let stale = plan.verify().await;
    assert!(stale.is_err());
    assert_eq!(stale, plan.verify_blocking());

    assert_send(plan.verify());
}

#[cfg(unix)]
#[test]
fn a_link_that_took_the_place_of_a_file_is_not_followed() {
    use std::os::unix::fs::symlink;

    let root = Root::new(&[("a", b"1"), ("d/b", b"1"), ("elsewhere/b", b"1")]);
    let plan = root.plan(&[("a", Some(b"2")), ("d/b", Some(b"2")), ("d/new", Some(b"2"))]);
    // Both lead to the expected content.
    std::fs::remove_file(root.at("a")).unwrap();
    symlink("elsewhere/b", root.at("a")).unwrap();
    std::fs::remove_dir_all(root.at("d")).unwrap();
    symlink("elsewhere", root.at("d")).unwrap();

    let stale = plan.verify_blocking().unwrap_err();
    let found: Vec<_> = stale.files().iter().map(|file| file.found.clone()).collect();
    let link = |path| Found::Symlink(root.at(path));
    assert_eq!(found, [link("a"), link("d"), link("d")]);
    assert!(matches!(apply(&plan), Err(ApplyError::Stale(_))));
    assert_eq!(root.read("elsewhere/b"), b"1");
    assert!(!root.at("elsewhere/new").exists());
}

#[cfg(unix)]
#[test]
fn a_link_that_took_the_place_of_the_root_is_not_followed() {
    let root = Root::new(&[("d/a", b"1")]);
    let mut builder = resolve_runtime::fs::FilePlan::builder(root.at("d")).unwrap();
    builder.edit("a", "1", "2").unwrap();
    let (plan, _) = builder.build().unwrap();
    std::fs::rename(root.at("d"), root.at("e")).unwrap();
    std::os::unix::fs::symlink("e", root.at("d")).unwrap();
    assert!(apply(&plan).is_err());
    assert_eq!(root.read("e/a"), b"1");
}
