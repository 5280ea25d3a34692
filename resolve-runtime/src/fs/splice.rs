//! Edits of a byte string that leave every other byte alone.

use std::ops::Range;

/// Why [`splice`] refused a list of edits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpliceError {
    /// A range ends before it begins or after the last byte.
    #[error("the edit of bytes {}..{} does not fit into {len} bytes", range.start, range.end)]
    OutOfRange {
        /// The range as it was given, in bytes.
        range: Range<usize>,
        /// How many bytes there are.
        len: usize,
    },
    /// Two edits want the same bytes, or insert at the same place.
    #[error(
        "the edits of bytes {}..{} and {}..{} overlap: merge them into one",
        first.start, first.end, second.start, second.end
    )]
    Overlap {
        /// The one that begins first.
        first: Range<usize>,
        /// The one that it overlaps.
        second: Range<usize>,
    },
}

/// Replaces byte ranges; every byte outside of them stays as it is, whatever its encoding.
///
/// The edits may come in any order; their ranges are offsets into `bytes`, not into the result. An
/// empty range inserts. Ranges may touch, but two that begin at the same offset are refused, as
/// nothing says which of them comes first.
///
/// # Errors
///
/// [`SpliceError`] if a range does not fit into `bytes` or overlaps another.
///
/// # Examples
///
/// ```
/// use resolve_runtime::fs::splice;
///
/// let edited = splice(b"a\r\nb\nc\xff\rd", [(3..4, "B")])?;
/// assert_eq!(edited, b"a\r\nB\nc\xff\rd");
/// # Ok::<(), resolve_runtime::fs::SpliceError>(())
/// ```
pub fn splice<R: AsRef<[u8]>>(
    bytes: &[u8],
    edits: impl IntoIterator<Item = (Range<usize>, R)>,
) -> Result<Vec<u8>, SpliceError> {
    let mut edits: Vec<_> = edits.into_iter().collect();
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    check(bytes.len(), &edits)?;

    let mut result = Vec::with_capacity(bytes.len());
    let mut copied = 0;
    for (range, replacement) in &edits {
        result.extend_from_slice(&bytes[copied..range.start]);
        result.extend_from_slice(replacement.as_ref());
        copied = range.end;
    }
    result.extend_from_slice(&bytes[copied..]);
    Ok(result)
}

fn check<R>(len: usize, sorted: &[(Range<usize>, R)]) -> Result<(), SpliceError> {
    for (range, _) in sorted {
        if range.start > range.end || range.end > len {
            return Err(SpliceError::OutOfRange { range: range.clone(), len });
        }
    }
    for pair in sorted.windows(2) {
        let (first, second) = (&pair[0].0, &pair[1].0);
        if second.start < first.end || second.start == first.start {
            return Err(SpliceError::Overlap { first: first.clone(), second: second.clone() });
        }
    }
    Ok(())
}
