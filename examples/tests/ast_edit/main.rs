//! The engine of `ast-edit` on real files.

mod files;
mod languages;
mod problems;
mod rewriting;

use std::fs;
use std::path::Path;

use examples::ast_edit::{Op, Options, Scan, ScanError, scan};
use tempfile::TempDir;

/// A folder with these files in it.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (path, content) in files {
        write(folder.path(), path, content.as_bytes());
    }
    folder
}

pub(crate) fn write(folder: &Path, path: &str, content: &[u8]) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// Scans `paths` in a folder with pairs of patterns and replacements.
pub(crate) fn try_scan(
    folder: &TempDir,
    ops: &[(&str, &str)],
    paths: &[&str],
) -> Result<Scan, ScanError> {
    let ops: Vec<_> = ops.iter().map(|(pat, out)| Op::new(*pat, *out)).collect();
    let paths: Vec<_> = paths.iter().map(ToString::to_string).collect();
    scan(&ops, &paths, &Options { root: folder.path(), ..Options::default() })
}

pub(crate) fn scanned(folder: &TempDir, ops: &[(&str, &str)], paths: &[&str]) -> Scan {
    try_scan(folder, ops, paths).unwrap()
}

/// What an operation makes of one file.
pub(crate) fn rewritten(name: &str, before: &str, ops: &[(&str, &str)]) -> String {
    let folder = folder(&[(name, before)]);
    let scan = scanned(&folder, ops, &["."]);
    match scan.changes.as_slice() {
        [] => before.to_owned(),
        [change] => {
            assert_eq!(change.before, before.as_bytes());
            String::from_utf8(change.after.clone()).unwrap()
        }
        more => panic!("{} files changed", more.len()),
    }
}

/// The paths that would change, with `/`.
pub(crate) fn changed(scan: &Scan) -> Vec<String> {
    scan.changes.iter().map(|change| change.path.to_str().unwrap().replace('\\', "/")).collect()
}

/// The operation of the issue.
pub(crate) const RENAME: (&str, &str) = ("oldApi($$$ARGS)", "newApi($$$ARGS)");
