//! Which files are looked at.

use std::num::NonZero;
use std::sync::Mutex;

use examples::ast_edit::{Op, Options, ScanError, scan};

use crate::{RENAME, changed, folder, scanned, try_scan};

const CALL: &str = "oldApi(1);\n";

#[test]
fn folders_files_and_globs_are_taken() {
    let folder = folder(&[
        ("top.ts", CALL),
        ("src/a.ts", CALL),
        ("src/b.js", CALL),
        ("src/deep/c.ts", CALL),
        ("src/deep/d.py", "oldApi(1)\n"),
        ("src/readme.txt", CALL),
    ]);
    let selects = |paths: &[&str]| changed(&scanned(&folder, &[RENAME], paths));
    assert_eq!(
        selects(&["."]),
        ["src/a.ts", "src/b.js", "src/deep/c.ts", "src/deep/d.py", "top.ts"]
    );
    assert_eq!(selects(&["src/deep"]), ["src/deep/c.ts", "src/deep/d.py"]);
    assert_eq!(selects(&["top.ts", "./src/b.js"]), ["src/b.js", "top.ts"]);
    assert_eq!(selects(&["src/*.ts"]), ["src/a.ts"]);
    assert_eq!(selects(&["**/*.ts"]), ["src/a.ts", "src/deep/c.ts", "top.ts"]);
    assert_eq!(selects(&["src/**/*.{py,js}"]), ["src/b.js", "src/deep/d.py"]);
    assert_eq!(selects(&["src/*.ts", "src/*.js"]), ["src/a.ts", "src/b.js"]);
    let absolute = folder.path().join("src/a.ts");
    assert_eq!(selects(&[absolute.to_str().unwrap()]), [absolute.to_str().unwrap()]);
}

#[test]
fn a_name_with_glob_characters_is_a_name_first() {
    let folder = folder(&[("[id].ts", CALL), ("i.ts", CALL)]);
    assert_eq!(changed(&scanned(&folder, &[RENAME], &["[id].ts"])), ["[id].ts"]);
}

#[test]
fn a_file_that_is_reached_twice_counts_once() {
    let folder = folder(&[("src/a.ts", CALL), ("src/deep/b.ts", CALL)]);
    for paths in [
        ["src", "src/a.ts", "./src/deep/", "src/**/*.ts"],
        ["src/deep/../a.ts", "src/a.ts", "src/deep", "src/**/*.ts"],
    ] {
        for _ in 0..10 {
            let scan = scanned(&folder, &[RENAME], &paths);
            assert_eq!((scan.files_scanned, scan.changes.len()), (2, 2), "{paths:?}");
        }
    }
    let spelled = scanned(&folder, &[RENAME], &["src/deep/../a.ts", "src"]);
    assert_eq!(
        changed(&spelled),
        ["src/a.ts", "src/deep/b.ts"].map(|path| match path {
            "src/a.ts" => "src/deep/../a.ts",
            other => other,
        })
    );
}

#[test]
fn ignored_and_hidden_files_are_skipped_unless_named() {
    let folder = folder(&[
        (".gitignore", "build/\n*.gen.ts\n"),
        (".ignore", "vendor\n"),
        ("a.ts", CALL),
        ("a.gen.ts", CALL),
        ("build/b.ts", CALL),
        ("vendor/c.ts", CALL),
        (".hidden/d.ts", CALL),
        (".e.ts", CALL),
        ("src/.gitignore", "f.ts"),
        ("src/f.ts", CALL),
    ]);
    assert_eq!(changed(&scanned(&folder, &[RENAME], &["."])), ["a.ts"]);
    assert_eq!(changed(&scanned(&folder, &[RENAME], &["**/*.ts"])), ["a.ts"]);
    assert_eq!(
        changed(&scanned(&folder, &[RENAME], &["a.gen.ts", ".e.ts"])),
        [".e.ts", "a.gen.ts"]
    );
}

#[cfg(unix)]
#[test]
fn links_in_a_folder_are_not_followed() {
    use std::os::unix::fs::symlink;

    let outside = folder(&[("x.ts", CALL)]);
    let folder = folder(&[("a.ts", CALL)]);
    symlink(outside.path(), folder.path().join("linked")).unwrap();
    symlink(outside.path().join("x.ts"), folder.path().join("b.ts")).unwrap();
    symlink(folder.path(), folder.path().join("loop")).unwrap();
    let scan = scanned(&folder, &[RENAME], &["."]);
    assert_eq!(changed(&scan), ["a.ts"]);
    assert_eq!(scan.problems, []);

    // A link that is named itself stands for its target.
    let target = outside.path().join("x.ts").canonicalize().unwrap();
    assert_eq!(changed(&scanned(&folder, &[RENAME], &["b.ts"])), [target.to_str().unwrap()]);
}

#[test]
fn the_result_does_not_depend_on_the_threads() {
    let files: Vec<_> = (0..200).map(|n| (format!("d{}/f{n}.ts", n % 7), n)).collect();
    let folder = folder(&[]);
    for (path, n) in &files {
        let text = if n % 3 == 0 { "oldApi(1);\nfunction (" } else { CALL };
        crate::write(folder.path(), path, text.as_bytes());
    }
    let run = |threads| {
        let options =
            Options { root: folder.path(), threads: NonZero::new(threads), ..Options::default() };
        scan(&[Op::new(RENAME.0, RENAME.1)], &[".".to_owned()], &options).unwrap()
    };
    let one = run(1);
    assert_eq!((one.files_scanned, one.changes.len(), one.problems.len()), (200, 200, 67));
    assert_eq!(one, run(8));
}

#[test]
fn progress_is_told_and_cancelling_ends_the_scan() {
    let folder = folder(&[("a.ts", CALL), ("b.ts", CALL), ("c.ts", CALL)]);
    let seen = Mutex::new(Vec::new());
    let progress = |done| seen.lock().unwrap().push(done);
    let options = Options { root: folder.path(), progress: Some(&progress), ..Options::default() };
    let ops = [Op::new(RENAME.0, RENAME.1)];
    scan(&ops, &[".".to_owned()], &options).unwrap();
    let mut seen = seen.into_inner().unwrap();
    seen.sort_unstable();
    assert_eq!(seen, [1, 2, 3]);

    let cancelled = || true;
    let options =
        Options { root: folder.path(), cancelled: Some(&cancelled), ..Options::default() };
    let error = scan(&ops, &[".".to_owned()], &options).unwrap_err();
    assert!(matches!(error, ScanError::Cancelled));
}

#[test]
fn a_scan_writes_nothing() {
    let folder = folder(&[("a.ts", CALL)]);
    let path = folder.path().join("a.ts");
    let modified = path.metadata().unwrap().modified().unwrap();
    assert_eq!(try_scan(&folder, &[RENAME], &["."]).unwrap().changes.len(), 1);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), CALL);
    assert_eq!(path.metadata().unwrap().modified().unwrap(), modified);
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}
