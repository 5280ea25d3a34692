#![doc = include_str!("../docs/crate.md")]
// Without the feature these lead to where it is described.
#![cfg_attr(
    not(feature = "fs"),
    doc = "",
    doc = "[`fs`]: #features",
    doc = "[`guide::files`]: #features"
)]
#![cfg_attr(
    not(feature = "export"),
    doc = "",
    doc = "[`export`]: #features",
    doc = "[`guide::export`]: #features"
)]
#![cfg_attr(
    not(feature = "mcp"),
    doc = "",
    doc = "[`mcp`]: #features",
    doc = "[`guide::mcp`]: #features"
)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod arguments;
mod call;
mod choice;
mod context;
mod definition;
mod error;
mod events;
#[cfg(feature = "export")]
pub mod export;
mod forcing;
#[cfg(feature = "fs")]
pub mod fs;
// Chapters without code: nothing of them is compiled but their examples.
#[cfg(any(doc, doctest))]
pub mod guide;
mod handler;
mod id;
pub mod machine;
#[cfg(feature = "mcp")]
pub mod mcp;
mod output;
mod pending;
pub mod prelude;
mod preview;
mod queue;
mod resolution;
mod schema;
mod session;
mod standing;
mod state;
mod sync;
mod terminal;
mod tool;

#[doc = include_str!("../docs/preview_tool.md")]
#[doc = include_str!("../docs/preview_tool/keys.md")]
#[doc = include_str!("../docs/preview_tool/parameters.md")]
#[doc = include_str!("../docs/preview_tool/functions.md")]
pub use resolve_macros::preview_tool;
pub use schemars;
pub use serde;
pub use serde_json;

pub use arguments::{ArgumentError, Arguments, Parameter, SplitArguments};
pub use call::{CallResult, ToolCall};
pub use choice::ToolChoice;
pub use context::{CallContext, ResolveContext, ResolveRequest};
pub use definition::{Annotations, Presentation, ToolDefinition, Verbs};
pub use error::{Aborted, BoxError, CallError, ToolError};
pub use events::{Event, Progress};
pub use forcing::{Forcing, ForcingCapability, Provider, Thinking, UnknownProvider};
pub use id::{ActionId, IdSource, ParseActionIdError, RandomIds};
#[doc(inline)]
pub use machine::{ActionState, TurnError};
pub use output::{Content, Details, ToolOutput};
pub use pending::{PendingAction, PendingActionDraft, PendingInfo};
pub use preview::{Plan, Preview, PreviewResult, VerifyPlan};
pub use queue::{Directive, OnRejected, Rejection, ToolChoiceQueue};
pub use resolution::{Action, Decider, FreeForm, Resolution, ResolveDetails};
pub use session::{BuildError, EndedAction, Reminder, ReminderKind, Session, SessionBuilder, Turn};
pub use standing::{StandingGuard, StandingHandler};
pub use state::StateRequirement;
pub use terminal::escape_for_terminal;
pub use tokio_util::sync::CancellationToken;
pub use tool::{Extra, PreviewTool};

/// The name of the hidden tool that applies or discards pending actions.
pub const RESOLVE: &str = "resolve";
