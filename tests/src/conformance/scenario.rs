//! Scenarios as they are written: one JSON object a line.

use serde::Deserialize;
use serde_json::Value;

/// A named list of steps.
#[derive(Debug, Clone, Deserialize)]
pub struct Scenario {
    /// What it is called.
    pub name: String,
    /// What to do.
    pub steps: Vec<Step>,
}

/// One step, with what a test expects to be observed in it.
#[derive(Debug, Clone, Deserialize)]
pub struct Step {
    /// What to do.
    #[serde(flatten)]
    pub op: Op,
    /// For tests; the runner does not look at it.
    #[serde(default)]
    pub expect: Option<Value>,
}

/// What a step does.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "the names are those of the protocol")]
pub enum Op {
    Queue(Callbacks),
    Standing(Callbacks),
    ClearStanding,
    Next,
    TurnResolved,
    TurnRejected,
    Resolve(ResolveCall),
    ResolveRaw {
        arguments: Value,
    },
    ResolveStart(ResolveCall),
    ResolveAwait,
    Release {
        gate: String,
    },
    PushOnce {
        choice: Choice,
        label: String,
        #[serde(default)]
        now: bool,
        #[serde(default)]
        requeue: bool,
    },
    PushSequence {
        choices: Vec<Choice>,
        label: String,
        #[serde(default)]
        now: bool,
        #[serde(default)]
        requeue: bool,
    },
    RemoveByLabel {
        label: String,
    },
    Clear,
    LastServed,
    Inspect,
    Repeat {
        n: usize,
        steps: Vec<Step>,
    },
}

impl Op {
    /// The name of the protocol's.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Queue(_) => "queue",
            Self::Standing(_) => "standing",
            Self::ClearStanding => "clearStanding",
            Self::Next => "next",
            Self::TurnResolved => "turnResolved",
            Self::TurnRejected => "turnRejected",
            Self::Resolve(_) => "resolve",
            Self::ResolveRaw { .. } => "resolveRaw",
            Self::ResolveStart(_) => "resolveStart",
            Self::ResolveAwait => "resolveAwait",
            Self::Release { .. } => "release",
            Self::PushOnce { .. } => "pushOnce",
            Self::PushSequence { .. } => "pushSequence",
            Self::RemoveByLabel { .. } => "removeByLabel",
            Self::Clear => "clear",
            Self::LastServed => "lastServed",
            Self::Inspect => "inspect",
            Self::Repeat { .. } => "repeat",
        }
    }
}

/// An action or a standing handler, with the outcomes of its call-backs.
#[derive(Debug, Clone, Deserialize)]
#[expect(missing_docs, reason = "the names are those of the protocol")]
pub struct Callbacks {
    pub label: String,
    pub tool: String,
    pub apply: Outcomes,
    #[serde(default)]
    pub reject: Option<Outcomes>,
}

/// One outcome, or a list of which each call takes the next and the last one stays.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the names are those of the protocol")]
pub enum Outcomes {
    Each(Vec<Outcome>),
    Always(Outcome),
}

/// What a call-back does.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names are those of the protocol")]
pub struct Outcome {
    #[serde(default)]
    pub ok: Option<String>,
    #[serde(default)]
    pub details: Value,
    #[serde(default)]
    pub is_error: bool,
    #[serde(default)]
    pub throws: Option<Throw>,
    #[serde(default)]
    pub message: String,
    #[serde(default)]
    pub hold: Option<String>,
}

/// How a call-back fails.
#[derive(Debug, Clone, Copy, Deserialize)]
#[expect(missing_docs, reason = "the names are those of the protocol")]
pub enum Throw {
    Error,
    ToolError,
    WrappedToolError,
    #[serde(rename = "panic")]
    Panic,
}

/// A `resolve` call of the model's.
#[derive(Debug, Clone, Deserialize)]
#[expect(missing_docs, reason = "the names are those of the protocol")]
pub struct ResolveCall {
    pub action: Value,
    pub reason: Value,
    #[serde(default, deserialize_with = "present")]
    pub extra: Option<Value>,
    #[serde(default)]
    pub abort: Option<Abort>,
}

/// A null that was written is not the same as nothing.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// When a call is cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are those of the protocol")]
pub enum Abort {
    Before,
    During,
}

/// A tool choice.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the names are those of the protocol")]
pub enum Choice {
    Word(String),
    Tool { name: String },
}
