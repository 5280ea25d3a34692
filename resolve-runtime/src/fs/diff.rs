//! The diff that is shown for a plan.

mod compare;
mod line;

use std::fmt::{self, Write as _};

use similar::{ChangeTag, DiffOp};

use super::digest::Digest;
use super::path::one_line;
use compare::Comparison;
use line::{Notation, bom_note, cut, is_binary};

/// How much of a diff is shown. The work of computing it is bounded as well, whatever is set here:
/// of files that differ in too many lines it shows the differing part as replaced as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffLimits {
    /// Lines of text in all, 2000 unless set.
    pub lines: usize,
    /// Bytes of text for each file, 64 KiB unless set.
    pub file_bytes: usize,
    /// Bytes of each line of a file, 2000 unless set.
    pub line_bytes: usize,
}

impl Default for DiffLimits {
    fn default() -> Self {
        Self {
            lines: 2000,
            file_bytes: 64 * 1024,
            line_bytes: 2000,
        }
    }
}

/// What a plan would change, as text: computed from the bytes that would be written.
///
/// It is a unified diff that a person can trust, not one that is meant for `patch`:
///
/// - Lines end at a line feed only. A carriage return is shown as `␍`. Only if *every* line of both
///   versions ends in CR LF, a note says so instead.
/// - A missing final line feed is noted, and so is a byte order mark.
/// - In a file that holds bytes that are not UTF-8 (or a literal `␍`) those bytes are shown as
///   `\xNN`, a backslash as `\\` and a literal `␍` as `\u{240d}`, and a note says so.
/// - Of a file that holds a NUL only the sizes and the digests are shown.
/// - What is cut off is counted and said. [`is_complete`](Self::is_complete) tells a host that does
///   not want to apply what nobody has seen.
///
/// Other control characters are passed on: whoever shows the text on a terminal escapes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownDiff {
    text: String,
    files: usize,
    insertions: usize,
    deletions: usize,
    is_complete: bool,
}

/// Both versions of a file; `None`: it is absent.
pub(super) struct FileVersions<'a> {
    pub(super) path: &'a str,
    pub(super) before: Option<&'a [u8]>,
    pub(super) after: Option<&'a [u8]>,
    /// The mode that a new file is given.
    pub(super) mode: Option<u32>,
}

impl ShownDiff {
    pub(super) fn of<'a>(
        files: impl IntoIterator<Item = FileVersions<'a>>,
        limits: DiffLimits,
    ) -> Self {
        let mut writer = Writer::new(limits);
        files.into_iter().for_each(|file| writer.file(&file));
        writer.finish()
    }

    /// The diff; its last line ends in a line feed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many files change.
    #[must_use]
    pub fn files(&self) -> usize {
        self.files
    }

    /// How many lines are added, shown or not. Lines of binary files are not counted.
    #[must_use]
    pub fn insertions(&self) -> usize {
        self.insertions
    }

    /// How many lines are removed, shown or not. Lines of binary files are not counted.
    #[must_use]
    pub fn deletions(&self) -> usize {
        self.deletions
    }

    /// Whether every changed byte is shown: nothing was cut off, and no file is binary.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// One line such as `2 files changed, 3 insertions, 1 deletion`.
    #[must_use]
    pub fn summary(&self) -> String {
        format!(
            "{} changed, {}, {}",
            count(self.files, "file"),
            count(self.insertions, "insertion"),
            count(self.deletions, "deletion")
        )
    }
}

/// The text of the diff.
impl fmt::Display for ShownDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

struct Writer {
    limits: DiffLimits,
    shown: ShownDiff,
    lines: usize,
    /// Bytes of the current file.
    bytes: usize,
    hidden_lines: usize,
    hidden_files: usize,
}

impl Writer {
    fn new(limits: DiffLimits) -> Self {
        let shown = ShownDiff {
            text: String::new(),
            files: 0,
            insertions: 0,
            deletions: 0,
            is_complete: true,
        };
        Self {
            limits,
            shown,
            lines: 0,
            bytes: 0,
            hidden_lines: 0,
            hidden_files: 0,
        }
    }

    fn finish(mut self) -> ShownDiff {
        if self.hidden_files > 0 {
            self.say(&format!(
                "… {} not shown",
                count(self.hidden_files, "more file")
            ));
            self.shown.is_complete = false;
        }
        self.shown
    }

