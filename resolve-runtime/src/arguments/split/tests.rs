//! Whether looking at members one by one finds what looking at all of them does.

use super::*;

const PARAMETERS: &[Parameter] =
    &[Parameter::new::<u8>("a", ""), Parameter::new::<Option<Box<str>>>("b", "")];

type Taken = (u8, Option<Box<str>>);

fn take(mut split: SplitArguments<'_, 2>) -> Result<Taken, ArgumentError> {
    Ok((split.take()?, split.take()?))
}

/// Whoever looks at each member when it is taken finds what is found by looking at all of them.
fn both(text: &str) -> Result<Taken, ArgumentError> {
    let at_once = SplitArguments::new("tool", text, PARAMETERS).and_then(take);
    let one_by_one = take(SplitArguments::in_order("tool", text, PARAMETERS));
    assert_eq!(one_by_one, at_once, "{text}");
    at_once
}

#[test]
fn members_are_taken_in_every_order() {
    let texts = [
        r#"{"a":1,"b":"c"}"#,
        "{ \"a\"\t:\n1 , \"b\" : \"c\" }\r\n",
        r#"{"b":"c","a":1}"#,
        r#"{"\u0061":1,"b":"\u0063"}"#,
    ];
    for text in texts {
        assert_eq!(both(text), Ok((1, Some("c".into()))), "{text}");
    }
    for text in [r#"{"a":1}"#, r#"{"a":1,"b":null}"#, r#"{"b":null,"a":1}"#] {
        assert_eq!(both(text), Ok((1, None)), "{text}");
    }
}

#[test]
fn everything_else_is_refused_alike() {
    let texts = [
        "",
        "}",
        "{}",
        "{",
        "[]",
        "1",
        r#"{"a"}"#,
        r#"{"a":1,}"#,
        r#"{"a":1}}"#,
        r#"{"a":1} x"#,
        r#"{"a":1 "b":"c"}"#,
        r#"{"a":1,"a":1}"#,
        r#"{"a":1,"b":"c","b":"c"}"#,
        r#"{"a":256}"#,
        r#"{"a":1,"b":"c","d":1}"#,
        r#"{"a":1,"d":1}"#,
        r#"{"b":"c"}"#,
        r#"{"a":1,"b":1}"#,
        r#"{"a":01}"#,
        r#"{"a":1"b":"c"}"#,
        r#"{"a":1,"b":"c}"#,
        "{\"a\":1,\u{a0}\"b\":\"c\"}",
    ];
    for text in texts {
        assert!(both(text).is_err(), "{text}");
    }
}

#[test]
fn a_backslash_in_a_name_is_no_escape() {
    const PARAMETERS: &[Parameter] = &[Parameter::new::<u8>(r"\u0061", "")];
    let mut split = SplitArguments::<1>::in_order("tool", r#"{"\u0061":1}"#, PARAMETERS);
    assert!(split.take::<u8>().is_err(), "the member is named `a`");
    let mut split = SplitArguments::<1>::in_order("tool", r#"{"\\u0061":1}"#, PARAMETERS);
    assert_eq!(split.take::<u8>(), Ok(1));
}

#[test]
fn no_text_tells_them_apart() {
    const PIECES: [&str; 12] =
        ["\"a\"", "\"b\"", "\"", "\\", "1", "-", " ", ",", "}", "{", "[", ":"];
    let mut tails = vec![String::new()];
    for _ in 0..4 {
        let longer = tails.iter().flat_map(|tail| PIECES.map(|piece| format!("{tail}{piece}")));
        tails = longer.collect();
        for tail in &tails {
            let _ = both(tail);
            let _ = both(&format!("{{{tail}"));
            let _ = both(&format!("{{\"a\":1{tail}"));
            let _ = both(&format!("{{\"a\":1,\"b\":{tail}"));
        }
    }
}
