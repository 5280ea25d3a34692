//! Numbers and strings.

use serde_json::{Number, Value};

use super::{Draft, Emitter};
use crate::export::schema::shape::{Range, Shape, Text};

/// What every reader of JSON reads exactly (RFC 8259, section 6).
const EXACT: f64 = 9_007_199_254_740_991.0;

impl Emitter<'_> {
    pub(super) fn number(&mut self, name: &str, range: &Range, shape: &Shape, draft: &mut Draft) {
        draft.put("type", name);
        let format = range.format.as_deref();
        let implied = format.and_then(implied);
        match format {
            Some(format @ ("float" | "double")) => {
                self.lose(&shape.path, format!("the format `{format}` is left out"));
            }
            Some(format) if implied.is_none() => {
                draft.say(format!("Format: {format}."));
                self.lose(&shape.path, "`format` is said in words");
            }
            _ => {}
        }
        let (minimum, maximum) = implied.unzip();
        let minimum = minimum.filter(|_| range.exclusive_minimum.is_none());
        let maximum = maximum.filter(|_| range.exclusive_maximum.is_none());
        let minimum = bound(range.minimum.as_ref(), minimum);
        let maximum = bound(range.maximum.as_ref(), maximum);
        let mut put = |draft: &mut Draft, keyword: &str, bound: Option<Bound>| {
            let bound = bound?;
            let is_put = bound.number.is_some_and(|it| draft.put(keyword, it));
            if is_put {
                return None;
            }
            self.lose(&shape.path, format!("`{keyword}` is said in words"));
            Some(bound.shown)
        };
        let minimum = put(draft, "minimum", minimum);
        let maximum = put(draft, "maximum", maximum);
        match (minimum, maximum) {
            (Some(minimum), Some(maximum)) => draft.say(format!("From {minimum} to {maximum}.")),
            (Some(minimum), None) => draft.say(format!("At least {minimum}.")),
            (None, Some(maximum)) => draft.say(format!("At most {maximum}.")),
            (None, None) => {}
        }
        for (keyword, value, words) in [
            ("exclusiveMinimum", &range.exclusive_minimum, "More than"),
            ("exclusiveMaximum", &range.exclusive_maximum, "Less than"),
            ("multipleOf", &range.multiple_of, "A multiple of"),
        ] {
            if let Some(shown) = put(draft, keyword, bound(value.as_ref(), None)) {
                draft.say(format!("{words} {shown}."));
            }
        }
    }

    pub(super) fn string(&mut self, text: &Text, shape: &Shape, draft: &mut Draft) {
        draft.put("type", "string");
        self.lengths(text, shape, draft);
        if let Some(format) = &text.format {
            let takes = self.plan.profile.formats.contains(&format.as_str());
            if !(takes && draft.put("format", format.as_str())) {
                draft.say(format!("Format: {format}."));
                self.lose(&shape.path, "`format` is said in words");
            }
        }
        if let Some(pattern) = &text.pattern {
            let takes = self.plan.profile.patterns.takes(pattern);
            if !(takes && draft.put("pattern", pattern.as_str())) {
                draft.say(format!("Matches `{pattern}`."));
                self.lose(&shape.path, "`pattern` is said in words");
            }
        }
    }

    fn lengths(&mut self, text: &Text, shape: &Shape, draft: &mut Draft) {
        let range = (text.min_length, text.max_length);
        self.counts(["minLength", "maxLength"], range, ["character", "characters"], shape, draft);
    }

    /// How many there are of something.
    pub(super) fn counts(
        &mut self,
        keywords: [&str; 2],
        (min, max): (Option<u64>, Option<u64>),
        [one, many]: [&str; 2],
        shape: &Shape,
        draft: &mut Draft,
    ) {
        let is_array = keywords[0] == "minItems";
        let largest = if is_array { self.plan.profile.min_items } else { u64::MAX };
        let min = min.filter(|it| *it > largest || !draft.put(keywords[0], *it));
        let max = max.filter(|it| !draft.put(keywords[1], *it));
        let of = |count: u64| if count == 1 { one } else { many };
        match (min, max) {
            (Some(min), Some(max)) if min == max => {
                draft.say(format!("Exactly {min} {}.", of(min)));
            }
            (Some(min), Some(max)) => draft.say(format!("{min} to {max} {many}.")),
            (Some(min), None) => draft.say(format!("At least {min} {}.", of(min))),
            (None, Some(max)) => draft.say(format!("At most {max} {}.", of(max))),
            (None, None) => {}
        }
        for (keyword, unsaid) in keywords.into_iter().zip([min, max]) {
            if unsaid.is_some() {
                self.lose(&shape.path, format!("`{keyword}` is said in words"));
            }
        }
    }
}

/// A bound as a number, where all readers read it exactly, and as it is shown.
struct Bound {
    number: Option<Value>,
    shown: String,
}

fn bound(told: Option<&Number>, implied: Option<&str>) -> Option<Bound> {
    let shown = match (told, implied) {
        (Some(number), _) => number.to_string(),
        (None, Some(text)) => text.to_owned(),
        (None, None) => return None,
    };
    let number = told.cloned().or_else(|| shown.parse().ok().map(|it: i64| it.into()));
    let number = number.filter(|it| it.as_f64().is_some_and(|it| it.abs() <= EXACT));
    Some(Bound { number: number.map(Value::Number), shown })
}

/// The bounds of Rust's integers, which are formats of no standard.
fn implied(format: &str) -> Option<(&'static str, &'static str)> {
    Some(match format {
        "int8" => ("-128", "127"),
        "int16" => ("-32768", "32767"),
        "int32" => ("-2147483648", "2147483647"),
        "int64" | "int" => ("-9223372036854775808", "9223372036854775807"),
        "int128" => {
            ("-170141183460469231731687303715884105728", "170141183460469231731687303715884105727")
        }
        "uint8" => ("0", "255"),
        "uint16" => ("0", "65535"),
        "uint32" => ("0", "4294967295"),
        "uint64" | "uint" => ("0", "18446744073709551615"),
        "uint128" => ("0", "340282366920938463463374607431768211455"),
        _ => return None,
    })
}