    fn file(&mut self, file: &FileVersions<'_>) {
        self.shown.files += 1;
        let visible = self.lines < self.limits.lines;
        if visible {
            self.bytes = 0;
            self.header(file);
        } else {
            self.hidden_files += 1;
        }
        let (before, after) = (
            file.before.unwrap_or_default(),
            file.after.unwrap_or_default(),
        );
        if is_binary(before) || is_binary(after) {
            self.binary(file, visible);
            return;
        }
        let notation = Notation::of(before, after);
        let notes = notation.notes().chain(bom_note(file.before, file.after));
        notes.filter(|_| visible).for_each(|note| self.note(note));
        self.comparison(&Comparison::of(before, after), notation, visible);
    }

    fn header(&mut self, file: &FileVersions<'_>) {
        let name = one_line(file.path);
        let side = |side, version: Option<_>| match version {
            Some(_) => format!("{side}/{name}"),
            None => "/dev/null".to_owned(),
        };
        self.say(&format!("--- {}", side('a', file.before)));
        self.say(&format!("+++ {}", side('b', file.after)));
        if let Some(mode) = file.mode {
            self.note(&format!("Mode {mode:04o}"));
        }
        if file.before.or(file.after).is_some_and(<[u8]>::is_empty)
            && (file.before.is_none() || file.after.is_none())
        {
            self.note("Empty file");
        }
    }

    fn binary(&mut self, file: &FileVersions<'_>, visible: bool) {
        self.shown.is_complete = false;
        if !visible {
            return;
        }
        let side = |version: Option<&[u8]>| match version {
            Some(bytes) => format!("{} bytes, {}", bytes.len(), Digest::of(bytes)),
            None => "absent".to_owned(),
        };
        self.note(&format!(
            "Binary file: {} -> {}",
            side(file.before),
            side(file.after)
        ));
    }

    fn comparison(&mut self, comparison: &Comparison<'_>, notation: Notation, visible: bool) {
        for hunk in comparison.hunks() {
            if visible {
                self.row(&hunk_header(&hunk));
            }
            for (tag, line) in comparison.lines(&hunk) {
                match tag {
                    ChangeTag::Insert => self.shown.insertions += 1,
                    ChangeTag::Delete => self.shown.deletions += 1,
                    ChangeTag::Equal => {}
                }
                if visible {
                    self.line(tag, line, notation);
                }
            }
        }
        let hidden = std::mem::take(&mut self.hidden_lines);
        if hidden > 0 {
            self.say(&format!("… {} not shown", count(hidden, "more line")));
        }
    }

    fn line(&mut self, tag: ChangeTag, line: &[u8], notation: Notation) {
        let (content, is_ended) = match line {
            [content @ .., b'\n'] => (content, true),
            content => (content, false),
        };
        let (kept, hidden) = cut(content, self.limits.line_bytes);
        let mut row = tag.to_string();
        notation.write(&mut row, kept, hidden == 0 && is_ended);
        if hidden > 0 {
            self.shown.is_complete = false;
            // Writing to a string cannot fail.
            let _ = write!(row, "… {} not shown", count(hidden, "more byte"));
        }
        if self.row(&row) && !is_ended {
            self.note("No newline at end of file");
        }
    }

    /// A line that is counted as hidden where there is no room for it.
    fn row(&mut self, row: &str) -> bool {
        let has_room = self.lines < self.limits.lines
            && self.bytes + row.len() < self.limits.file_bytes
            && self.hidden_lines == 0;
        if has_room {
            self.say(row);
        } else {
            self.hidden_lines += 1;
            self.shown.is_complete = false;
        }
        has_room
    }

    fn note(&mut self, note: &str) {
        self.say(&format!("\\ {note}"));
    }

    fn say(&mut self, line: &str) {
        self.shown.text.push_str(line);
        self.shown.text.push('\n');
        self.lines += 1;
        self.bytes += line.len() + 1;
    }
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// `@@ -1,3 +1,4 @@`: the first line and the number of lines, on both sides.
fn hunk_header(hunk: &[DiffOp]) -> String {
    let side = |range: fn(&DiffOp) -> std::ops::Range<usize>| {
        let start = hunk.first().map_or(0, |op| range(op).start);
        let end = hunk.last().map_or(0, |op| range(op).end);
        match end - start {
            // An empty range is named by the line before it.
            0 => format!("{start},0"),
            1 => format!("{}", start + 1),
            len => format!("{},{len}", start + 1),
        }
    };
    format!(
        "@@ -{} +{} @@",
        side(DiffOp::old_range),
        side(DiffOp::new_range)
    )
}
