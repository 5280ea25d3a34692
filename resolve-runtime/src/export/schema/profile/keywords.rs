//! Lists of keywords and formats.

/// What all clients of the whole language take.
pub(super) const GENERAL: &[&str] = &[
    "$defs",
    "$ref",
    "type",
    "description",
    "enum",
    "default",
    "properties",
    "required",
    "additionalProperties",
    "minProperties",
    "maxProperties",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "anyOf",
];

/// The same with what changes between `oneOf` and `anyOf`, and with the keys of maps.
pub(super) const WHOLE: &[&str] = &[
    "$defs",
    "$ref",
    "type",
    "description",
    "enum",
    "default",
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "minProperties",
    "maxProperties",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "anyOf",
    "oneOf",
];

/// OpenAI's structured outputs, "supported schemas".
pub(super) const OPENAI_STRICT: &[&str] = &[
    "$defs",
    "$ref",
    "type",
    "description",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "pattern",
    "format",
    "anyOf",
];

/// Anthropic's structured outputs, "JSON Schema limitations".
pub(super) const ANTHROPIC_STRICT: &[&str] = &[
    "$defs",
    "$ref",
    "type",
    "description",
    "enum",
    "default",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "pattern",
    "format",
    "anyOf",
];

/// The same of Bedrock, which was seen to take lengths.
pub(super) const BEDROCK_STRICT: &[&str] = &[
    "$defs",
    "$ref",
    "type",
    "description",
    "enum",
    "default",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "anyOf",
];

/// What is documented of Gemini's `responseJsonSchema`; of `parametersJsonSchema` nothing is.
pub(super) const GEMINI: &[&str] = &[
    "$defs",
    "$ref",
    "type",
    "description",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "format",
    "anyOf",
];

/// The message `Schema` of the protocol buffers.
pub(super) const GEMINI_OPEN_API: &[&str] = &[
    "type",
    "format",
    "description",
    "nullable",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "propertyOrdering",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "anyOf",
    "default",
];

/// What the structs of the server keep, at the root and below.
pub(super) const OLLAMA_ROOT: &[&str] = &["type", "items", "required", "properties"];
pub(super) const OLLAMA_NESTED: &[&str] =
    &["anyOf", "type", "items", "description", "enum", "properties"];

pub(super) const GENERAL_FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];
pub(super) const OPENAI_FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];
pub(super) const ANTHROPIC_FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"];
pub(super) const GEMINI_FORMATS: &[&str] = &["date-time", "date", "time"];
pub(super) const GEMINI_OPEN_API_FORMATS: &[&str] = &["date-time"];
