//! What is known of the models.

use resolve_runtime::{Forcing, ForcingCapability, Provider, Thinking};

/// How a pending action is forced first.
fn first(provider: Provider, model: &str, thinking: Thinking) -> Option<Forcing> {
    let forms =
        [Forcing::Named, Forcing::Narrowed, Forcing::Envelope, Forcing::Soft, Forcing::Omitted];
    let capability = ForcingCapability::of(provider, model, thinking);
    forms.into_iter().find(|form| capability.honours(*form))
}

#[test]
fn claude_is_known_by_its_version_wherever_it_is_served() {
    use Provider::{Anthropic, Bedrock, Gateway};
    let forced = [
        (Anthropic, "claude-sonnet-5"),
        (Anthropic, "claude-opus-5"),
        (Anthropic, "claude-haiku-4-5-20251001"),
        (Anthropic, "claude-opus-4-20250514"),
        (Anthropic, "claude-3-5-sonnet-20241022"),
        (Anthropic, "claude-3-opus-20240229"),
        (Bedrock, "us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
        (Gateway, "anthropic/claude-sonnet-4.5"),
    ];
    for (provider, model) in forced {
        assert_eq!(first(provider, model, Thinking::Off), Some(Forcing::Named), "{model}");
        assert_eq!(first(provider, model, Thinking::Adaptive), Some(Forcing::Named), "{model}");
        assert_eq!(first(provider, model, Thinking::Manual), Some(Forcing::Soft), "{model}");
    }
    let never = [
        (Anthropic, "claude-opus-5-5"),
        (Anthropic, "claude-sonnet-5-5-20260915"),
        (Anthropic, "claude-fable-5-1"),
        (Anthropic, "claude-mythos-preview"),
        (Bedrock, "global.anthropic.claude-opus-5-5-v1:0"),
        (Gateway, "anthropic/claude-sonnet-5.5"),
    ];
    for (provider, model) in never {
        assert_eq!(first(provider, model, Thinking::Off), Some(Forcing::Soft), "{model}");
    }
}

#[test]
fn others_are_known_by_provider_and_family() {
    use Provider::{Bedrock, DeepSeek, Gateway, Gemini, LlamaCpp, Mistral, Ollama, OpenAi};
    let rows = [
        (OpenAi, "gpt-6-sol", Thinking::Adaptive, Forcing::Named),
        (Gemini, "gemini-3-pro", Thinking::Adaptive, Forcing::Named),
        (Bedrock, "amazon.nova-pro-v1:0", Thinking::Off, Forcing::Named),
        (Bedrock, "meta.llama4-maverick-17b-instruct-v1:0", Thinking::Off, Forcing::Soft),
        (Mistral, "mistral-large-latest", Thinking::Off, Forcing::Narrowed),
        (Gateway, "mistralai/Devstral-Medium", Thinking::Off, Forcing::Narrowed),
        (Ollama, "qwen3:8b", Thinking::Off, Forcing::Envelope),
        (LlamaCpp, "SmolLM2-135M", Thinking::Off, Forcing::Envelope),
        (DeepSeek, "deepseek-chat", Thinking::Off, Forcing::Named),
        (DeepSeek, "deepseek-chat", Thinking::Manual, Forcing::Omitted),
        (DeepSeek, "deepseek-reasoner", Thinking::Off, Forcing::Omitted),
        (Gateway, "deepseek/deepseek-r1", Thinking::Off, Forcing::Omitted),
        // What is not known is tried, and what it calls is looked at.
        (Gateway, "somebody/new-model", Thinking::Off, Forcing::Named),
    ];
    for (provider, model, thinking, expected) in rows {
        assert_eq!(first(provider, model, thinking), Some(expected), "{provider} {model}");
    }
}

#[test]
fn the_host_knows_better() {
    let capability = ForcingCapability::of(Provider::Anthropic, "claude-opus-5-5", Thinking::Off);
    assert!(capability.with(Forcing::Envelope).honours(Forcing::Envelope));
    assert!(!ForcingCapability::default().without(Forcing::Named).honours(Forcing::Named));
}

#[test]
fn providers_are_known_by_name() {
    for name in
        ["openai", "anthropic", "gemini", "bedrock", "mistral", "ollama", "llama-cpp", "deepseek"]
    {
        assert_eq!(name.parse::<Provider>().unwrap().to_string(), name);
    }
    assert_eq!("Anthropic".parse(), Ok(Provider::Anthropic));
    let error = "antropic".parse::<Provider>().unwrap_err().to_string();
    assert!(error.starts_with("there is no provider `antropic`; expected one of `openai`"));
}
