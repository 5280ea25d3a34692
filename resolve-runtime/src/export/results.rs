//! What a model reads of the results of its calls.

use std::borrow::Cow;

use crate::call::CallResult;
use crate::output::Content;

/// What stands before the text of a failed call where a dialect has no flag for it.
///
/// # Examples
///
/// ```
/// assert_eq!(resolve_runtime::export::ERROR_PREFIX, "Error: ");
/// ```
pub const ERROR_PREFIX: &str = "Error: ";

/// Stands for an output without content: providers refuse empty texts.
const NO_OUTPUT: &str = "The tool gave no output.";

/// A piece of a result that a dialect takes.
pub(crate) enum Piece<'r> {
    Text(Cow<'r, str>),
    Image { data: &'r str, mime_type: &'r str },
}

/// The kinds of images that providers which take images take.
pub(super) fn is_common_image(mime_type: &str) -> bool {
    matches!(mime_type, "image/png" | "image/jpeg" | "image/gif" | "image/webp")
}

/// The pieces of a result in order, never none. Where an image is not taken a text says so.
pub(crate) fn pieces(result: &CallResult, takes: fn(&str) -> bool) -> Vec<Piece<'_>> {
    let mut pieces: Vec<_> = match result.outcome() {
        Err(error) => vec![Piece::Text(error.to_string().into())],
        Ok(output) => {
            let content = output.content().iter().filter(|piece| !piece.is_blank());
            content.map(|piece| taken(piece, takes)).collect()
        }
    };
    if pieces.is_empty() {
        pieces.push(Piece::Text(NO_OUTPUT.into()));
    }
    pieces
}

fn taken(content: &Content, takes: fn(&str) -> bool) -> Piece<'_> {
    match content {
        Content::Text { text } => Piece::Text(text.as_str().into()),
        Content::Image { data, mime_type } if takes(mime_type) => Piece::Image { data, mime_type },
        Content::Image { mime_type, .. } => Piece::Text(
            format!("[An image ({mime_type}) was left out: it cannot be sent here.]").into(),
        ),
    }
}

/// A result as one text, without saying whether it is an error.
pub(super) fn text(result: &CallResult) -> String {
    let pieces = pieces(result, |_| false);
    let texts = pieces.iter().filter_map(|piece| match piece {
        Piece::Text(text) => Some(&**text),
        Piece::Image { .. } => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// A result as one text, for dialects that have no flag for errors.
pub(super) fn told(result: &CallResult) -> String {
    let text = text(result);
    if result.is_error() { format!("{ERROR_PREFIX}{text}") } else { text }
}
