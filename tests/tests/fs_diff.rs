//! What is shown for a plan, as golden text.

mod fs_support;

use fs_support::Root;
use resolve_runtime::fs::{DiffLimits, Digest, ShownDiff};

type Change<'a> = (&'a str, Option<&'a [u8]>, Option<&'a [u8]>);

fn shown_within(limits: DiffLimits, changes: &[Change<'_>]) -> ShownDiff {
    let existing: Vec<_> =
        changes.iter().filter_map(|(path, before, _)| Some((*path, (*before)?))).collect();
    let root = Root::new(&existing);
    let mut builder = root.builder();
    builder.diff_limits(limits);
    for (path, before, after) in changes {
        match (before, after) {
            (None, Some(after)) => builder.create(path, *after).unwrap(),
            (Some(before), Some(after)) => builder.edit(path, *before, *after).unwrap(),
            (Some(before), None) => builder.delete(path, *before).unwrap(),
            (None, None) => unreachable!("absent before and after"),
        };
    }
    builder.build().unwrap().1
}

fn shown(changes: &[Change<'_>]) -> ShownDiff {
    shown_within(DiffLimits::default(), changes)
}

fn edit(before: &[u8], after: &[u8]) -> ShownDiff {
    shown(&[("f", Some(before), Some(after))])
}

/// The text after the two header lines.
fn body(diff: &ShownDiff) -> &str {
    diff.text().strip_prefix("--- a/f\n+++ b/f\n").unwrap()
}

#[test]
fn an_edit_is_shown_with_three_lines_around_it() {
    let before = b"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
    let after = b"1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n11\n12\n13\n";
    let diff = shown(&[("src/a.rs", Some(before), Some(after))]);
    assert_eq!(
        diff.text(),
        "--- a/src/a.rs\n+++ b/src/a.rs\n\
         @@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n\
         @@ -10,3 +10,4 @@\n 10\n 11\n 12\n+13\n"
    );
    assert_eq!(diff.summary(), "1 file changed, 2 insertions, 1 deletion");
    assert_eq!(diff.to_string(), diff.text());
    assert!(diff.is_complete());
}

#[test]
fn a_new_and_a_deleted_file_have_no_other_side() {
    let diff = shown(&[("new", None, Some(b"a\nb\n")), ("gone", Some(b"x\n"), None)]);
    assert_eq!(
        diff.text(),
        "--- /dev/null\n+++ b/new\n@@ -0,0 +1,2 @@\n+a\n+b\n\
         --- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
    );
    assert_eq!((diff.files(), diff.insertions(), diff.deletions()), (2, 2, 1));
}

#[test]
fn a_file_without_lines_and_a_mode_are_noted() {
    let root = Root::new(&[("gone", b"")]);
    let mut builder = root.builder();
    builder.create_with_mode("run", "", 0o755).unwrap().delete("gone", "").unwrap();
    assert_eq!(
        builder.build().unwrap().1.text(),
        "--- /dev/null\n+++ b/run\n\\ Mode 0755\n\\ Empty file\n\
         --- a/gone\n+++ /dev/null\n\\ Empty file\n"
    );
}

#[test]
fn a_missing_final_line_feed_is_noted() {
    let diff = edit(b"a\nb", b"a\nb\n");
    assert_eq!(body(&diff), "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
}

#[test]
fn line_endings_are_said_once_if_they_are_all_equal() {
    let diff = edit(b"a\r\nb\r\n", b"a\r\nB\r\n");
    assert_eq!(body(&diff), "\\ All lines end in CR LF\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n");
}

#[test]
fn a_changed_line_ending_is_visible() {
    let diff = edit(b"a\r\nb\n", b"a\nb\n");
    assert_eq!(body(&diff), "@@ -1,2 +1,2 @@\n-a␍\n+a\n b\n");
    let all = edit(b"a\n", b"a\r\n");
    assert_eq!(body(&all), "@@ -1 +1 @@\n-a\n+a␍\n");
}

#[test]
fn a_carriage_return_within_a_line_does_not_overwrite_it() {
    let diff = edit(b"safe\r\n", b"evil\rsafe\r\n");
    assert_eq!(body(&diff), "\\ All lines end in CR LF\n@@ -1 +1 @@\n-safe\n+evil␍safe\n");
    let last = edit(b"a\r\nb", b"a\r\nb\r");
    assert_eq!(
        body(&last),
        "\\ All lines end in CR LF\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n\
         +b␍\n\\ No newline at end of file\n"
    );
}

#[test]
fn bytes_that_are_not_utf_8_are_shown_without_loss() {
    let diff = edit(b"a\xff\\xFF\n", b"b\xff\xe2\x90\\xFF\n");
    assert_eq!(
        body(&diff),
        "\\ Not plain UTF-8: bytes are shown as \\xNN, a backslash as \\\\, a literal ␍ as \\u{240d}\n\
         @@ -1 +1 @@\n-a\\xFF\\\\xFF\n+b\\xFF\\xE2\\x90\\\\xFF\n"
    );
    assert!(diff.is_complete());
    // A literal sign for CR is not mistaken for one.
    let literal = edit("a␍\n".as_bytes(), b"a\r\n");
    assert!(body(&literal).ends_with("@@ -1 +1 @@\n-a\\u{240d}\n+a␍\n"), "{literal}");
}

#[test]
fn a_byte_order_mark_is_noted() {
    let text = |diff: &ShownDiff| body(diff).to_owned();
    let kept = edit(b"\xef\xbb\xbfa\n", b"\xef\xbb\xbfb\n");
    assert_eq!(text(&kept), "\\ Byte order mark kept\n@@ -1 +1 @@\n-\u{feff}a\n+\u{feff}b\n");
    let removed = edit(b"\xef\xbb\xbfa\n", b"a\n");
    assert_eq!(text(&removed), "\\ Byte order mark removed\n@@ -1 +1 @@\n-\u{feff}a\n+a\n");
    let added = edit(b"a\n", b"\xef\xbb\xbfa\n");
    assert!(text(&added).starts_with("\\ Byte order mark added\n"));
}

#[test]
fn of_a_binary_file_the_digests_are_shown() {
    let (before, after) = (b"\0\x01\n", b"\0\x02\x03\n");
    let diff = edit(before, after);
    assert_eq!(
        body(&diff),
        format!(
            "\\ Binary file: 3 bytes, {} -> 4 bytes, {}\n",
            Digest::of(before),
            Digest::of(after)
        )
    );
    assert!(!diff.is_complete(), "nobody has seen the bytes");
}

#[test]
fn a_path_cannot_forge_a_line() {
    let diff = shown(&[("a\n+++ b\u{1b}[2K", None, Some(b"x\n"))]);
    let header = diff.text().lines().nth(1).unwrap();
    assert_eq!(header, "+++ b/a\\n+++ b\\u{1b}[2K");
}

fn limits(set: impl FnOnce(&mut DiffLimits)) -> DiffLimits {
    let mut limits = DiffLimits::default();
    set(&mut limits);
    limits
}

fn numbered(count: usize) -> Vec<u8> {
    (1..=count).flat_map(|number| format!("{number}\n").into_bytes()).collect()
}

#[test]
fn what_is_cut_off_is_counted() {
    let lines = numbered(100);
    let few = limits(|limits| limits.lines = 6);
    let diff = shown_within(few, &[("f", None, Some(&lines)), ("g", None, Some(b"x\n"))]);
    assert_eq!(
        diff.text(),
        "--- /dev/null\n+++ b/f\n@@ -0,0 +1,100 @@\n+1\n+2\n+3\n… 97 more lines not shown\n\
         … 1 more file not shown\n"
    );
    assert_eq!((diff.files(), diff.insertions()), (2, 101), "what is counted is not cut");
    assert!(!diff.is_complete());
}

#[test]
fn each_file_has_its_own_limit_of_bytes() {
    let lines = numbered(9);
    // The two headers take 22 bytes, the range 16, each line 3.
    let few = limits(|limits| limits.file_bytes = 22 + 16 + 9);
    let diff = shown_within(few, &[("f", None, Some(&lines)), ("g", None, Some(&lines))]);
    let cut = "@@ -0,0 +1,9 @@\n+1\n+2\n+3\n… 6 more lines not shown\n";
    assert_eq!(diff.text(), format!("--- /dev/null\n+++ b/f\n{cut}--- /dev/null\n+++ b/g\n{cut}"));
    assert!(!diff.is_complete());
}

#[test]
fn a_long_line_is_cut_between_characters() {
    let line = format!("{}\n", "ä".repeat(10));
    let short = limits(|limits| limits.line_bytes = 5);
    let diff = shown_within(short, &[("f", None, Some(line.as_bytes()))]);
    assert!(diff.text().ends_with("\n+ää… 16 more bytes not shown\n"), "{diff}");
    assert!(!diff.is_complete());
}

#[test]
fn files_that_differ_everywhere_are_shown_as_replaced() {
    // So many lines, in such an order, that a search for the smallest difference would not end.
    let line = |number: usize, factor: usize| format!("{}\n", (number * factor) % 101);
    let text = |factor| (0..200_000).map(|n| line(n, factor)).collect::<String>().into_bytes();
    let (mut before, mut after) = (text(7), text(11));
    before.splice(0..0, *b"same\n");
    after.splice(0..0, *b"same\n");
    let diff = edit(&before, &after);
    // `same`, and the 0 that both go on with, are left out of what is replaced.
    assert!(body(&diff).contains("@@\n same\n 0\n-7\n-14\n"), "{}", &diff.text()[..80]);
    assert_eq!(diff.insertions(), diff.deletions());
    assert!(diff.insertions() > 190_000);
    assert!(diff.text().len() < 100_000);
}

#[test]
fn a_huge_line_is_cut() {
    let mut json = vec![b'x'; 10 << 20];
    let old = json.clone();
    json[5 << 20] = b'y';
    let one_line = edit(&old, &json);
    assert!(one_line.text().len() < 10_000);
    assert!(!one_line.is_complete());
}

/// The shown text is enough to make the new file from the old one: nothing is left out of it.
#[test]
fn the_diff_is_computed_from_the_bytes_that_are_written() {
    let root = Root::new(&[("f", b"a\r\nb\nc")]);
    let mut builder = root.builder();
    builder.edit("f", b"a\r\nb\nc", b"a\r\nB\nc").unwrap();
    let (plan, diff) = builder.build().unwrap();
    fs_support::apply(&plan).unwrap();
    let new = body(&diff)
        .lines()
        .skip(1)
        .filter(|line| !line.starts_with(['-', '\\']))
        .map(|line| line[1..].replace('␍', "\r"))
        .collect::<Vec<_>>()
        .join("\n");
    assert_eq!(new.as_bytes(), root.read("f"));
}
