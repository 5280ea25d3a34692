//! Members that stand in the order of the parameters: each is known by its name, and nothing has to
//! be searched for.

/// Where the value of the member of this name begins, if that follows at `at`: where the member
/// before ended, or zero.
pub(super) fn value(text: &str, at: usize, name: &str) -> Option<usize> {
    let rest = mark(text.as_bytes().get(at..)?, if at == 0 { b'{' } else { b',' })?;
    let rest = mark(rest, b'"')?.strip_prefix(name.as_bytes())?;
    let value = mark(rest.strip_prefix(b"\"")?, b':')?;
    // In the text a backslash begins an escape; in the name it is a character.
    (!name.contains('\\')).then_some(text.len() - value.len())
}

/// Whether nothing follows the member that ended at `at` but the end of the object.
pub(super) fn ends(text: &str, at: usize) -> bool {
    let rest = text.as_bytes().get(at..).and_then(|rest| mark(rest, b'}'));
    rest.is_some_and(|rest| rest.iter().all(|byte| is_space(*byte)))
}

/// What is behind one byte and the space before it.
fn mark(mut rest: &[u8], byte: u8) -> Option<&[u8]> {
    loop {
        match rest.split_first()? {
            (first, behind) if *first == byte => return Some(behind),
            (first, behind) if is_space(*first) => rest = behind,
            _ => return None,
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r')
}
