//! What goes wrong, and what is said about it.

use std::path::Path;

use examples::ast_edit::{
    NO_REPLACEMENTS, Op, Options, ParseErrors, Problem, ProblemKind, ScanError, scan, summary,
};

use crate::{RENAME, folder, scanned, try_scan, write};

fn message(files: &[(&str, &str)], ops: &[(&str, &str)], paths: &[&str]) -> String {
    try_scan(&folder(files), ops, paths).unwrap_err().to_string()
}

const TS: &[(&str, &str)] = &[("a.ts", "oldApi(1);\n")];

#[test]
fn no_match_is_no_error() {
    let scan = scanned(&folder(TS), &[("other($A)", "x($A)")], &["."]);
    assert_eq!(summary(&scan), NO_REPLACEMENTS);
    assert_eq!((scan.files_scanned, scan.changes.len(), scan.problems.len()), (1, 0, 0));
    let empty = scanned(&folder(&[]), &[RENAME], &["."]);
    assert_eq!((summary(&empty).as_str(), empty.files_scanned), (NO_REPLACEMENTS, 0));
}

#[test]
fn empty_arguments_are_named() {
    assert!(message(TS, &[], &["."]).starts_with("no operation was given"));
    let text = message(TS, &[RENAME, ("  ", "x")], &["."]);
    assert!(text.starts_with("the pattern of operation 2 is empty"), "{text}");
    assert!(message(TS, &[RENAME], &[]).starts_with("no path was given"));
    assert!(message(TS, &[RENAME], &[".", ""]).starts_with("path 2 is empty"));
}

#[test]
fn paths_that_lead_nowhere_are_named() {
    let text = message(TS, &[RENAME], &["a.ts", "src/missing.ts"]);
    assert!(text.starts_with("the path `src/missing.ts` cannot be opened: "), "{text}");
    for glob in ["*.py", "missing/*.ts"] {
        let text = message(TS, &[RENAME], &["a.ts", glob]);
        assert!(text.starts_with(&format!("the glob `{glob}` matches no file")), "{text}");
    }
    let text = message(TS, &[RENAME], &["src/{a"]);
    assert!(text.starts_with("the glob `src/{a` is not valid: unclosed alternate group"), "{text}");
}

#[test]
fn a_pattern_that_is_no_code_anywhere_is_an_error() {
    for (pattern, reason) in [
        ("oldApi(1); oldApi(2)", "it is more than one piece of code"),
        ("oldApi(((", "it has a syntax error"),
        ("$$$ALL", "`$$$` cannot be a whole pattern"),
    ] {
        let text = message(TS, &[RENAME, (pattern, "x")], &["."]);
        let expected = format!(
            "the pattern `{pattern}` is not valid in any language of the scanned files (TypeScript: {reason})"
        );
        assert!(text.starts_with(&expected), "{text}");
    }
}

#[test]
fn a_pattern_is_only_needed_in_one_language() {
    let folder = folder(&[("a.ts", "const x = y as any;\n"), ("b.json", "{}\n")]);
    let scan = scanned(&folder, &[("$A as any", "$A")], &["."]);
    assert_eq!(summary(&scan), "1 replacement in 1 file");
    let gaps: Vec<_> = scan.gaps.iter().map(|gap| gap.language.as_str()).collect();
    assert_eq!(gaps, ["Json"]);
}

#[test]
fn variables_that_are_not_bound_are_named() {
    let text = message(TS, &[("oldApi($A)", "newApi($A, $B)")], &["."]);
    assert!(text.contains("uses `$B`, but the pattern `oldApi($A)` binds `$A`"), "{text}");
    // Bound as a list and used as a single node: ast-grep would put nothing.
    let text = message(TS, &[("oldApi($$$ARGS)", "newApi($ARGS)")], &["."]);
    assert!(
        text.contains("uses `$ARGS`, but the pattern `oldApi($$$ARGS)` binds `$$$ARGS`"),
        "{text}"
    );
    let text = message(TS, &[("oldApi($_)", "newApi($_)")], &["."]);
    assert!(text.contains("uses `$_`, but the pattern `oldApi($_)` binds no variable"), "{text}");
}

