//! What the packages of the published crates hold.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const CRATES: [&str; 2] = ["resolve-macros", "resolve-runtime"];

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files of a package, as cargo lists them.
fn packaged(name: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline", "--package", name])
        .current_dir(project())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let list = String::from_utf8(output.stdout).unwrap();
    list.lines().map(|line| line.replace('\\', "/")).collect()
}

/// The files below a folder of a crate, relative to the crate.
fn files_below(of: &Path, folder: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(of.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            files_below(of, &path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn a_package_holds_its_sources_its_documentation_and_the_licences() {
    for name in CRATES {
        let packaged = packaged(name);
        let of = project().join(name);
        let mut needed: Vec<String> =
            ["README.md", "LICENSE-MIT", "LICENSE-APACHE"].map(str::to_owned).into();
        for folder in ["src", "docs"].into_iter().filter(|folder| of.join(folder).is_dir()) {
            files_below(&of, folder, &mut needed);
        }
        let missing: Vec<_> = needed.iter().filter(|file| !packaged.contains(*file)).collect();
        assert!(missing.is_empty(), "{name} is packaged without {missing:?}");
    }
}

#[test]
fn the_licences_of_the_crates_are_those_of_the_project() {
    for name in CRATES {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let read = |path: PathBuf| std::fs::read_to_string(path).unwrap();
            assert_eq!(
                read(project().join(name).join(licence)),
                read(project().join(licence)),
                "{name}/{licence} is not the project's: copy that one"
            );
        }
    }
}
