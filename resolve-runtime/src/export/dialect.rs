//! The ways in which providers want to be spoken to.

/// A provider's way of describing tools.
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
    /// The Model Context Protocol.
    Mcp,
}
