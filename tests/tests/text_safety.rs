//! Text from models, tools and files on its way to a terminal.

use std::borrow::Cow;

use proptest::prelude::*;
use resolve_runtime::escape_for_terminal;

proptest! {
    #[test]
    fn text_is_escaped_before_it_reaches_a_terminal(text in any::<String>()) {
        let escaped = escape_for_terminal(&text);
        for character in escaped.chars() {
            prop_assert!(is_harmless(character), "{character:?} in {escaped:?}");
        }
    }

    /// Characters are few; the dangerous ones are tried all, in every neighbourhood.
    #[test]
    fn hidden_characters_become_visible(
        before in "[a-z ]{0,3}",
        hidden in prop::sample::select(HIDDEN.to_vec()),
        after in "[a-z ]{0,3}",
    ) {
        let escaped = escape_for_terminal(&format!("{before}{hidden}{after}")).into_owned();
        prop_assert_eq!(escaped, format!("{before}{}{after}", hidden.escape_default()));
    }

    #[test]
    fn harmless_text_stays_as_it_is(text in "[ -~\\n\\täöü漢字😀]{0,40}") {
        prop_assert!(matches!(escape_for_terminal(&text), Cow::Borrowed(same) if same == text));
    }
}

const HIDDEN: [char; 22] = [
    '\0',
    '\r',
    '\u{7}',
    '\u{8}',
    '\u{1b}',
    '\u{7f}',
    '\u{85}',
    '\u{9b}',
    '\u{ad}',
    '\u{61c}',
    '\u{200b}',
    '\u{200d}',
    '\u{200f}',
    '\u{2028}',
    '\u{2029}',
    '\u{202e}',
    '\u{2060}',
    '\u{2066}',
    '\u{feff}',
    '\u{fff9}',
    '\u{e0041}',
    '\u{e000}',
];

/// Written apart from the implementation: what a terminal shows as it is.
fn is_harmless(character: char) -> bool {
    let code = u32::from(character);
    let obeyed = character.is_control() && !matches!(character, '\n' | '\t');
    let bidirectional =
        matches!(code, 0x061c | 0x200e | 0x200f | 0x202a..=0x202e | 0x2066..=0x2069);
    let invisible = matches!(
        code,
        0xad | 0x180e | 0x200b..=0x200d | 0x2060..=0x2064 | 0xfeff | 0xe0000..=0xe007f
    );
    let separator = matches!(code, 0x2028 | 0x2029);
    let private = matches!(code, 0xe000..=0xf8ff | 0xf0000..=0x10_ffff);
    !(obeyed || bidirectional || invisible || separator || private)
}
