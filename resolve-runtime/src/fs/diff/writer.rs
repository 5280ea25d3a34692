//! The text of a diff, within its limits.

use std::fmt::Write as _;

use similar::{ChangeTag, DiffOp};

use super::super::digest::Digest;
use super::super::path::one_line;
use super::compare::Comparison;
use super::line::{Notation, bom_note, cut, is_binary};
use super::{DiffLimits, FileVersions, ShownDiff, count};

/// Collects the text and counts what does not fit.
pub(super) struct Writer {
    limits: DiffLimits,
    shown: ShownDiff,
    lines: usize,
    /// Bytes of the current file.
    bytes: usize,
    hidden_lines: usize,
    hidden_files: usize,
}

impl Writer {
    pub(super) fn new(limits: DiffLimits) -> Self {
        let shown = ShownDiff {
            text: String::new(),
            files: 0,
            insertions: 0,
            deletions: 0,
            is_complete: true,
        };
        Self { limits, shown, lines: 0, bytes: 0, hidden_lines: 0, hidden_files: 0 }
    }

    pub(super) fn finish(mut self) -> ShownDiff {
        if self.hidden_files > 0 {
            self.say(&format!("… {} not shown", count(self.hidden_files, "more file")));
            self.shown.is_complete = false;
        }
        self.shown
    }

    pub(super) fn file(&mut self, file: &FileVersions<'_>) {
        self.shown.files += 1;
        let visible = self.lines < self.limits.lines;
        if visible {
            self.bytes = 0;
            self.header(file);
        } else {
            self.hidden_files += 1;
        }
        let (before, after) = (file.before.unwrap_or_default(), file.after.unwrap_or_default());
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
        self.note(&format!("Binary file: {} -> {}", side(file.before), side(file.after)));
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
    format!("@@ -{} +{} @@", side(DiffOp::old_range), side(DiffOp::new_range))
}
