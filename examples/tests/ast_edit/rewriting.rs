//! What becomes of a text.

use examples::ast_edit::Replacement;

use crate::{RENAME, folder, rewritten, scanned, try_scan, write};

#[test]
fn replacements_carry_their_line_and_texts() {
    let folder = folder(&[("a.ts", "// first\noldApi(1);\n\nx = oldApi(\n  2,\n);\n")]);
    let scan = scanned(&folder, &[RENAME], &["."]);
    let replacement = |line, before: &str, after: &str| Replacement {
        op: 0,
        line,
        before: before.to_owned(),
        after: after.to_owned(),
    };
    assert_eq!(
        scan.changes[0].replacements,
        [
            replacement(2, "oldApi(1)", "newApi(1)"),
            // As with ast-grep, what the pattern does not capture is not kept.
            replacement(4, "oldApi(\n  2,\n)", "newApi(2,)"),
        ]
    );
    assert_eq!(examples::ast_edit::summary(&scan), "2 replacements in 1 file");
}

#[test]
fn the_outer_one_of_nested_matches_is_replaced() {
    assert_eq!(
        rewritten("a.ts", "oldApi(oldApi(1), 2); oldApi(3);", &[RENAME]),
        "newApi(oldApi(1), 2); newApi(3);"
    );
    // A second operation sees what the first one left.
    assert_eq!(
        rewritten("a.ts", "oldApi(oldApi(1), 2); oldApi(3);", &[RENAME, RENAME]),
        "newApi(newApi(1), 2); newApi(3);"
    );
}

#[test]
fn operations_run_in_order_on_each_others_results() {
    let folder = folder(&[("a.ts", "a();\nb();\n")]);
    let scan = scanned(&folder, &[("a()", "b()\n;b()"), ("b()", "c()")], &["."]);
    let change = &scan.changes[0];
    assert_eq!(change.after, b"c()\n;c();\nc();\n");
    let lines: Vec<_> = change.replacements.iter().map(|it| (it.op, it.line)).collect();
    assert_eq!(lines, [(0, 1), (1, 1), (1, 2), (1, 3)]);
}

#[test]
fn operations_that_undo_each_other_change_nothing() {
    let folder = folder(&[("a.ts", "a();\n")]);
    let scan = scanned(&folder, &[("a()", "b()"), ("b()", "a()")], &["."]);
    assert!(scan.changes.is_empty());
    assert_eq!(examples::ast_edit::summary(&scan), "No replacements made");
}

#[test]
fn a_match_that_is_already_right_is_no_replacement() {
    let folder = folder(&[("a.ts", "f(1, 2);\nf(1,2);\n")]);
    let scan = scanned(&folder, &[("f($A, $B)", "f($A, $B)")], &["."]);
    assert_eq!(scan.replacement_count(), 1);
    assert_eq!(scan.changes[0].after, b"f(1, 2);\nf(1, 2);\n");
}

#[test]
fn an_empty_replacement_removes() {
    assert_eq!(
        rewritten("a.ts", "a();\ndebug(1);\nb();\n", &[("debug($A)", "")]),
        "a();\n;\nb();\n"
    );
}

#[test]
fn the_indentation_of_variables_is_kept() {
    let before = "if (true) {\n  a(\n    1\n      + 2\n  )\n}\n";
    let after = "if (true) {\n  c(\n    1\n      + 2\n  )\n}\n";
    assert_eq!(rewritten("a.ts", before, &[("a($B)", "c(\n  $B\n)")]), after);
}

#[test]
fn what_the_pattern_does_not_mention_stays() {
    let parenthesize = ("return $X", "return ($X)");
    assert_eq!(
        rewritten("a.ts", "function f() { return 1; }", &[parenthesize]),
        "function f() { return (1); }"
    );
    assert_eq!(
        rewritten(
            "a.rs",
            "fn f() { if a { b() } else { c() } }",
            &[("if $C { $$$B }", "if !$C { $$$B }")]
        ),
        "fn f() { if !a { b() } else { c() } }"
    );
}

#[test]
fn line_ends_and_byte_order_marks_stay() {
    let before = "\u{feff}// ünï\r\noldApi('é', 1);\r\nlast();\r\n";
    assert_eq!(rewritten("a.ts", before, &[RENAME]), before.replace("oldApi", "newApi"));
    // Nothing is added at the end either.
    assert_eq!(rewritten("a.py", "\toldApi(1)", &[RENAME]), "\tnewApi(1)");
}

#[test]
fn a_variable_used_twice_has_to_be_the_same_code() {
    let ops = [("$A + $A", "2 * $A")];
    assert_eq!(rewritten("a.py", "x = y + y\nz = y + x\n", &ops), "x = 2 * y\nz = y + x\n");
}

#[test]
fn patterns_are_code_and_not_text() {
    let before = "// oldApi(1)\nconst s = 'oldApi(2)';\noldApi (3 );\n";
    assert_eq!(
        rewritten("a.ts", before, &[RENAME]),
        "// oldApi(1)\nconst s = 'oldApi(2)';\nnewApi(3);\n"
    );
}

#[test]
fn a_broken_file_is_rewritten_where_it_can_be_understood() {
    let folder = folder(&[]);
    write(folder.path(), "a.ts", b"oldApi(1);\nfunction (((\n");
    let scan = try_scan(&folder, &[RENAME], &["a.ts"]).unwrap();
    assert_eq!(scan.changes[0].after, b"newApi(1);\nfunction (((\n");
    assert_eq!(scan.problems.len(), 1);
}
