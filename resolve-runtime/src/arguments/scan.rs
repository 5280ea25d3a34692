//! The quick way through the text of an object: where its members are plain, a look at each byte
//! tells where they end.
//!
//! It never says what is wrong. Where it finds anything but what every parser would take, the parser
//! has to look, from the beginning.

use serde_json::value::RawValue;

/// Calls `member` with the key and the text of each value, until that has no use for one. None if
/// it has not, or if the text is not known to be an object.
pub(super) fn object<'a>(
    text: &'a str,
    mut member: impl FnMut(&'a str, &'a str) -> Option<()>,
) -> Option<()> {
    let mut scan = Scan { text, at: 0 };
    scan.mark(b'{')?;
    if scan.mark(b'}').is_none() {
        loop {
            scan.mark(b'"')?;
            let key = scan.rest_of_string()?;
            scan.mark(b':')?;
            member(key, scan.value()?)?;
            if scan.mark(b',').is_none() {
                break;
            }
        }
        scan.mark(b'}')?;
    }
    scan.skip_while(is_space);
    (scan.at == text.len()).then_some(())
}

struct Scan<'a> {
    text: &'a str,
    /// The next byte, always at the beginning of a character.
    at: usize,
}

impl<'a> Scan<'a> {
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_while(&mut self, is_skipped: impl Fn(u8) -> bool) -> usize {
        let start = self.at;
        while self.next().is_some_and(&is_skipped) {
            self.at += 1;
        }
        self.at - start
    }

    /// Takes one byte, if it is the next one.
    fn take(&mut self, byte: u8) -> Option<()> {
        (self.next() == Some(byte)).then(|| self.at += 1)
    }

    /// Takes one byte and the space before it.
    fn mark(&mut self, byte: u8) -> Option<()> {
        self.skip_while(is_space);
        self.take(byte)
    }

    fn value(&mut self) -> Option<&'a str> {
        self.skip_while(is_space);
        let start = self.at;
        let plain = match self.next()? {
            b'"' => {
                self.at += 1;
                self.rest_of_string().map(drop)
            }
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            b'n' => self.word("null"),
            _ => None,
        };
        if plain.is_none() {
            self.at = start + parsed(self.text.get(start..)?)?.len();
        }
        self.text.get(start..self.at)
    }

    /// What is left of a string without escapes.
    fn rest_of_string(&mut self) -> Option<&'a str> {
        let start = self.at;
        self.skip_while(|byte| byte >= b' ' && byte != b'"' && byte != b'\\');
        let content = self.text.get(start..self.at);
        self.take(b'"')?;
        content
    }

    fn number(&mut self) -> Option<()> {
        self.take(b'-');
        if self.take(b'0').is_none() {
            self.digits()?;
        }
        if self.take(b'.').is_some() {
            self.digits()?;
        }
        if self.take(b'e').or_else(|| self.take(b'E')).is_some() {
            self.take(b'+').or_else(|| self.take(b'-'));
            self.digits()?;
        }
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        (self.skip_while(|byte| byte.is_ascii_digit()) > 0).then_some(())
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let rest = self.text.get(self.at..)?;
        rest.starts_with(word).then(|| self.at += word.len())
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r')
}

/// The text of the first value, as the parser finds its end.
fn parsed(text: &str) -> Option<&str> {
    let first = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>().next()?;
    first.ok().map(RawValue::get)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn members(text: &str) -> Option<Vec<(&str, &str)>> {
        let mut members = Vec::new();
        object(text, |key, value| {
            members.push((key, value));
            Some(())
        })?;
        Some(members)
    }

    #[test]
    fn members_are_found_in_order() {
        assert_eq!(members("{}"), Some(vec![]));
        assert_eq!(
            members(" { \"a\" : -1.5e+3 ,\n\"ü\":\"é\"}\t"),
            Some(vec![("a", "-1.5e+3"), ("ü", "\"é\"")])
        );
        assert_eq!(
            members(r#"{"a":{"b":[1,"}"]} , "c":"\"\u00e9","d":null,"e":true,"f":false,"g":0}"#),
            Some(vec![
                ("a", r#"{"b":[1,"}"]}"#),
                ("c", r#""\"\u00e9""#),
                ("d", "null"),
                ("e", "true"),
                ("f", "false"),
                ("g", "0"),
            ])
        );
    }

    #[test]
    fn doubts_are_left_to_the_parser() {
        let texts = [
            "",
            "[]",
            "{",
            "{}}",
            "{} x",
            r#"{"a"}"#,
            r#"{"a":}"#,
            r#"{"a":1,}"#,
            r#"{"a":01}"#,
            r#"{"a":1.}"#,
            r#"{"a":.5}"#,
            r#"{"a":-}"#,
            r#"{"a":1e}"#,
            r#"{"a":+1}"#,
            r#"{"a":tru}"#,
            r#"{"a":truest}"#,
            r#"{"a":"b}"#,
            "{\"a\":\"\n\"}",
            r#"{"a":"\x"}"#,
            r#"{"a":[1}"#,
            r#"{"\u0061":1}"#,
            r#"{"a":1 "b":2}"#,
            "{a:1}",
            "{\"a\":\u{a0}1}",
        ];
        for text in texts {
            assert_eq!(members(text), None, "{text}");
        }
    }

    /// Compares with the parser: neither takes what the other refuses, nor takes it otherwise. A key
    /// with an escape is the one exception.
    fn compare(text: &str) {
        let parsed: Option<HashMap<String, &RawValue>> = serde_json::from_str(text).ok();
        let parsed = parsed.map(|map| map.into_iter().map(|(k, v)| (k, v.get())).collect());
        let scanned: Option<HashMap<String, &str>> =
            members(text).map(|all| all.into_iter().map(|(k, v)| (k.to_owned(), v)).collect());
        assert!(scanned == parsed || scanned.is_none() && text.contains('\\'), "{text}");
    }

    #[test]
    fn it_takes_what_the_parser_takes() {
        const PIECES: [&str; 14] =
            ["\"", "\\", "1", "0", "-", ".", "E", " ", ",", "}", "{", "[", "]", "\"a\":"];
        let mut tails = vec![String::new()];
        for _ in 0..4 {
            let longer = tails.iter().flat_map(|tail| PIECES.map(|piece| format!("{tail}{piece}")));
            tails = longer.collect();
            for tail in &tails {
                compare(&format!("{{{tail}}}"));
                compare(&format!("{{\"b\":{tail}}}"));
                compare(tail);
            }
        }
    }
}
