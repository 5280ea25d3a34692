//! Preview, then resolve: tools that show what they would do, and act only once a pending action
//! is resolved.
//!
//! A **preview tool** computes a plan and shows it; nothing is changed. The plan is staged as a
//! **pending action**, and the model is made to call the hidden `resolve` tool, which applies or
//! discards it. What was shown is what is applied, or it is refused before the first write; an
//! apply that has begun is never dropped half-way and never runs twice.
//!
//! | you want to | start at |
//! |---|---|
//! | write a tool | [`preview_tool`], [`Preview`]; [`PreviewTool`] without the attribute |
//! | edit files | the module `fs` (feature `fs`) |
//! | run the loop with a model | [`Session`], [`Turn`], [`CallResult`] |
//! | let a person or a rule decide | [`Session::pending`], [`Session::resolve`] |
//! | extend a running host | [`Session::push_pending`], [`PendingAction`] |
//! | force tools yourself | [`Session::queue`], [`ToolChoiceQueue`] |
//! | watch | [`Session::subscribe`], [`Event`] |
//!
//! # A tool from preview to apply
//!
//! ```
//! use resolve_runtime::prelude::*;
//!
//! /// Greet somebody.
//! #[preview_tool(apply = say)]
//! async fn greet(
//!     /// Whom to greet.
//!     name: String,
//! ) -> Result<Preview<String>, BoxError> {
//!     let shown = format!("Would greet {name}.");
//!     Ok(Preview::stage(name, shown))
//! }
//!
//! async fn say(name: String, _cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
//!     Ok(ToolOutput::text(format!("Hello, {name}!")))
//! }
//!
//! # async fn run() -> Result<(), BoxError> {
//! let session = Session::builder().tool(Greet).build()?;
//! let abort = CancellationToken::new();
//!
//! let turn = session.begin_turn().await?;
//! turn.call(ToolCall::new("1", "greet", r#"{"name": "Ada"}"#), &abort).await;
//! turn.finish();
//!
//! let turn = session.begin_turn().await?;
//! assert_eq!(turn.tool_choice(), Some(&ToolChoice::tool("resolve")));
//! let call = ToolCall::new("2", "resolve", r#"{"action": "apply", "reason": "polite"}"#);
//! assert_eq!(turn.call(call, &abort).await.text(), "Hello, Ada!");
//! turn.finish();
//! # Ok(())
//! # }
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
//! ```
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
#[cfg(feature = "fs")]
pub mod fs;
mod handler;
mod id;
pub mod machine;
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

