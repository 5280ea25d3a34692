//! The ways in which providers want to be spoken to.

mod anthropic;
mod bedrock;
mod gemini;
mod mcp;
mod mistral;
mod ollama;
mod openai_chat;
mod openai_responses;
mod read;
mod wire;

use std::fmt;
use std::str::FromStr;

pub(super) use self::read::{Told, WireArguments, WireCall};
pub(super) use self::wire::{Envelope, ExportedTool, Said, Wire};

/// A provider's way of describing tools.
///
/// # Examples
///
/// ```
/// use resolve_runtime::export::Dialect;
///
/// let dialect: Dialect = "openai-chat".parse()?;
/// assert_eq!(dialect, Dialect::OpenAiChat);
/// assert_eq!(dialect.name(), "openai-chat");
/// assert_eq!(dialect.to_string(), "OpenAI Chat Completions");
/// # Ok::<(), resolve_runtime::export::UnknownDialect>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// OpenAI Chat Completions.
    OpenAiChat,
    /// OpenAI Responses.
    OpenAiResponses,
    /// Anthropic Messages.
    Anthropic,
    /// Gemini `generateContent`, through `parametersJsonSchema`.
    Gemini,
    /// Gemini where it takes only `parameters`, a subset of OpenAPI.
    GeminiOpenApi,
    /// Amazon Bedrock Converse.
    Bedrock,
    /// Mistral chat completions.
    Mistral,
    /// Ollama's own `/api/chat`.
    Ollama,
    /// The Model Context Protocol, revision 2026-07-28.
    Mcp,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::OpenAiChat,
        Self::OpenAiResponses,
        Self::Anthropic,
        Self::Gemini,
        Self::GeminiOpenApi,
        Self::Bedrock,
        Self::Mistral,
        Self::Ollama,
        Self::Mcp,
    ];

    /// A name for command lines and configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAiChat => "openai-chat",
            Self::OpenAiResponses => "openai-responses",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::GeminiOpenApi => "gemini-openapi",
            Self::Bedrock => "bedrock",
            Self::Mistral => "mistral",
            Self::Ollama => "ollama",
            Self::Mcp => "mcp",
        }
    }

    pub(super) fn wire(self) -> &'static dyn Wire {
        match self {
            Self::OpenAiChat => &openai_chat::OpenAiChat,
            Self::OpenAiResponses => &openai_responses::OpenAiResponses,
            Self::Anthropic => &anthropic::Anthropic,
            Self::Gemini => &gemini::Gemini { open_api: false },
            Self::GeminiOpenApi => &gemini::Gemini { open_api: true },
            Self::Bedrock => &bedrock::Bedrock,
            Self::Mistral => &mistral::Mistral,
            Self::Ollama => &ollama::Ollama,
            Self::Mcp => &mcp::Mcp,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpenAiChat => "OpenAI Chat Completions",
            Self::OpenAiResponses => "OpenAI Responses",
            Self::Anthropic => "Anthropic Messages",
            Self::Gemini => "Gemini generateContent",
            Self::GeminiOpenApi => "Gemini generateContent with OpenAPI schemas",
            Self::Bedrock => "Amazon Bedrock Converse",
            Self::Mistral => "Mistral chat completions",
            Self::Ollama => "Ollama chat",
            Self::Mcp => "the Model Context Protocol",
        })
    }
}

/// A name that is none of a [`Dialect`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownDialect {
    name: Box<str>,
}

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Dialect::ALL.map(Dialect::name).join(", ");
        write!(f, "`{}` is no dialect; there are {names}", self.name)
    }
}

impl std::error::Error for UnknownDialect {}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|dialect| dialect.name() == name);
        found.ok_or_else(|| UnknownDialect { name: name.into() })
    }
}
