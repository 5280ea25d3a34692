//! One rewrite in each language.

use crate::rewritten;

#[test]
fn every_language_is_rewritten() {
    let cases = [
        (
            "a.rs",
            "fn f() {\n    old(1, g(2));\n}\n",
            "old($$$A)",
            "new($$$A)",
            "fn f() {\n    new(1, g(2));\n}\n",
        ),
        (
            "a.ts",
            "const x: number = old(1, y);\n",
            "old($A, $B)",
            "new($B, $A)",
            "const x: number = new(y, 1);\n",
        ),
        (
            "a.tsx",
            "const e = <p>{old(1)}</p>;\n",
            "old($A)",
            "$A.fresh()",
            "const e = <p>{1.fresh()}</p>;\n",
        ),
        ("a.js", "if (a == null) {}\n", "$X == null", "$X === null", "if (a === null) {}\n"),
        (
            "a.py",
            "print(old(x, key=1))\n",
            "old($X, $$$R)",
            "new($$$R, $X)",
            "print(new(key=1, x))\n",
        ),
        (
            "a.go",
            "package p\n\nfunc f() {\n\tfmt.Println(a)\n}\n",
            "fmt.Println($$$A)",
            "log.Print($$$A)",
            "package p\n\nfunc f() {\n\tlog.Print(a)\n}\n",
        ),
        (
            "A.java",
            "class A {\n  void f() { old.call(1, 2); }\n}\n",
            "old.call($$$A)",
            "fresh.call($$$A)",
            "class A {\n  void f() { fresh.call(1, 2); }\n}\n",
        ),
        (
            "a.c",
            "int f(void) { return old(1) + 2; }\n",
            "old($A)",
            "fresh($A)",
            "int f(void) { return fresh(1) + 2; }\n",
        ),
        (
            "a.cpp",
            "int f() { return a->old(1); }\n",
            "$O->old($A)",
            "$O->fresh($A)",
            "int f() { return a->fresh(1); }\n",
        ),
        ("a.rb", "puts old(1, 2)\n", "old($$$A)", "fresh($$$A)", "puts fresh(1, 2)\n"),
        (
            "a.json",
            "{\"a\": [[1, 2], true]}\n",
            "[$$$A]",
            "{\"list\": [$$$A]}",
            "{\"a\": {\"list\": [[1, 2], true]}}\n",
        ),
        (
            "a.css",
            ".a { color: red; }\n",
            ".a { color: $C; }",
            ".a { background: $C; }",
            ".a { background: red; }\n",
        ),
        (
            "a.html",
            "<div><b>x</b></div>\n",
            "<b>$A</b>",
            "<strong>$A</strong>",
            "<div><strong>x</strong></div>\n",
        ),
        (
            "a.sh",
            "if true; then\n  old_tool x\nfi\n",
            "old_tool $A",
            "new_tool $A",
            "if true; then\n  new_tool x\nfi\n",
        ),
        ("a.lua", "local x = old(1)\n", "old($A)", "fresh($A)", "local x = fresh(1)\n"),
        ("a.yaml", "a: 1\nb: 2\n", "a: $V", "c: $V", "c: 1\nb: 2\n"),
    ];
    for (name, before, pattern, out, after) in cases {
        assert_eq!(rewritten(name, before, &[(pattern, out)]), after, "{name}");
    }
    let mut known: Vec<_> = examples::ast_edit::languages().collect();
    known.sort();
    assert_eq!(known.len(), cases.len(), "a language without a case: {known:?}");
}

