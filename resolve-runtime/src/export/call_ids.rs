//! Ids for calls that come without one.

/// Gives ids to calls that come without one, which some providers never have. Keep one for each
/// conversation: what it gives is unique there, and the same whenever the conversation is the same.
///
/// # Examples
///
/// ```
/// use resolve_runtime::ToolDefinition;
/// use resolve_runtime::export::{CallIds, Dialect, Export};
/// use serde_json::json;
///
/// let tool = ToolDefinition::new("list_files");
/// let export = Export::builder(Dialect::Ollama).tools(&[tool]).build()?;
/// let message = json!({
///     "role": "assistant",
///     "tool_calls": [{ "function": { "name": "list_files", "arguments": {} } }],
/// });
/// let mut ids = CallIds::new();
/// let reply = export.read_message(&message, &mut ids).unwrap();
/// assert_eq!(reply.calls()[0].as_ref().unwrap().id, "call00001");
/// assert_eq!(ids.given(), 1);
/// # Ok::<(), resolve_runtime::export::ExportError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallIds {
    given: u64,
}

/// Together with five digits the nine letters and digits that Mistral wants.
const PREFIX: &str = "call";
const DIGITS: usize = 5;

impl CallIds {
    /// For a conversation that begins.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// For a conversation that goes on, in which this many were given.
    #[must_use]
    pub fn after(given: u64) -> Self {
        Self { given }
    }

    /// How many were given.
    #[must_use]
    pub fn given(&self) -> u64 {
        self.given
    }

    pub(super) fn next_id(&mut self) -> String {
        self.given += 1;
        format!("{PREFIX}{:0DIGITS$}", self.given)
    }

    /// Whether an id is one that the provider has never seen.
    pub(super) fn is_made_here(id: &str) -> bool {
        id.strip_prefix(PREFIX).is_some_and(|digits| {
            digits.len() >= DIGITS && digits.bytes().all(|digit| digit.is_ascii_digit())
        })
    }
}
