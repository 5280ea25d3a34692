//! How the bytes of a line are written so that no two different lines look the same.

use std::fmt::Write as _;

const BOM: &[u8] = "\u{feff}".as_bytes();
const CR: char = '␍';

/// How the lines of one file are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Notation {
    /// Every line ends in CR LF, so that the CR at the end of a line need not be shown.
    all_crlf: bool,
    /// There is something that can only be shown escaped.
    escaped: bool,
}

impl Notation {
    pub(super) fn of(before: &[u8], after: &[u8]) -> Self {
        let sides = [before, after];
        let ends = |side: &&[u8]| side.split_inclusive(|byte| *byte == b'\n').all(is_crlf);
        let has_lines = sides.iter().any(|side| side.contains(&b'\n'));
        let is_plain = |side: &[u8]| str::from_utf8(side).is_ok_and(|text| !text.contains(CR));
        Self {
            all_crlf: has_lines && sides.iter().all(ends),
            escaped: !sides.into_iter().all(is_plain),
        }
    }

    /// What a reader has to know to read the lines.
    pub(super) fn notes(self) -> impl Iterator<Item = &'static str> {
        let crlf = self.all_crlf.then_some("All lines end in CR LF");
        let escaped = self.escaped.then_some(
            "Not plain UTF-8: bytes are shown as \\xNN, a backslash as \\\\, a literal ␍ as \\u{240d}",
        );
        crlf.into_iter().chain(escaped)
    }

    /// Appends the content of a line, without its line feed.
    pub(super) fn write(self, row: &mut String, content: &[u8], is_ended: bool) {
        let content = match content {
            [content @ .., b'\r'] if self.all_crlf && is_ended => content,
            content => content,
        };
        for chunk in content.utf8_chunks() {
            chunk.valid().chars().for_each(|char| self.write_char(row, char));
            for byte in chunk.invalid() {
                // Writing to a string cannot fail.
                let _ = write!(row, "\\x{byte:02X}");
            }
        }
    }

    fn write_char(self, row: &mut String, char: char) {
        match char {
            '\r' => row.push(CR),
            '\\' if self.escaped => row.push_str("\\\\"),
            CR if self.escaped => row.extend(CR.escape_unicode()),
            char => row.push(char),
        }
    }
}

/// The part of a line that is shown, and how many bytes are not. A character is not cut.
pub(super) fn cut(line: &[u8], limit: usize) -> (&[u8], usize) {
    if line.len() <= limit {
        return (line, 0);
    }
    let is_continuation = |at: &usize| line[*at] & 0b1100_0000 == 0b1000_0000;
    // A character has at most three continuation bytes.
    let whole = (limit.saturating_sub(3)..=limit).rev().find(|at| !is_continuation(at));
    let (kept, cut) = line.split_at(whole.unwrap_or(limit));
    (kept, cut.len())
}

/// A NUL never occurs in text.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    bytes.contains(&0)
}

/// What becomes of the byte order mark, which cannot be seen.
pub(super) fn bom_note(before: Option<&[u8]>, after: Option<&[u8]>) -> Option<&'static str> {
    let has_bom = |version: Option<&[u8]>| version.is_some_and(|bytes| bytes.starts_with(BOM));
    match (has_bom(before), has_bom(after)) {
        (true, true) => Some("Byte order mark kept"),
        (false, true) => Some("Byte order mark added"),
        (true, false) if after.is_some() => Some("Byte order mark removed"),
        (true, false) => Some("With a byte order mark"),
        (false, false) => None,
    }
}

/// A last line without a line feed says nothing about the line endings.
fn is_crlf(line: &[u8]) -> bool {
    line.ends_with(b"\r\n") || (!line.ends_with(b"\n") && !line.is_empty())
}