/// Code of which some grammars make something else, or nothing, when it stands alone.
#[test]
fn code_is_found_where_it_stands() {
    let c = |statement: &str| format!("int f(int x) {{ {statement} }}\n");
    let go = |statement: &str| format!("package p\n\nfunc f() {{\n\t{statement}\n}}\n");
    let cases = [
        (
            "a.c",
            c("g(old(1)); return old(x, 2) + old();"),
            "old($$$A)",
            "new($$$A)",
            c("g(new(1)); return new(x, 2) + new();"),
        ),
        ("a.c", c("old(1); old(1, 2);"), "old($A, $B)", "new($B, $A)", c("old(1); new(2, 1);")),
        ("a.c", c("old(1); old(1, 2);"), "old(1)", "new()", c("new(); old(1, 2);")),
        ("a.c", c("old();"), "old()", "new()", c("new();")),
        ("a.c", c("x = a->old(1);"), "$O->old($A)", "old($O, $A)", c("x = old(a, 1);")),
        ("a.c", c("x = a.old(1);"), "$O.old($$$A)", "old($O, $$$A)", c("x = old(a, 1);")),
        ("a.c", c("x = y;"), "x = $V", "x += $V", c("x += y;")),
        ("a.c", c("if (x == 0) { x = 1; }"), "$V == 0", "!$V", c("if (!x) { x = 1; }")),
        ("a.c", c("int y = 1;"), "int $N = $V;", "long $N = $V;", c("long y = 1;")),
        ("a.c", c("return x;"), "return $V;", "return -$V;", c("return -x;")),
        (
            "a.cpp",
            c("return old(x, 2) + old<int>(1);"),
            "old($$$A)",
            "fresh($$$A)",
            c("return fresh(x, 2) + old<int>(1);"),
        ),
        (
            "a.go",
            go("x := pkg.Old(1, y)"),
            "pkg.Old($$$A)",
            "pkg.New($$$A)",
            go("x := pkg.New(1, y)"),
        ),
        ("a.go", go("Old(1)"), "Old($A)", "New($A)", go("New(1)")),
        ("a.go", go("x.Old(Old(1))"), "$X.Old($A)", "$X.New($A)", go("x.New(Old(1))")),
        (
            "a.go",
            go("if err != nil {\n\t\treturn\n\t}"),
            "err != nil",
            "err == nil",
            go("if err == nil {\n\t\treturn\n\t}"),
        ),
        (
            "a.css",
            ".a { color: red; top: 0 }".to_owned(),
            "color: $C;",
            "background: $C;",
            ".a { background: red; top: 0 }".to_owned(),
        ),
        (
            "a.css",
            ".a { width: calc(1px + 2px); }".to_owned(),
            "calc($$$A)",
            "min($$$A)",
            ".a { width: min(1px + 2px); }".to_owned(),
        ),
        (
            "a.json",
            "{\"a\": \"x\", \"b\": {\"a\": 1}}".to_owned(),
            "\"a\": \"$V\"",
            "\"c\": \"$V\"",
            "{\"c\": \"x\", \"b\": {\"a\": 1}}".to_owned(),
        ),
    ];
    for (name, before, pattern, out, after) in cases {
        assert_eq!(rewritten(name, &before, &[(pattern, out)]), after, "{name}: {pattern}");
    }
}

#[test]
fn scripts_and_styles_in_html_are_rewritten() {
    let before = "<style>.a { color: red; }</style>\n<script lang=\"ts\">old(1 as any)</script>\n<script>old(2)</script>\n";
    assert_eq!(
        rewritten(
            "a.html",
            before,
            &[("old($A)", "fresh($A)"), (".a { color: $C; }", ".a { background: $C; }")]
        ),
        before.replace("old(", "fresh(").replace("color:", "background:")
    );
}

#[test]
fn a_language_without_a_grammar_is_left_alone() {
    // ast-grep knows the extension, but the grammar is not compiled in.
    let before = "class A { void f() { old(1); } }";
    assert_eq!(rewritten("a.cs", before, &[("old($A)", "fresh($A)")]), before);
    let script = "<script lang=\"kotlin\">old(1)</script>";
    assert_eq!(rewritten("a.html", script, &[("old($A)", "fresh($A)")]), script);
}
