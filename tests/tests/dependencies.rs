//! What one crate cannot show: the crates in `fixtures`, each of which depends on the runtime in a
//! way of its own.

use std::path::Path;
use std::process::Command;
use std::sync::Once;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures");

/// Runs cargo in the workspace of the fixtures and returns what it printed.
///
/// Without a network, with the versions that the tests themselves were built with, and in a
/// directory of its own, since the tests may hold the lock of theirs.
#[track_caller]
fn cargo(arguments: &[&str]) -> String {
    static LOCK_FILE: Once = Once::new();
    LOCK_FILE.call_once(|| {
        let ours = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock");
        std::fs::copy(ours, Path::new(FIXTURES).join("Cargo.lock")).unwrap();
    });
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixtures");
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--offline")
        .current_dir(FIXTURES)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {}\n{printed}\n{errors}", arguments.join(" "));
    printed
}

#[test]
fn tools_run_wherever_the_runtime_is_reached_from() {
    let printed = cargo(&["run", "--quiet", "--package", "host"]);
    assert_eq!(printed.lines().count(), 15, "{printed}");
}

/// Built alone, a crate has no features and no dependencies but its own.
#[test]
fn the_runtime_is_all_that_a_crate_of_tools_depends_on() {
    for package in ["alone", "behind_facade", "renamed", "without_std"] {
        cargo(&["check", "--quiet", "--package", package]);
    }
}

#[test]
fn no_lint_finds_anything_in_a_tool() {
    cargo(&["clippy", "--quiet", "--package", "strict"]);
}

#[test]
fn an_example_in_the_documentation_of_a_tool_is_tested_once() {
    let printed = cargo(&["test", "--doc", "--package", "documented"]);
    assert!(printed.contains("running 1 test"), "{printed}");
    assert!(printed.contains("documented/src/lib.rs - count (line "), "{printed}");
}
