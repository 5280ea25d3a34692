//! What a model is told about calling tools.

use std::borrow::Cow;
use std::fmt;

/// The tool choice of one model call.
///
/// # Examples
///
/// ```
/// use resolve_runtime::ToolChoice;
///
/// let choice = ToolChoice::tool("resolve");
/// assert_eq!(choice.forced_tool(), Some("resolve"));
/// assert_eq!(choice.to_string(), "tool `resolve`");
/// assert_eq!(ToolChoice::Required.forced_tool(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolChoice {
    /// The model decides.
    Auto,
    /// The model must not call a tool.
    None,
    /// The model must call some tool.
    Required,
    /// The model must call the tool of this name.
    Tool(Cow<'static, str>),
}

impl ToolChoice {
    /// The choice that forces one tool.
    ///
    /// The session does not need to know the tool: a host has tools of its own.
    pub fn tool(name: impl Into<Cow<'static, str>>) -> Self {
        Self::Tool(name.into())
    }

    /// The tool that this choice forces, if it forces one.
    #[must_use]
    pub fn forced_tool(&self) -> Option<&str> {
        match self {
            Self::Tool(name) => Some(name),
            Self::Auto | Self::None | Self::Required => None,
        }
    }
}

impl fmt::Display for ToolChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::None => f.write_str("none"),
            Self::Required => f.write_str("required"),
            Self::Tool(name) => write!(f, "tool `{name}`"),
        }
    }
}
