//! What compiles, and what the compiler says of what does not: `ui/README.md` has the rules.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The compiler whose words the expected messages have.
const WORDING_OF: &str = "1.95";

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/*/pass_*.rs");
    if compiler().starts_with(WORDING_OF) {
        cases.compile_fail("tests/ui/*/fail_*.rs");
    } else {
        println!("The wording of errors is checked by Rust {WORDING_OF} only: not checked.");
    }
}

/// Such as `1.95.0`.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    version.split_whitespace().nth(1).unwrap().to_owned()
}

#[test]
fn a_mistake_is_one_error() {
    for case in failing_cases() {
        let expected = fs::read_to_string(case.with_extension("stderr")).unwrap();
        let errors = expected.lines().filter(|line| line.starts_with("error")).count();
        let warnings = expected.lines().filter(|line| line.starts_with("warning")).count();
        let name = case.file_name().unwrap().to_str().unwrap();
        if name.starts_with("fail_several") {
            assert!(errors > 1, "{} is one error", case.display());
        } else {
            assert_eq!(errors, 1, "{} is not one error", case.display());
        }
        assert!(warnings == 0 || name == "fail_variadic.rs", "{} warns", case.display());
    }
}

#[test]
fn every_error_shows_what_the_author_wrote() {
    for case in failing_cases() {
        let expected = fs::read_to_string(case.with_extension("stderr")).unwrap();
        let shown = expected.lines().find(|line| line.trim_start().starts_with("--> ")).unwrap();
        assert!(shown.contains("tests/ui/"), "{} is told elsewhere", case.display());
    }
}

fn failing_cases() -> Vec<PathBuf> {
    let topics = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui")).unwrap();
    let topics = topics.map(|topic| topic.unwrap().path()).filter(|path| path.is_dir());
    let cases: Vec<_> = topics
        .flat_map(|topic| fs::read_dir(topic).unwrap())
        .map(|case| case.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("fail_"))
        .collect();
    assert!(cases.len() > 100, "cases are missing");
    cases
}
