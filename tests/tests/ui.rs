//! What compiles, and what the compiler says of what does not: `ui/<topic>/pass_*.rs` and
//! `fail_*.rs`, one mistake a file.
//!
//! To write the expected messages anew: `TRYBUILD=overwrite cargo test -p tests --test ui`, then
//! read the difference.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/*/pass_*.rs");
    cases.compile_fail("tests/ui/*/fail_*.rs");
}
