//! Which plans can be made, stored and read back.

mod fs_support;

use fs_support::Root;
use resolve_runtime::fs::{Digest, FileChange, FilePlan, Found, PathError, PlanError};
use serde_json::json;

fn read_back(value: serde_json::Value) -> Result<FilePlan, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// A stored plan with one new file at `path`.
fn stored(path: &str) -> serde_json::Value {
    json!({"root": "/project", "files": [{"path": path, "before": null, "after": {"text": "x"}}]})
}

#[test]
fn a_plan_is_send_and_sync() {
    fn assert<T: Send + Sync + Clone + std::fmt::Debug + PartialEq + 'static>() {}
    assert::<FilePlan>();
}

#[test]
fn a_stored_plan_is_readable_and_survives_the_round_trip() {
    let root = Root::new(&[("a.txt", b"old\r\n"), ("b.bin", b"\xff\x00"), ("gone", b"")]);
    let mut builder = root.builder();
    builder.edit("a.txt", "old\r\n", "new\r\n").unwrap();
    builder.edit("b.bin", b"\xff\x00", b"\xfe\x00\r").unwrap();
    builder.delete("gone", "").unwrap();
    builder.create_with_mode("d/run.sh", "#!/bin/sh\n", 0o755).unwrap();
    let (plan, _) = builder.build().unwrap();

    let value = serde_json::to_value(&plan).unwrap();
    let digest = |bytes: &[u8]| Digest::of(bytes).to_string();
    let expected = json!({"root": root.path, "files": [
        {"path": "a.txt", "before": digest(b"old\r\n"), "after": {"text": "new\r\n"}},
        {"path": "b.bin", "before": digest(b"\xff\x00"), "after": {"base64": "/gAN"}},
        {"path": "gone", "before": digest(b""), "after": null},
        {"path": "d/run.sh", "before": null, "after": {"text": "#!/bin/sh\n", "mode": 0o755}},
    ]});
    assert_eq!(value, expected);
    assert_eq!(read_back(value), Ok(plan));
}

#[test]
fn a_digest_is_the_sha_256_of_the_raw_bytes() {
    let empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(Digest::of(b"").to_string(), empty);
    assert_eq!(empty.parse(), Ok(Digest::of(b"")));
    for wrong in [&empty[7..], &empty[..70], &empty.to_uppercase(), "sha256:", "md5:00"] {
        assert!(wrong.parse::<Digest>().is_err(), "{wrong}");
    }
}

#[test]
fn a_stored_plan_cannot_leave_its_root() {
    assert!(read_back(stored("a/b")).is_ok(), "the shape itself is accepted");
    for (path, reason) in [
        ("../x", "`..`"),
        ("a/../../x", "`..`"),
        ("/etc/passwd", "outside of the root"),
        ("", "names no file"),
        (".", "names no file"),
        ("a\0b", "holds a NUL"),
    ] {
        let error = read_back(stored(path)).unwrap_err();
        assert!(error.contains(reason), "{path:?}: {error}");
    }
    // Even below the root an absolute path is none that a plan would hold.
    assert!(read_back(stored("/project/x")).is_err());
}

#[test]
fn a_stored_plan_is_checked_like_a_built_one() {
    let new = |path: &str| json!({"path": path, "before": null, "after": {"text": ""}});
    let after = |after: serde_json::Value| json!({"root": "/r", "files": [{"path": "p", "before": null, "after": after}]});
    let edit =
        json!({"path": "p", "before": Digest::of(b""), "after": {"text": "", "mode": 0o600}});
    for (value, reason) in [
        (json!({"root": "r", "files": []}), "absolute"),
        (json!({"root": "/r", "files": [new("p"), new("./p")]}), "changed twice"),
        (json!({"root": "/r", "files": [new("p/q"), new("p")]}), "lies below `p`"),
        (json!({"root": "/r", "files": [edit]}), "only a new file"),
        (json!({"root": "/r", "files": [], "if": "x"}), "unknown field `if`"),
        (after(json!(null)), "absent before and after"),
        (after(json!({})), "exactly one of"),
        (after(json!({"text": "", "base64": ""})), "exactly one of"),
        (after(json!({"base64": "?"})), "stored change of `p`"),
        (after(json!({"text": "", "mode": 0o4755})), "at most 777"),
    ] {
        let error = read_back(value.clone()).unwrap_err();
        assert!(error.contains(reason), "{value}: {error}");
    }
}

#[test]
fn a_path_may_be_absolute_below_the_root() {
    let root = Root::new(&[("d/a", b"1")]);
    let mut builder = root.builder();
    builder.edit(root.at("d/a"), "1", "2").unwrap().create("./d//b", "").unwrap();
    let (plan, _) = builder.build().unwrap();
    let paths: Vec<_> = plan.files().iter().map(FileChange::path).collect();
    assert_eq!(paths, ["d/a", "d/b"]);
}

