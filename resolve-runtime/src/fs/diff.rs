//! The diff that is shown for a plan.

mod compare;
mod line;
mod writer;

use std::fmt;

use writer::Writer;

/// How much of a diff is shown. The work of computing it is bounded as well, whatever is set here:
/// of files that differ in too many lines it shows the differing part as replaced as a whole.
///
/// # Examples
///
/// ```
/// use resolve_runtime::fs::{DiffLimits, FilePlan};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// let mut limits = DiffLimits::default();
/// limits.lines = 2;
/// let mut changes = FilePlan::builder(folder.path())?;
/// changes.diff_limits(limits).create("long.txt", "line\n".repeat(100))?;
/// let (_, shown) = changes.build()?;
/// assert!(!shown.is_complete(), "the rest is counted and said");
/// assert_eq!(shown.insertions(), 100);
/// # Ok(())
/// # }
/// ```
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
        Self { lines: 2000, file_bytes: 64 * 1024, line_bytes: 2000 }
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
///
/// # Examples
///
/// ```
/// use resolve_runtime::fs::FilePlan;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.txt"), "one\ntwo\n")?;
/// let mut changes = FilePlan::builder(folder.path())?;
/// changes.edit("a.txt", "one\ntwo\n", "one\n2\n")?;
/// let (_, shown) = changes.build()?;
/// assert!(shown.text().ends_with(" one\n-two\n+2\n"));
/// assert!(shown.is_complete());
/// # Ok(())
/// # }
/// ```
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

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