#[test]
fn a_dollar_that_is_no_variable_is_text() {
    let folder = folder(TS);
    let scan = scanned(&folder, &[("oldApi($A)", "$lower($A, `${x}`, '$5')")], &["."]);
    assert_eq!(scan.changes[0].after, b"$lower(1, `${x}`, '$5');\n");
}

#[test]
fn parse_errors_are_reported_with_their_line() {
    let folder = folder(&[
        ("good.ts", "oldApi(1);\n"),
        ("bad.ts", "oldApi(1);\n\nfunction (((\n"),
        ("unrelated.py", "\n\n\n\ndef f(:\n"),
    ]);
    let parse_error =
        |path: &str, line| Problem { path: path.into(), kind: ProblemKind::ParseError { line } };
    let all = scanned(&folder, &[RENAME], &["."]);
    assert_eq!(all.problems, [parse_error("bad.ts", 3), parse_error("unrelated.py", 5)]);

    let options = Options {
        root: folder.path(),
        parse_errors: ParseErrors::InCandidates,
        ..Options::default()
    };
    let few = scan(&[Op::new(RENAME.0, RENAME.1)], &[".".to_owned()], &options).unwrap();
    assert_eq!(few.problems, [parse_error("bad.ts", 3)]);
    assert_eq!(few.changes, all.changes);
}

#[test]
fn a_rewrite_that_breaks_the_code_is_not_an_error_of_the_file() {
    let folder = folder(TS);
    let scan = scanned(&folder, &[("oldApi($A)", "oldApi((($A"), ("nothing()", "x")], &["."]);
    assert_eq!(scan.problems, []);
}

#[test]
fn files_that_are_no_text_are_left_out() {
    let folder = folder(TS);
    write(folder.path(), "video.ts", b"oldApi(1);\n\xff\xfe");
    write(folder.path(), "empty.ts", b"");
    write(folder.path(), "data.bin", b"\0\xff");
    let scan = scanned(&folder, &[RENAME], &["."]);
    assert_eq!(summary(&scan), "1 replacement in 1 file");
    let expected = Problem { path: "video.ts".into(), kind: ProblemKind::NotUtf8 { offset: 11 } };
    assert_eq!(scan.problems, [expected]);
}

#[test]
fn a_named_file_of_no_known_language_is_reported() {
    let folder = folder(&[("notes.txt", "oldApi(1)"), ("a.ts", "oldApi(1)")]);
    let scan = scanned(&folder, &[RENAME], &["notes.txt", "."]);
    let expected = Problem { path: "notes.txt".into(), kind: ProblemKind::UnknownLanguage };
    assert_eq!(scan.problems, [expected]);
}

#[test]
fn huge_data_files_are_left_out() {
    let folder = folder(TS);
    write(folder.path(), "data.json", "[1,  2,  3,\n4]\n".repeat(210_000).as_bytes());
    let scan = scanned(&folder, &[RENAME], &["."]);
    assert!(matches!(
        scan.problems.as_slice(),
        [Problem { path, kind: ProblemKind::TooLarge { lines: 420_001, .. } }]
            if path == Path::new("data.json")
    ));
}

#[cfg(unix)]
#[test]
fn unreadable_files_and_folders_are_reported() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt as _;

    let folder = folder(&[("a.ts", "oldApi(1);"), ("b.ts", "oldApi(1);"), ("sub/c.ts", "x")]);
    set_permissions(folder.path().join("b.ts"), Permissions::from_mode(0o000)).unwrap();
    set_permissions(folder.path().join("sub"), Permissions::from_mode(0o000)).unwrap();
    let readable_anyway = std::fs::read(folder.path().join("b.ts")).is_ok();
    let scan = scanned(&folder, &[RENAME], &["."]);
    set_permissions(folder.path().join("sub"), Permissions::from_mode(0o700)).unwrap();
    // Root may read everything; then there is nothing to see here.
    if !readable_anyway {
        let paths: Vec<_> = scan.problems.iter().map(|it| it.path.to_str().unwrap()).collect();
        assert_eq!(paths, ["b.ts", "sub"]);
        assert_eq!(summary(&scan), "1 replacement in 1 file");
    }
}

#[test]
fn errors_are_types() {
    let error = try_scan(&folder(TS), &[("a($X)", "$Y")], &["."]).unwrap_err();
    assert!(matches!(error, ScanError::UnboundVariable { variable, .. } if variable == "$Y"));
}
