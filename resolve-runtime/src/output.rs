//! What a tool hands back.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::resolution::ResolveDetails;

/// One piece of content. In JSON it has the shape of a content block of the
/// [Model Context Protocol](https://modelcontextprotocol.io/specification/2025-06-18/server/tools).
///
/// # Examples
///
/// ```
/// use resolve_runtime::Content;
/// use serde_json::json;
///
/// let text = serde_json::to_value(Content::text("3 files"))?;
/// assert_eq!(text, json!({ "type": "text", "text": "3 files" }));
/// let image = serde_json::to_value(Content::image("iVBORw0KGgo=", "image/png"))?;
/// assert_eq!(image["mimeType"], "image/png");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Content {
    /// Text for the model and for people.
    Text {
        /// The text.
        text: String,
    },
    /// An image.
    #[serde(rename_all = "camelCase")]
    Image {
        /// The image's bytes in base64.
        data: String,
        /// What the bytes are, such as `image/png`.
        mime_type: String,
    },
}

impl Content {
    /// Text content.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// Image content from bytes that are in base64 already.
    pub fn image(base64: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::Image { data: base64.into(), mime_type: mime_type.into() }
    }

    /// Whether there is nothing in it to see.
    pub(crate) fn is_blank(&self) -> bool {
        match self {
            Self::Text { text } => text.trim().is_empty(),
            Self::Image { data, .. } => data.is_empty(),
        }
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::Text { text }
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

/// Content in order. There is mostly one piece, and that one takes no list.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Pieces {
    #[default]
    None,
    One(Content),
    /// Two or more.
    Many(Vec<Content>),
}

impl Pieces {
    pub(crate) fn as_slice(&self) -> &[Content] {
        match self {
            Self::None => &[],
            Self::One(piece) => std::slice::from_ref(piece),
            Self::Many(pieces) => pieces,
        }
    }

    pub(crate) fn first_mut(&mut self) -> Option<&mut Content> {
        match self {
            Self::None => None,
            Self::One(piece) => Some(piece),
            Self::Many(pieces) => pieces.first_mut(),
        }
    }

    pub(crate) fn push(&mut self, piece: Content) {
        *self = match std::mem::take(self) {
            Self::None => Self::One(piece),
            Self::One(first) => Self::Many(vec![first, piece]),
            Self::Many(mut pieces) => {
                pieces.push(piece);
                Self::Many(pieces)
            }
        };
    }

    /// Puts a piece before all others.
    pub(crate) fn push_first(&mut self, piece: Content) {
        *self = match std::mem::take(self) {
            Self::None => Self::One(piece),
            Self::One(second) => Self::Many(vec![piece, second]),
            Self::Many(mut pieces) => {
                pieces.insert(0, piece);
                Self::Many(pieces)
            }
        };
    }
}

impl Serialize for Pieces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

/// The structured part of an output, for hosts and renderers.
///
/// # Examples
///
/// ```
/// use resolve_runtime::prelude::*;
/// use resolve_runtime::{Action, Details};
/// use serde_json::json;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let session = Session::builder().build()?;
/// let id = session.push_pending(PendingAction::new("Rename").apply(|_| async {
///     let output = ToolOutput::text("Renamed.").with_details(json!({ "files": 3 }));
///     Ok::<_, BoxError>(output)
/// }));
/// let output = session.resolve(id, Resolution::apply("fine"), &CancellationToken::new()).await?;
///
/// let details = output.details().and_then(Details::as_resolve).ok_or("it was resolved")?;
/// assert_eq!(details.action, Action::Apply);
/// assert_eq!(details.source_result_details.as_deref(), Some(&Details::Tool(json!({ "files": 3 }))));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Details {
    /// How an action was resolved: the details of every `resolve` result.
    Resolve(Box<ResolveDetails>),
    /// What the tool itself gave.
    Tool(Value),
}

impl Details {
    /// The resolve details, if these are some.
    #[must_use]
    pub fn as_resolve(&self) -> Option<&ResolveDetails> {
        match self {
            Self::Resolve(details) => Some(details),
            Self::Tool(_) => None,
        }
    }
}

/// What a tool hands back: content, details, and whether it counts as an error.
///
/// # Examples
///
/// ```
/// use resolve_runtime::ToolOutput;
/// use serde_json::json;
///
/// let output = ToolOutput::text("Renamed 3 files.").with_details(json!({ "files": 3 }));
/// assert_eq!(output.joined_text(), "Renamed 3 files.");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolOutput {
    pub(crate) content: Pieces,
    pub(crate) is_error: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) details: Option<Details>,
}

impl ToolOutput {
    /// An output of one text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { content: Pieces::One(Content::text(text)), is_error: false, details: None }
    }

    /// An output that the model has to read as a failure.
    ///
    /// A handler that returns one has *ended*: its action is over. To have it pending again,
    /// return an error.
    pub fn error(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }

    /// Adds a piece of content.
    #[must_use]
    pub fn with_content(mut self, content: impl Into<Content>) -> Self {
        self.content.push(content.into());
        self
    }

    /// Sets the details; null stands for none.
    #[must_use]
    pub fn with_details(mut self, details: impl Into<Value>) -> Self {
        self.details = Some(details.into()).filter(|value| !value.is_null()).map(Details::Tool);
        self
    }

    /// The content, in order.
    #[must_use]
    pub fn content(&self) -> &[Content] {
        self.content.as_slice()
    }

    /// All text content, joined by line breaks.
    #[must_use]
    pub fn joined_text(&self) -> String {
        joined_text(self.content())
    }

    /// How much there is to serialise, about.
    pub(crate) fn text_length(&self) -> usize {
        let lengths = self.content().iter().map(|piece| match piece {
            Content::Text { text } => text.len(),
            Content::Image { data, .. } => data.len(),
        });
        lengths.sum()
    }

    /// The details, if there are some.
    #[must_use]
    pub fn details(&self) -> Option<&Details> {
        self.details.as_ref()
    }

    /// Whether the model has to read this as a failure.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.is_error
    }
}

/// The text pieces of some content, joined by line breaks.
pub(crate) fn joined_text(content: &[Content]) -> String {
    let mut texts = content.iter().filter_map(|piece| match piece {
        Content::Text { text } => Some(text.as_str()),
        Content::Image { .. } => None,
    });
    let mut joined = texts.next().unwrap_or_default().to_owned();
    for text in texts {
        joined.push('\n');
        joined.push_str(text);
    }
    joined
}

impl From<String> for ToolOutput {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for ToolOutput {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<Content> for ToolOutput {
    fn from(content: Content) -> Self {
        Self { content: Pieces::One(content), ..Self::default() }
    }
}
