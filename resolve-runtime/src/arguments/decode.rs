//! Decoding with errors that name the path.

use serde::Deserialize;
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

/// Decodes the arguments as a whole, refusing members that the type does not know.
pub(super) fn object<'de, T: Deserialize<'de>>(
    tool: &str,
    text: &'de str,
) -> Result<T, ArgumentError> {
    let mut unknown = None;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let decoded = serde_ignored::deserialize(&mut deserializer, |path| {
        unknown.get_or_insert_with(|| path.to_string());
    });
    let decoded: T = match decoded.and_then(|decoded| deserializer.end().map(|()| decoded)) {
        Ok(decoded) => decoded,
        Err(error) => return Err(explain::<T>(tool, "", text, &error)),
    };
    match unknown {
        Some(path) => {
            Err(ArgumentError::new(tool, path, "there is no such argument; leave it out"))
        }
        None => Ok(decoded),
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
        Err(traced) => {
            let path = join(at, &traced.path().to_string());
            ArgumentError::new(tool, path, without_position(traced.inner()))
        }
        Ok(_) => ArgumentError::new(tool, at, without_position(error)),
    }
}

/// `ops` and `[0].pat` make `ops[0].pat`.
fn join(at: &str, path: &str) -> String {
    match (at, path) {
        (_, "." | "?") => at.to_owned(),
        ("", _) => path.to_owned(),
        (_, indexed) if indexed.starts_with('[') => format!("{at}{indexed}"),
        _ => format!("{at}.{path}"),
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
