//! Text from models, tools and files, made safe for a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// Makes every character visible that a terminal would obey or hide: control characters (escape
/// sequences start with one), bidirectional and other format characters, line and paragraph
/// separators, private-use characters and noncharacters. Each becomes its Rust escape, such as
/// `\u{202e}`.
///
/// Line feed and tab stay. Whether something was escaped is whether the result is owned.
///
/// # Examples
///
/// ```
/// use resolve_runtime::escape_for_terminal;
///
/// assert_eq!(escape_for_terminal("rm \u{202e}gnp.exe\u{1b}[2K"), "rm \\u{202e}gnp.exe\\u{1b}[2K");
/// assert!(matches!(escape_for_terminal("plain\n"), std::borrow::Cow::Borrowed(_)));
/// ```
#[must_use]
pub fn escape_for_terminal(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_hidden) else {
        return Cow::Borrowed(text);
    };
    let mut escaped = String::with_capacity(text.len() + 16);
    escaped.push_str(&text[..first]);
    for character in text[first..].chars() {
        if is_hidden(character) {
            // Writing into a string cannot fail.
            let _ = write!(escaped, "{}", character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' | ' '..='~' => false,
        _ if character.is_control() => true,
        _ => {
            let code = u32::from(character);
            code & 0xfffe == 0xfffe || HIDDEN.iter().any(|range| range.contains(&code))
        }
    }
}

/// The general categories Cf, Zl, Zp and Co and the noncharacters of the
/// [Unicode Character Database 17.0](https://www.unicode.org/Public/17.0.0/ucd/extracted/DerivedGeneralCategory.txt),
/// and the fillers that are letters by category but take no ink.
const HIDDEN: [RangeInclusive<u32>; 29] = [
    0x00ad..=0x00ad,
    0x034f..=0x034f,
    0x0600..=0x0605,
    0x061c..=0x061c,
    0x06dd..=0x06dd,
    0x070f..=0x070f,
    0x0890..=0x0891,
    0x08e2..=0x08e2,
    0x115f..=0x1160,
    0x17b4..=0x17b5,
    0x180b..=0x180f,
    0x200b..=0x200f,
    0x2028..=0x202e,
    0x2060..=0x206f,
    0x2800..=0x2800,
    0x3164..=0x3164,
    0xe000..=0xf8ff,
    0xfdd0..=0xfdef,
    0xfeff..=0xfeff,
    0xffa0..=0xffa0,
    0xfff0..=0xfffb,
    0x1_10bd..=0x1_10bd,
    0x1_10cd..=0x1_10cd,
    0x1_3430..=0x1_343f,
    0x1_bca0..=0x1_bca3,
    0x1_d173..=0x1_d17a,
    0xe_0000..=0xe_0fff,
    0xf_0000..=0xf_fffd,
    0x10_0000..=0x10_fffd,
];
