//! What each dialect can say.
//!
//! Only what is listed here ever stands in an exported schema.

mod dialects;
mod keywords;
mod names;

pub(crate) use self::names::{Names, Patterns};

use crate::export::Dialect;

/// What can be said in one dialect, strictly or not.
#[derive(Debug)]
pub(crate) struct Profile {
    /// As messages name it.
    pub(crate) name: &'static str,
    /// The keywords of the root, and of all schemas below.
    pub(crate) root: &'static [&'static str],
    pub(crate) nested: &'static [&'static str],
    /// The values of `format` for strings.
    pub(crate) formats: &'static [&'static str],
    pub(crate) patterns: Patterns,
    pub(crate) null: Null,
    pub(crate) constants: Constants,
    pub(crate) maps: Maps,
    pub(crate) tuples: Tuples,
    pub(crate) recursion: Recursion,
    /// Properties may be absent.
    pub(crate) optional: bool,
    /// Untyped schemas are taken.
    pub(crate) untyped: bool,
    /// The largest `minItems`.
    pub(crate) min_items: u64,
    pub(crate) property_names: Names,
    /// Values of `enum` may come back in another case.
    pub(crate) folds_case: bool,
    pub(crate) limits: Option<Limits>,
}

impl Profile {
    /// What may be said below the root.
    pub(crate) fn takes(&self, keyword: &str) -> bool {
        self.nested.contains(&keyword)
    }

    /// Whether references have a place.
    pub(crate) fn takes_references(&self) -> bool {
        self.root.contains(&"$defs") && self.nested.contains(&"$ref")
    }
}

/// How null is taken beside something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Null {
    /// `"type": ["string", "null"]`.
    TypeList,
    /// `anyOf` with `{"type": "null"}`.
    AnyOf,
    /// `"nullable": true`.
    Keyword,
}

/// What `enum` may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Constants {
    Strings,
    StringsAndNumbers,
    Scalars,
    All,
}

/// What becomes of objects with members that nothing names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maps {
    /// They are said with `additionalProperties`.
    Said,
    /// They are taken, and words say what they hold.
    Words,
    /// No object is open.
    Closed,
    /// No object is open, nor without properties.
    Listed,
}

/// How tuples are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tuples {
    /// `prefixItems`.
    Prefix,
    /// Arrays whose items are of any of the types.
    Items,
    /// Objects with a property for each item: nothing else is checked one by one.
    Objects,
}

/// What becomes of definitions that contain themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recursion {
    Refused,
    Taken,
    /// Taken where the property that leads back may be absent.
    OptionalOnly,
}

/// How large a schema may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) properties: usize,
    pub(crate) depth: usize,
    pub(crate) values: usize,
    pub(crate) characters: usize,
    /// Properties that may be absent, and such of several types.
    pub(crate) optional: usize,
    pub(crate) unions: usize,
}

/// What a dialect takes of a tool that is not strict, and whether JSON text is its only way to say
/// what has no structure there. Where Gemini writes by the schema alone, open objects were seen to
/// come back empty: `constrained` avoids them.
pub(crate) fn loose(dialect: Dialect, constrained: bool) -> (&'static Profile, bool) {
    let profile = match dialect {
        Dialect::OpenAiChat | Dialect::OpenAiResponses => &dialects::OPENAI,
        Dialect::Anthropic => &dialects::ANTHROPIC,
        Dialect::Gemini if constrained => &dialects::GEMINI_CONSTRAINED,
        Dialect::Gemini => &dialects::GEMINI,
        Dialect::GeminiOpenApi => &dialects::GEMINI_OPEN_API,
        Dialect::Bedrock => &dialects::BEDROCK,
        Dialect::Mistral => &dialects::MISTRAL,
        Dialect::Ollama => &dialects::OLLAMA,
        Dialect::Mcp => &dialects::MCP,
    };
    (profile, dialect == Dialect::GeminiOpenApi)
}

/// What a dialect takes of a strict tool, where it has such.
pub(crate) fn strict(dialect: Dialect) -> Option<&'static Profile> {
    match dialect {
        Dialect::OpenAiChat | Dialect::OpenAiResponses => Some(&dialects::OPENAI_STRICT),
        Dialect::Anthropic => Some(&dialects::ANTHROPIC_STRICT),
        Dialect::Bedrock => Some(&dialects::BEDROCK_STRICT),
        Dialect::Mistral => Some(&dialects::MISTRAL_STRICT),
        Dialect::Gemini | Dialect::GeminiOpenApi | Dialect::Ollama | Dialect::Mcp => None,
    }
}
