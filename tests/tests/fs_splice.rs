//! Edits of bytes leave every other byte alone.

use std::ops::Range;

use proptest::prelude::*;
use resolve_runtime::fs::{SpliceError, splice};

#[test]
fn bytes_outside_of_the_edit_are_kept_whatever_they_are() {
    assert_eq!(splice(b"a\r\nb\nc\xff\rd", [(3..4, "BB")]), Ok(b"a\r\nBB\nc\xff\rd".to_vec()));
    assert_eq!(splice(b"ab", [(2..2, "c"), (0..0, ">")]), Ok(b">abc".to_vec()));
    assert_eq!(splice::<&str>(b"\xff", []), Ok(b"\xff".to_vec()));
}

#[test]
fn edits_that_touch_are_accepted_and_ones_that_overlap_are_not() {
    assert_eq!(splice(b"abcd", [(1..2, "B"), (2..3, "C")]), Ok(b"aBCd".to_vec()));
    let overlap =
        |first: Range<usize>, second: Range<usize>| Err(SpliceError::Overlap { first, second });
    assert_eq!(splice(b"abcd", [(2..4, ""), (1..3, "")]), overlap(1..3, 2..4));
    assert_eq!(splice(b"abcd", [(1..1, "x"), (1..1, "y")]), overlap(1..1, 1..1));
    assert_eq!(splice(b"abcd", [(0..4, "x"), (2..2, "y")]), overlap(0..4, 2..2));
}

#[test]
#[allow(clippy::reversed_empty_ranges)]
fn a_range_that_does_not_fit_is_refused() {
    for range in [0..4, 4..4, 2..1] {
        let expected = Err(SpliceError::OutOfRange { range: range.clone(), len: 3 });
        assert_eq!(splice(b"abc", [(range, "x")]), expected);
    }
}

type Edit = (Range<usize>, Vec<u8>);

/// Bytes, and edits of them that neither overlap nor begin at the same place.
fn bytes_and_edits() -> impl Strategy<Value = (Vec<u8>, Vec<Edit>)> {
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    bytes.prop_flat_map(|bytes| {
        let cuts = prop::collection::btree_set(0..=bytes.len(), 0..12);
        let replacements = prop::collection::vec(prop::collection::vec(any::<u8>(), 0..5), 6);
        let edits = (cuts, replacements).prop_map(|(cuts, replacements)| {
            let cuts: Vec<_> = cuts.into_iter().collect();
            cuts.chunks_exact(2).map(|pair| pair[0]..pair[1]).zip(replacements).collect()
        });
        (Just(bytes), edits)
    })
}

proptest! {
    /// Undoing the edits, at the places where they ended up, gives the old bytes: everything else
    /// was moved as it is. Their order does not matter.
    #[test]
    fn every_byte_outside_of_the_edits_is_kept((bytes, edits) in bytes_and_edits()) {
        let edited = splice(&bytes, edits.clone()).unwrap();
        let mut inverse = Vec::new();
        let (mut added, mut removed) = (0, 0);
        for (range, replacement) in &edits {
            let start = range.start + added - removed;
            inverse.push((start..start + replacement.len(), &bytes[range.clone()]));
            prop_assert_eq!(&edited[start..start + replacement.len()], &replacement[..]);
            added += replacement.len();
            removed += range.len();
        }
        // Edits that become empty may begin where the next one does, so they are undone by hand.
        let mut restored = Vec::new();
        let mut copied = 0;
        for (range, old) in inverse {
            restored.extend_from_slice(&edited[copied..range.start]);
            restored.extend_from_slice(old);
            copied = range.end;
        }
        restored.extend_from_slice(&edited[copied..]);
        prop_assert_eq!(restored, &bytes[..]);

        let reversed: Vec<_> = edits.into_iter().rev().collect();
        prop_assert_eq!(splice(&bytes, reversed).unwrap(), edited);
    }
}
