//! Which lines differ, in bounded time.

use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices, group_diff_ops};

/// Equal lines around a change.
const CONTEXT: usize = 3;

/// The most lines, of both sides together, for which the smallest difference is looked for: the
/// search takes quadratic time at worst.
const SEARCHED_LINES: usize = 8000;

/// The lines of two versions, and how one becomes the other.
pub(super) struct Comparison<'a> {
    before: Vec<&'a [u8]>,
    after: Vec<&'a [u8]>,
    operations: Vec<DiffOp>,
}

impl<'a> Comparison<'a> {
    pub(super) fn of(before: &'a [u8], after: &'a [u8]) -> Self {
        let (before, after) = (lines(before), lines(after));
        let operations = compare(&before, &after);
        Self { before, after, operations }
    }

    /// Groups of changes with the equal lines around them.
    pub(super) fn hunks(&self) -> Vec<Vec<DiffOp>> {
        let mut hunks = group_diff_ops(self.operations.clone(), CONTEXT);
        hunks.retain(|hunk| !hunk.is_empty());
        hunks
    }

    /// The lines of a hunk, those of the old version first.
    pub(super) fn lines(&self, hunk: &[DiffOp]) -> impl Iterator<Item = (ChangeTag, &'a [u8])> {
        hunk.iter().flat_map(|operation| {
            let (old, new) = (operation.old_range(), operation.new_range());
            let tagged = |tag| move |line: &&'a [u8]| (tag, *line);
            let (removed, added) = match operation {
                DiffOp::Equal { .. } => (ChangeTag::Equal, None),
                _ => (ChangeTag::Delete, Some(ChangeTag::Insert)),
            };
            let new = added.map(|tag| self.after[new].iter().map(tagged(tag)));
            self.before[old].iter().map(tagged(removed)).chain(new.into_iter().flatten())
        })
    }
}

/// Split after each line feed and nowhere else.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').collect()
}

fn compare(before: &[&[u8]], after: &[&[u8]]) -> Vec<DiffOp> {
    let start = common(before.iter(), after.iter());
    let end = common(before[start..].iter().rev(), after[start..].iter().rev());
    let (old_len, new_len) = (before.len() - start - end, after.len() - start - end);
    if old_len + new_len <= SEARCHED_LINES {
        return capture_diff_slices(Algorithm::Myers, before, after);
    }
    let equal = |old_index, new_index, len| DiffOp::Equal { old_index, new_index, len };
    let mut operations = vec![
        equal(0, 0, start),
        DiffOp::Replace { old_index: start, old_len, new_index: start, new_len },
        equal(start + old_len, start + new_len, end),
    ];
    operations
        .retain(|operation| !operation.old_range().is_empty() || !operation.new_range().is_empty());
    operations
}

/// How many items two sequences begin with in common.
fn common<'a>(
    one: impl Iterator<Item = &'a &'a [u8]>,
    other: impl Iterator<Item = &'a &'a [u8]>,
) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).count()
}