#[test]
fn a_path_that_leaves_the_root_is_refused() {
    let root = Root::new(&[("d/a", b"1")]);
    let mut builder = FilePlan::builder(root.at("d")).unwrap();
    let up = builder.create("../x", "").unwrap_err();
    assert!(matches!(up, PlanError::Path(PathError::Parent { .. })), "{up}");
    // Even one that comes back: `..` behind a link leads elsewhere.
    assert!(builder.edit("x/../a", "1", "2").is_err());
    let outside = builder.create(root.at("x"), "").unwrap_err();
    assert!(matches!(outside, PlanError::Path(PathError::Outside { .. })), "{outside}");
    // The name of a sibling begins like the root.
    assert!(builder.create(root.at("d2"), "").is_err());
    assert!(matches!(builder.create("", ""), Err(PlanError::Path(PathError::NoFile { .. }))));
    assert!(builder.build().unwrap().0.is_empty(), "a refused change is not in the plan");
}

#[test]
fn what_is_there_has_to_fit_the_change() {
    let root = Root::new(&[("a", b"1"), ("d/b", b"2")]);
    let mut builder = root.builder();
    assert!(matches!(builder.create("a", ""), Err(PlanError::Exists { .. })));
    assert!(matches!(builder.edit("c", "", "x"), Err(PlanError::Missing { .. })));
    assert!(matches!(builder.delete("c", ""), Err(PlanError::Missing { .. })));
    assert!(matches!(builder.read("c"), Err(PlanError::Missing { .. })));
    for in_the_way in [builder.edit("d", "", "x").err(), builder.read("d").err()] {
        let found = matches!(
            in_the_way,
            Some(PlanError::Unsupported { found: Found::NotAFile(at), .. }) if at == root.at("d")
        );
        assert!(found);
    }
    // A file where a directory would have to be.
    assert!(matches!(builder.create("a/x", ""), Err(PlanError::Unsupported { .. })));
    assert_eq!(builder.read("d/b").unwrap(), b"2");
}

#[test]
fn a_file_has_one_change_at_most() {
    let root = Root::new(&[("a", b"1")]);
    let mut builder = root.builder();
    builder.edit("a", "1", "2").unwrap();
    assert!(matches!(builder.delete("./a", "1"), Err(PlanError::Duplicate { .. })));
    builder.create("n", "").unwrap().create("n/m", "").unwrap();
    assert!(matches!(builder.build(), Err(PlanError::Nested { .. })));
}

#[test]
fn an_edit_that_changes_nothing_is_not_in_the_plan() {
    let root = Root::new(&[("a", b"1")]);
    let mut builder = root.builder();
    builder.edit("a", "1", "1").unwrap();
    let (plan, shown) = builder.build().unwrap();
    assert!(plan.is_empty());
    assert_eq!((shown.text(), shown.files()), ("", 0));
}

#[test]
fn a_root_has_to_be_a_directory() {
    let root = Root::new(&[("a", b"1")]);
    assert!(matches!(FilePlan::builder(root.at("a")), Err(PlanError::Root { .. })));
    assert!(matches!(FilePlan::builder(root.at("none")), Err(PlanError::Root { .. })));
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_on_the_path_is_refused() {
        let outside = Root::new(&[("secret", b"s")]);
        let root = Root::new(&[("real", b"r"), ("d/e", b"")]);
        symlink(outside.at("secret"), root.at("link")).unwrap();
        symlink(&outside.path, root.at("dir")).unwrap();
        symlink("d", root.at("inside")).unwrap();
        symlink("nowhere", root.at("dangling")).unwrap();

        let mut builder = root.builder();
        for (path, at) in [
            ("link", "link"),
            ("dir/secret", "dir"),
            // Also one that stays below the root.
            ("inside/e", "inside"),
            ("dangling", "dangling"),
        ] {
            let results = [
                builder.edit(path, "s", "x").err(),
                builder.delete(path, "s").err(),
                builder.create(path, "x").err(),
                builder.read(path).err(),
            ];
            for error in results {
                let found = matches!(
                    &error,
                    Some(PlanError::Unsupported { found: Found::Symlink(found), .. })
                        if *found == root.at(at)
                );
                assert!(found, "{path}: {error:?}");
            }
        }
        assert!(builder.create("dir/new/file", "x").is_err());
    }

    #[test]
    fn the_root_may_be_given_through_a_link() {
        let root = Root::new(&[("d/a", b"1")]);
        symlink("d", root.at("link")).unwrap();
        let mut builder = FilePlan::builder(root.at("link")).unwrap();
        builder.edit(root.at("link/a"), "1", "2").unwrap();
        builder.create(root.at("d/b"), "").unwrap();
        let (plan, _) = builder.build().unwrap();
        assert_eq!(plan.root(), root.at("d"));
        assert_eq!(plan.files()[0].path(), "a");
    }

    #[test]
    fn a_pipe_is_refused_without_being_opened() {
        let root = Root::new(&[]);
        let made = std::process::Command::new("mkfifo").arg(root.at("pipe")).status().unwrap();
        assert!(made.success());
        let mut builder = root.builder();
        let error = builder.edit("pipe", "", "x").unwrap_err();
        assert!(matches!(error, PlanError::Unsupported { found: Found::NotAFile(_), .. }));
        assert!(builder.read("pipe").is_err());
    }

    #[test]
    fn a_path_that_no_plan_could_store_is_refused() {
        let root = Root::new(&[]);
        let name = std::ffi::OsStr::from_bytes(b"\xff");
        fs::write(root.path.join(name), "").unwrap();
        let error = root.builder().edit(name, "", "x").unwrap_err();
        assert!(matches!(error, PlanError::Path(PathError::NotText { .. })), "{error}");
    }
}