/// Makes a function that computes a preview a tool.
///
/// Beside the function, which stays callable as it is, stands a unit struct with the same
/// visibility that implements [`PreviewTool`]: `batch_rename` makes `BatchRename`. A session takes
/// it, and so do hosts and tests.
///
/// ```
/// use resolve_runtime::prelude::*;
///
/// #[derive(Serialize, Deserialize)]
/// struct RenamePlan {
///     moves: Vec<(String, String)>,
/// }
///
/// struct WorkDir(Vec<String>);
///
/// /// Rename every file whose name contains a text.
/// #[preview_tool(title = "Batch Rename", apply = rename, reject = forget)]
/// async fn batch_rename(
///     /// What to look for.
///     pattern: &str,
///     /// What to put in its place; nothing unless given.
///     #[serde(default)]
///     replacement: String,
///     #[state] dir: &WorkDir,
/// ) -> Result<Preview<RenamePlan>, BoxError> {
///     let files = dir.0.iter().filter(|file| file.contains(pattern));
///     let moves: Vec<_> = files
///         .map(|file| (file.clone(), file.replace(pattern, &replacement)))
///         .collect();
///     if moves.is_empty() {
///         return Ok(Preview::nothing("No file matches."));
///     }
///     let shown = format!("{moves:?}");
///     let summary = format!("{} files", moves.len());
///     Ok(Preview::stage(RenamePlan { moves }, shown).summary(summary))
/// }
///
/// async fn rename(plan: RenamePlan, cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
///     // Here, and nowhere before, something happens.
///     Ok(format!("Renamed {} files: {}", plan.moves.len(), cx.reason()).into())
/// }
///
/// async fn forget(_: &RenamePlan, _: &ResolveContext<'_>) -> Result<Option<ToolOutput>, BoxError> {
///     Ok(None)
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let dir = WorkDir(vec!["a.txt".to_owned()]);
/// let session = Session::builder().tool(BatchRename).state(dir).build()?;
/// assert_eq!(session.tools()[0].name(), "batch_rename");
/// # Ok(())
/// # }
/// ```
///
/// # Keys
///
/// | key | value | default | meaning |
/// |---|---|---|---|
/// | `apply` | path of an `async fn` | required | carries the plan out |
/// | `reject` | path of an `async fn` | nothing happens | hears that the plan is discarded |
/// | `verify` | path of an `async fn` | the plan's own [`VerifyPlan`], if it has one | looks right before `apply` whether the preview is still true; its error means stale |
/// | `extra` | type: `DeserializeOwned + JsonSchema` | [`FreeForm`] | the type of the `extra` of a resolution |
/// | `name` | string literal | the function's name | the name that models call |
/// | `title` | string literal, or a macro call that becomes one | made of the name | the name that people read |
/// | `description` | string literal, or a macro call that becomes one | the documentation of the function | what the model reads |
/// | `destructive` | none | not set | applying may destroy something |
/// | `idempotent` | none | not set | applying twice has the effect of applying once |
/// | `struct` | identifier | the function's name in camel case | the name of the generated struct |
/// | `crate` | path | `::resolve_runtime` | where this crate is, if it is renamed or re-exported |
///
/// # Parameters
///
/// A parameter is an argument that the model gives, unless it is marked:
///
/// | parameter | value |
/// |---|---|
/// | `name: T` | an argument: `T` is `DeserializeOwned + JsonSchema` |
/// | `name: &T`, such as `&str`, `&Path` or `&[u8]` | the same; what is decoded is the owned form |
/// | `#[args] name: T` | all arguments at once, as a type of your own |
/// | `#[state] name: &T` | what the host gave to [`SessionBuilder::state`]; a session without it is not built |
/// | `#[context] name: &CallContext<'_>` | the context of the call |
///
/// The documentation of a parameter is its description in the schema. `Option<T>`, under any
/// alias, and `#[serde(default)]` may be left out of a call. `#[serde(..)]` and `#[schemars(..)]`
/// mean what they mean on a field; all but `default` and `rename` cost the tool a derived struct.
/// `#[cfg(..)]` decides whether the parameter is there, for the model as well.
/// `#[serde(flatten)]` turns the refusal of unknown arguments off, for all arguments of the tool:
/// nobody can tell then which members were not taken.
///
/// # The function
///
/// It returns `Result<Preview<P>, E>`, under any alias, where `P` is `Serialize +
/// DeserializeOwned` and `E` turns into a [`BoxError`]. It may be `async`, or not, or return
/// `impl Future<Output = ..>`. It cannot be generic or a method: implement [`PreviewTool`] by hand
/// for that.
///
/// # Handlers
///
/// Handlers are `async` functions, associated ones among them (`apply = RenamePlan::apply`), with
/// these signatures:
///
/// ```
/// # use resolve_runtime::prelude::*;
/// # struct Plan;
/// async fn apply(plan: Plan, cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
/// #   Ok(ToolOutput::text("applied"))
/// }
/// async fn reject(plan: Plan, cx: &ResolveContext<'_>) -> Result<Option<ToolOutput>, BoxError> {
/// #   Ok(None)
/// }
/// async fn verify(plan: &Plan, cx: &ResolveContext<'_>) -> Result<(), BoxError> {
/// #   Ok(())
/// }
/// ```
///
/// `apply` and `reject` may take `&Plan` instead. By value they get a copy, because the plan is
/// still there when an apply fails: a clone if the plan is `Clone`, else it is stored and loaded
/// once. With `extra = T` the context is `&ResolveContext<'_, T>`. Errors may be of any type that
/// turns into a [`BoxError`]; the output of `apply` of any that turns into a [`ToolOutput`];
/// `reject` may return nothing or a [`ToolOutput`] as well.
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
pub use id::{ActionId, IdSource, ParseActionIdError, RandomIds};
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
