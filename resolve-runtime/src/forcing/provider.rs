//! What is known of providers and their models.

use std::fmt;
use std::str::FromStr;

use super::{Forcing, ForcingCapability, claude};

/// Who serves a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Provider {
    /// `OpenAI` itself.
    OpenAi,
    /// Anthropic itself.
    Anthropic,
    /// Google's Gemini API or Vertex AI.
    Gemini,
    /// Amazon Bedrock Converse.
    Bedrock,
    /// Mistral itself.
    Mistral,
    /// An Ollama server.
    Ollama,
    /// A llama.cpp server.
    LlamaCpp,
    /// `DeepSeek` itself.
    DeepSeek,
    /// Anyone who passes requests on, such as `OpenRouter`: its models are known by their names.
    Gateway,
}

/// Whether a model thinks before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Thinking {
    /// It does not.
    #[default]
    Off,
    /// It decides itself.
    Adaptive,
    /// The request switches it on.
    Manual,
}

const NAMES: [(&str, Provider); 9] = [
    ("openai", Provider::OpenAi),
    ("anthropic", Provider::Anthropic),
    ("gemini", Provider::Gemini),
    ("bedrock", Provider::Bedrock),
    ("mistral", Provider::Mistral),
    ("ollama", Provider::Ollama),
    ("llama-cpp", Provider::LlamaCpp),
    ("deepseek", Provider::DeepSeek),
    ("gateway", Provider::Gateway),
];

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, provider)| provider == self).map(|(name, _)| *name);
        f.write_str(name.unwrap_or_default())
    }
}

/// A name that no [`Provider`] has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownProvider {
    name: Box<str>,
}

impl fmt::Display for UnknownProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = NAMES.iter().map(|(name, _)| format!("`{name}`")).collect();
        write!(f, "there is no provider `{}`; expected one of {}", self.name, names.join(", "))
    }
}

impl std::error::Error for UnknownProvider {}

impl FromStr for Provider {
    type Err = UnknownProvider;

    fn from_str(name: &str) -> Result<Self, UnknownProvider> {
        let known = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|(_, provider)| *provider).ok_or_else(|| UnknownProvider { name: name.into() })
    }
}

pub(super) fn capability(provider: Provider, model: &str, thinking: Thinking) -> ForcingCapability {
    use Forcing::{Envelope, Narrowed, Omitted, Soft};
    let model = model.to_ascii_lowercase();
    // Both take a tool choice and do not look at it: the native API of Ollama has no such field,
    // and llama.cpp logs "type must be string" and goes on.
    match provider {
        Provider::Ollama | Provider::LlamaCpp => return ForcingCapability::only(&[Envelope]),
        _ => {}
    }
    match Family::of(provider, &model) {
        Family::Claude => claude::capability(&model, thinking),
        // Its thinking mode answers 400 to forced choices, and sometimes to any.
        Family::DeepSeek if thinks_always(&model) || thinking != Thinking::Off => {
            ForcingCapability::only(&[Omitted])
        }
        // The named form is documented, and clients that have to be sure do without it.
        Family::Mistral => ForcingCapability::only(&[Narrowed, Soft]),
        // "Only supported by Anthropic Claude 3 and Amazon Nova models", says the reference of
        // `toolChoice` of the Converse API.
        Family::Other if provider == Provider::Bedrock => ForcingCapability::only(&[Soft]),
        Family::Nova | Family::DeepSeek | Family::Other => ForcingCapability::default(),
    }
}

fn thinks_always(deepseek: &str) -> bool {
    deepseek.contains("reasoner") || deepseek.contains("-r1")
}

/// Whose model it is, whoever passes the requests on.
enum Family {
    Claude,
    DeepSeek,
    Mistral,
    Nova,
    Other,
}

impl Family {
    fn of(provider: Provider, model: &str) -> Self {
        const MISTRAL: [&str; 6] =
            ["mistral", "mixtral", "ministral", "magistral", "codestral", "devstral"];
        if provider == Provider::Anthropic || model.contains("claude") {
            Self::Claude
        } else if provider == Provider::DeepSeek || model.contains("deepseek") {
            Self::DeepSeek
        } else if provider == Provider::Mistral || MISTRAL.iter().any(|name| model.contains(name)) {
            Self::Mistral
        } else if provider == Provider::Bedrock && model.contains("nova") {
            Self::Nova
        } else {
            Self::Other
        }
    }
}
