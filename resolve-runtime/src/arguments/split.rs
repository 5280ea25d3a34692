//! The arguments of a call, one by one.

use std::fmt;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{ArgumentError, Parameter, decode, missing, order};

/// The JSON text of each argument of one call, in the order of the parameters.
///
/// # Examples
///
/// ```
/// use resolve_runtime::{Arguments, Parameter};
///
/// const PARAMETERS: &[Parameter] = &[
///     Parameter::new::<String>("path", "What to read."),
///     Parameter::new::<Option<u64>>("limit", "How many bytes at most."),
/// ];
/// let arguments = Arguments::new("read", r#"{"limit": 10, "path": "a.txt"}"#);
/// let mut values = arguments.split::<2>(PARAMETERS)?;
/// // In the order of the parameters, whatever that of the call is.
/// assert_eq!(values.take::<String>()?, "a.txt");
/// assert_eq!(values.take::<Option<u64>>()?, Some(10));
///
/// let unknown = Arguments::new("read", r#"{"path": "a.txt", "limits": 10}"#);
/// assert!(unknown.split::<2>(PARAMETERS).is_err());
/// # Ok::<(), resolve_runtime::ArgumentError>(())
/// ```
#[derive(Debug)]
pub struct SplitArguments<'a, const N: usize> {
    tool: &'a str,
    text: &'a str,
    parameters: &'static [Parameter],
    /// As long as the members stand in the order of the parameters: where the last one ended that
    /// was taken, or zero.
    in_order: Option<usize>,
    /// The text of each argument, once they do not.
    values: [Option<&'a str>; N],
    next: usize,
}

impl<'a, const N: usize> SplitArguments<'a, N> {
    /// Looks at all members now.
    pub(super) fn new(
        tool: &'a str,
        text: &'a str,
        parameters: &'static [Parameter],
    ) -> Result<Self, ArgumentError> {
        let mut split = Self::in_order(tool, text, parameters);
        split.split()?;
        Ok(split)
    }

    /// Looks at each member when it is taken, for who takes all of them: models mostly write the
    /// members as the schema lists them, and then none has to be looked at twice. With the last one
    /// it is known that there is no other.
    pub(crate) fn in_order(tool: &'a str, text: &'a str, parameters: &'static [Parameter]) -> Self {
        let in_order = (!parameters.is_empty()).then_some(0);
        Self { tool, text, parameters, in_order, values: [None; N], next: 0 }
    }

    fn split(&mut self) -> Result<(), ArgumentError> {
        self.in_order = None;
        split_into(self.tool, self.text, self.parameters, &mut self.values)
    }

    /// Decodes the argument of the next parameter.
    ///
    /// # Errors
    ///
    /// If it does not fit the type, or is missing and the type has no value for that.
    pub fn take<T: DeserializeOwned>(&mut self) -> Result<T, ArgumentError> {
        if let Some(value) = self.next_in_order() {
            return Ok(value);
        }
        let (name, value) = self.advance()?;
        decode_argument(self.tool, name, value)
    }

    /// Decodes the argument of the next parameter, which has a default.
    ///
    /// # Errors
    ///
    /// If it is there and does not fit the type.
    pub fn take_or<T: DeserializeOwned>(
        &mut self,
        default: impl FnOnce() -> T,
    ) -> Result<T, ArgumentError> {
        if let Some(value) = self.next_in_order() {
            return Ok(value);
        }
        match self.advance()? {
            (_, None) => Ok(default()),
            (name, present) => decode_argument(self.tool, name, present),
        }
    }

    /// The value of the next parameter, if the members stand in order so far, and it fits. What is
    /// wrong is found out by who looks at all of them.
    fn next_in_order<T: DeserializeOwned>(&mut self) -> Option<T> {
        let parameter = self.parameters.get(self.next)?;
        let start = order::value(self.text, self.in_order?, parameter.name())?;
        let (value, length) = decode::first(self.text.get(start..)?)?;
        let end = start + length;
        if self.next + 1 == self.parameters.len() && !order::ends(self.text, end) {
            return None;
        }
        self.next += 1;
        self.in_order = Some(end);
        Some(value)
    }

    fn advance(&mut self) -> Result<(&'static str, Option<&'a str>), ArgumentError> {
        // Where nothing follows, none of the arguments that are left is there.
        if self.in_order.is_some_and(|at| at == 0 || !order::ends(self.text, at)) {
            self.split()?;
        }
        let index = self.next;
        self.next += 1;
        let name = self.parameters.get(index).map_or("", Parameter::name);
        Ok((name, self.values.get(index).copied().flatten()))
    }
}

/// The part that depends on the type alone, so that tools share it.
fn decode_argument<T: DeserializeOwned>(
    tool: &str,
    name: &str,
    value: Option<&str>,
) -> Result<T, ArgumentError> {
    match value {
        Some(value) => decode::value(tool, name, value),
        None => {
            missing::decode().map_err(|error| ArgumentError::new(tool, name, error.to_string()))
        }
    }
}

/// The part that depends on neither the types nor the number of the parameters.
fn split_into<'a>(
    tool: &str,
    text: &'a str,
    parameters: &[Parameter],
    values: &mut [Option<&'a str>],
) -> Result<(), ArgumentError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut refused = None;
    let split = Split { tool, parameters, values, refused: &mut refused };
    let outcome = deserializer.deserialize_map(split).and_then(|()| deserializer.end());
    match (refused, outcome) {
        (Some(refused), _) => Err(refused),
        (None, Ok(())) => Ok(()),
        (None, Err(error)) if error.is_data() => {
            Err(ArgumentError::new(tool, "", decode::without_position(&error)))
        }
        (None, Err(error)) => {
            Err(ArgumentError::new(tool, "", format!("the text is not valid JSON: {error}")))
        }
    }
}

struct Split<'s, 'a> {
    tool: &'s str,
    parameters: &'s [Parameter],
    values: &'s mut [Option<&'a str>],
    /// Kept beside the parser's own error, which can hold a text only.
    refused: &'s mut Option<ArgumentError>,
}

impl<'a> Visitor<'a> for Split<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the arguments")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Key(self.parameters))? {
            let value: &'a RawValue = map.next_value()?;
            let problem = match key.map(|index| (index, self.values.get_mut(index))) {
                Ok((_, Some(slot @ None))) => {
                    *slot = Some(value.get());
                    continue;
                }
                Ok((index, _)) => {
                    let name = self.parameters.get(index).map_or("", Parameter::name);
                    ArgumentError::new(self.tool, name, "the argument is given twice")
                }
                Err(unknown) => {
                    // The names are the tool's own, and not cut.
                    let problem = no_such_argument(self.parameters);
                    ArgumentError::new(self.tool, unknown, "").with_problem(problem)
                }
            };
            self.refused.get_or_insert(problem);
        }
        Ok(())
    }
}

fn no_such_argument(parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return "there is no such argument; the tool takes none".to_owned();
    }
    let names: Vec<_> = parameters.iter().map(|known| format!("`{}`", known.name())).collect();
    format!("there is no such argument; expected only {}", names.join(", "))
}

/// Reads a key as the index of its parameter, without a copy of the text.
struct Key<'s>(&'s [Parameter]);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Result<usize, String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Result<usize, String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an argument")
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        let known = self.0.iter().position(|parameter| parameter.name() == name);
        Ok(known.ok_or_else(|| name.to_owned()))
    }
}

#[cfg(test)]
mod tests;
