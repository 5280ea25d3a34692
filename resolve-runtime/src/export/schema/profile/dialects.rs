//! The profiles.

use super::keywords;
use super::{Constants, Limits, Maps, Names, Null, Patterns, Profile, Recursion, Tuples};

/// JSON Schema as all clients take it that take "any".
const GENERAL: Profile = Profile {
    name: "JSON Schema",
    root: keywords::GENERAL,
    nested: keywords::GENERAL,
    formats: keywords::GENERAL_FORMATS,
    patterns: Patterns::All,
    null: Null::TypeList,
    constants: Constants::All,
    maps: Maps::Said,
    tuples: Tuples::Prefix,
    recursion: Recursion::Taken,
    optional: true,
    untyped: true,
    min_items: u64::MAX,
    property_names: Names::All,
    folds_case: false,
    limits: None,
};

/// Arrays without `items` were refused there, which those of `prefixItems` are.
pub(super) const OPENAI: Profile = Profile { name: "OpenAI", tuples: Tuples::Items, ..GENERAL };

pub(super) const OPENAI_STRICT: Profile = Profile {
    name: "OpenAI strict",
    root: keywords::OPENAI_STRICT,
    nested: keywords::OPENAI_STRICT,
    formats: keywords::OPENAI_FORMATS,
    patterns: Patterns::NoLookAround,
    constants: Constants::Scalars,
    maps: Maps::Closed,
    tuples: Tuples::Objects,
    optional: false,
    untyped: false,
    limits: Some(Limits {
        properties: 5000,
        depth: 10,
        values: 1000,
        characters: 120_000,
        optional: usize::MAX,
        unions: usize::MAX,
    }),
    ..GENERAL
};

/// No subset is published: what OpenAI takes is the least that "strict" can mean.
pub(super) const MISTRAL_STRICT: Profile = Profile { name: "Mistral strict", ..OPENAI_STRICT };
pub(super) const MISTRAL: Profile = Profile { name: "Mistral", ..OPENAI };

/// The client's own conversion fails on lists of types.
pub(super) const ANTHROPIC: Profile = Profile {
    name: "Anthropic",
    null: Null::AnyOf,
    property_names: Names::Dotted,
    folds_case: true,
    ..GENERAL
};

pub(super) const ANTHROPIC_STRICT: Profile = Profile {
    name: "Anthropic strict",
    root: keywords::ANTHROPIC_STRICT,
    nested: keywords::ANTHROPIC_STRICT,
    formats: keywords::ANTHROPIC_FORMATS,
    patterns: Patterns::Simple,
    constants: Constants::Scalars,
    maps: Maps::Listed,
    tuples: Tuples::Objects,
    recursion: Recursion::Refused,
    untyped: false,
    min_items: 1,
    limits: Some(Limits {
        properties: usize::MAX,
        depth: usize::MAX,
        values: usize::MAX,
        characters: usize::MAX,
        optional: 24,
        unions: 16,
    }),
    ..ANTHROPIC
};

pub(super) const BEDROCK: Profile = Profile { name: "Bedrock", ..ANTHROPIC };
pub(super) const BEDROCK_STRICT: Profile = Profile {
    name: "Bedrock strict",
    root: keywords::BEDROCK_STRICT,
    nested: keywords::BEDROCK_STRICT,
    ..ANTHROPIC_STRICT
};

/// Cycles are unrolled there to a limited degree, which only absent properties can end.
pub(super) const GEMINI: Profile = Profile {
    name: "Gemini",
    root: keywords::GEMINI,
    nested: keywords::GEMINI,
    formats: keywords::GEMINI_FORMATS,
    null: Null::AnyOf,
    constants: Constants::StringsAndNumbers,
    recursion: Recursion::OptionalOnly,
    property_names: Names::Identifiers,
    ..GENERAL
};

pub(super) const GEMINI_CONSTRAINED: Profile =
    Profile { maps: Maps::Listed, untyped: false, ..GEMINI };

pub(super) const GEMINI_OPEN_API: Profile = Profile {
    name: "Gemini's `parameters`",
    root: keywords::GEMINI_OPEN_API,
    nested: keywords::GEMINI_OPEN_API,
    formats: keywords::GEMINI_OPEN_API_FORMATS,
    null: Null::Keyword,
    constants: Constants::Strings,
    maps: Maps::Listed,
    tuples: Tuples::Objects,
    recursion: Recursion::Refused,
    untyped: false,
    property_names: Names::Identifiers,
    ..GENERAL
};

pub(super) const OLLAMA: Profile = Profile {
    name: "Ollama",
    root: keywords::OLLAMA_ROOT,
    nested: keywords::OLLAMA_NESTED,
    formats: &[],
    null: Null::AnyOf,
    maps: Maps::Words,
    tuples: Tuples::Items,
    recursion: Recursion::Refused,
    ..GENERAL
};

pub(super) const MCP: Profile =
    Profile { name: "MCP", root: keywords::WHOLE, nested: keywords::WHOLE, ..GENERAL };
