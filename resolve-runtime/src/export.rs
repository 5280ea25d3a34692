//! What a host sends to a model's provider about the tools, and what it reads back.
//!
//! An [`Export`] holds the tools of a session as one [`Dialect`] takes them. It writes them and the
//! tool choice into requests, turns results into messages, and reads the calls of a reply. It knows
//! no client: requests and replies are [`serde_json::Value`]s.
//!
//! The chapter [`guide::export`](crate::guide::export) shows a whole loop.
//!
//! # Examples
//!
//! ```
//! use resolve_runtime::export::{Dialect, Export};
//! use resolve_runtime::prelude::*;
//! use serde_json::{Map, json};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), BoxError> {
//! let session = Session::builder().build()?;
//! session.push_pending(PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hello!") }));
//!
//! let turn = session.begin_turn().await?;
//! let export = Export::builder(Dialect::Anthropic).tools(turn.tools()).build()?;
//! let mut body = Map::new();
//! export.apply_turn(&mut body, &turn)?;
//! assert_eq!(body["tools"][0]["name"], "resolve");
//! assert_eq!(
//!     body["tool_choice"],
//!     json!({ "type": "tool", "name": "resolve", "disable_parallel_tool_use": true })
//! );
//! # Ok(())
//! # }
//! ```

mod budget;
mod builder;
mod call_ids;
mod dialect;
mod envelope;
mod json;
mod loss;
mod read;
mod refused;
mod reply;
mod request;
pub(crate) mod results;
mod schema;

use std::fmt;

use serde_json::Value;

use self::envelope::EnvelopeForm;
use self::schema::Decoder;
use crate::call::CallResult;
use crate::session::Reminder;

pub use self::builder::ExportBuilder;
pub use self::call_ids::CallIds;
pub use self::dialect::{Dialect, UnknownDialect};
pub use self::loss::{ExportError, Loss};
pub use self::refused::RefusedCall;
pub use self::reply::{Reply, ReplyError, Stop};
pub use self::request::ChoiceError;
pub use self::results::ERROR_PREFIX;
#[doc(no_inline)]
pub use crate::forcing::Forcing;

/// Tools as one dialect takes them, and the way back for the calls.
///
/// Build it once for a conversation: what it writes about the tools is the same bytes every time,
/// which is what a provider's prompt cache needs.
///
/// # Examples
///
/// ```
/// use resolve_runtime::ToolDefinition;
/// use resolve_runtime::export::{Dialect, Export};
/// use serde_json::json;
///
/// let tool = ToolDefinition::new("list_files").with_description("List the files of a folder.");
/// let export = Export::builder(Dialect::Mcp).tools(&[tool]).build()?;
/// assert_eq!(export.tools()[0]["title"], "List Files");
/// assert_eq!(export.tools()[0]["inputSchema"]["type"], "object");
/// assert!(export.losses().is_empty());
/// # Ok::<(), resolve_runtime::export::ExportError>(())
/// ```
pub struct Export {
    dialect: Dialect,
    /// What stands where a request lists its tools.
    list: Value,
    tools: Box<[Exported]>,
    losses: Box<[Loss]>,
}

/// One tool of an export.
struct Exported {
    name: Box<str>,
    /// Its entry in the list.
    entry: Value,
    strict: bool,
    decoder: Decoder,
    envelope: Result<EnvelopeForm, ExportError>,
}

impl Export {
    /// Begins an export for a dialect.
    pub fn builder(dialect: Dialect) -> ExportBuilder {
        ExportBuilder::new(dialect)
    }

    /// The dialect.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// What stands where a request of the dialect lists its tools, ready to be sent.
    #[must_use]
    pub fn tools(&self) -> &Value {
        &self.list
    }

    /// What the schemas of the tools say and their exports do not.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// Whether the provider is told to hold the model to the schema of this tool.
    #[must_use]
    pub fn is_strict(&self, tool: &str) -> bool {
        self.tool(tool).is_some_and(|tool| tool.strict)
    }

    /// The messages that answer the calls of one turn; give it all results at once, in the order
    /// of the calls.
    ///
    /// Where a dialect has no flag for errors the text of a failed call begins with
    /// [`ERROR_PREFIX`]. Where it takes no images in results a text says that one was left out.
    ///
    /// With [`Dialect::Mcp`] these are the results of `tools/call`, one for each call.
    ///
    /// # Examples
    ///
    /// ```
    /// use resolve_runtime::export::{Dialect, Export};
    /// use resolve_runtime::prelude::*;
    /// use serde_json::json;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), BoxError> {
    /// let session = Session::builder().build()?;
    /// let abort = CancellationToken::new();
    /// let call = ToolCall::new("call_1", "resolve", r#"{"action": "apply", "reason": "fine"}"#);
    /// let result = session.call(call, &abort).await;
    ///
    /// let export = Export::builder(Dialect::OpenAiChat).build()?;
    /// assert_eq!(
    ///     export.results(&[result]),
    ///     [json!({
    ///         "role": "tool",
    ///         "tool_call_id": "call_1",
    ///         "content": "Error: No pending action to resolve. Nothing to apply or discard.",
    ///     })]
    /// );
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn results(&self, results: &[CallResult]) -> Vec<Value> {
        self.dialect.wire().results(results)
    }

    /// Puts the reminders of a turn behind all messages, and so behind all results of the turn
    /// before: nothing may stand between a call and its result.
    ///
    /// They go into the last message where the dialect wants that, and into one of their own
    /// otherwise. With [`Dialect::Mcp`] they go to the end of the last result; a server that has
    /// none to give cannot say anything.
    ///
    /// # Examples
    ///
    /// ```
    /// use resolve_runtime::export::{Dialect, Export};
    /// use resolve_runtime::prelude::*;
    /// use serde_json::json;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), BoxError> {
    /// let session = Session::builder().build()?;
    /// session.push_pending(PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hi!") }));
    /// let turn = session.begin_turn().await?;
    ///
    /// let export = Export::builder(Dialect::Anthropic).build()?;
    /// let mut messages = vec![json!({ "role": "user", "content": "Greet them." })];
    /// export.remind(&mut messages, turn.reminders());
    /// assert_eq!(messages.len(), 1);
    /// assert_eq!(messages[0]["content"][1]["text"], turn.reminders()[0].text());
    /// # Ok(())
    /// # }
    /// ```
    pub fn remind(&self, messages: &mut Vec<Value>, reminders: &[Reminder]) {
        for reminder in reminders {
            self.dialect.wire().remind(messages, reminder.text());
        }
    }

    fn tool(&self, name: &str) -> Option<&Exported> {
        self.tools.iter().find(|tool| &*tool.name == name)
    }
}

impl fmt::Debug for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.tools.iter().map(|tool| &tool.name).collect();
        f.debug_struct("Export")
            .field("dialect", &self.dialect)
            .field("tools", &names)
            .field("losses", &self.losses.len())
            .finish_non_exhaustive()
    }
}
