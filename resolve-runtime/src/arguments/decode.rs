//! Decoding with errors that name the path.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_ignored::Path;
use serde_json::Value;
use serde_json::error::Category;

use super::ArgumentError;

/// Refuses an array in the place of an object: it would be taken for the members in their order.
pub(super) fn refuse_array(tool: &str, text: &str) -> Result<(), ArgumentError> {
    if text.trim_start().starts_with('[') {
        let problem = "invalid type: sequence, expected an object";
        return Err(ArgumentError::new(tool, "", problem));
    }
    Ok(())
}

/// Decodes one value. `at` is where it stands in the arguments.
pub(super) fn value<'de, T: Deserialize<'de>>(
    tool: &str,
    at: &str,
    text: &'de str,
) -> Result<T, ArgumentError> {
    // The account of the path is paid for only where there is something to tell.
    serde_json::from_str(text).map_err(|error| explain::<T>(tool, at, text, &error))
}

/// Decodes the value at the beginning of a text, if it fits; returns how long it is, too.
pub(super) fn first<'de, T: Deserialize<'de>>(text: &'de str) -> Option<(T, usize)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter();
    let value = values.next()?.ok()?;
    Some((value, values.byte_offset()))
}

/// Decodes the arguments as a whole, refusing members that the type does not know.
pub(super) fn object<'de, T: Deserialize<'de>>(
    tool: &str,
    text: &'de str,
) -> Result<T, ArgumentError> {
    let mut unknown = None;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let decoded = serde_ignored::deserialize(&mut deserializer, |path| {
        unknown.get_or_insert_with(|| shown(&path));
    });
    let decoded: T = match decoded.and_then(|decoded| deserializer.end().map(|()| decoded)) {
        Ok(decoded) => decoded,
        Err(error) => return Err(explain::<T>(tool, "", text, &error)),
    };
    match unknown {
        Some(path) => Err(no_such_argument(tool, path)),
        None => Ok(decoded),
    }
}

/// Decodes what is a tree of values already, refusing members that the type does not know. `at`
/// is where it stands in the arguments.
pub(crate) fn tree<T: DeserializeOwned>(
    tool: &str,
    at: &str,
    value: Value,
) -> Result<T, ArgumentError> {
    let mut unknown = None;
    let mut track = serde_path_to_error::Track::new();
    let deserializer = serde_path_to_error::Deserializer::new(value, &mut track);
    let decoded = serde_ignored::deserialize(deserializer, |path| {
        unknown.get_or_insert_with(|| shown(&path));
    });
    match (decoded, unknown) {
        (Err(error), _) => Err(traced(tool, join(at, &track.path().to_string()), &error)),
        (Ok(_), Some(path)) => Err(no_such_argument(tool, join(at, &path))),
        (Ok(decoded), None) => Ok(decoded),
    }
}

fn no_such_argument(tool: &str, path: String) -> ArgumentError {
    ArgumentError::new(tool, path, "there is no such argument; leave it out")
}

/// The path as other errors show it, such as `ops[0].pat`.
fn shown(path: &Path<'_>) -> String {
    match path {
        Path::Root => String::new(),
        Path::Seq { parent, index } => format!("{}[{index}]", shown(parent)),
        Path::Map { parent, key } => member(&shown(parent), key),
        Path::Some { parent }
        | Path::NewtypeStruct { parent }
        | Path::NewtypeVariant { parent } => shown(parent),
    }
}

/// Decodes once more, to find out where it went wrong.
fn explain<'de, T: Deserialize<'de>>(
    tool: &str,
    at: &str,
    text: &'de str,
    error: &serde_json::Error,
) -> ArgumentError {
    if error.classify() != Category::Data {
        return ArgumentError::new(tool, at, format!("the text is not valid JSON: {error}"));
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Err(error) => traced(tool, join(at, &error.path().to_string()), error.inner()),
        Ok(_) => traced(tool, at.to_owned(), error),
    }
}

/// The error at the path that was traced. A missing field is named by its message alone, and
/// traced to what it is missing in.
fn traced(tool: &str, path: String, error: &serde_json::Error) -> ArgumentError {
    let problem = without_position(error);
    let missing = problem.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
    match missing {
        Some(name) => ArgumentError::new(tool, member(&path, name), "the argument is missing"),
        None => ArgumentError::new(tool, path, problem),
    }
}

/// `ops[0]` and `pat` make `ops[0].pat`.
fn member(at: &str, name: &str) -> String {
    if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") }
}

/// `ops` and `[0].pat` make `ops[0].pat`.
fn join(at: &str, path: &str) -> String {
    match (at, path) {
        (_, "." | "?") => at.to_owned(),
        ("", _) => path.to_owned(),
        (_, indexed) if indexed.starts_with('[') => format!("{at}{indexed}"),
        _ => member(at, path),
    }
}

/// The message without the line and column, which mean nothing to who wrote the arguments.
pub(super) fn without_position(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    match message.strip_suffix(&position) {
        Some(message) => message.to_owned(),
        None => message,
    }
}
