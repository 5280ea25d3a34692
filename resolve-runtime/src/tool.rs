//! The trait of preview tools.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::arguments::Arguments;
use crate::context::{CallContext, ResolveContext};
use crate::definition::ToolDefinition;
use crate::error::BoxError;
use crate::handler::{Registration, ToolCell};
use crate::output::ToolOutput;
use crate::preview::{Plan, Preview};
use crate::state::StateRequirement;

/// What a resolution may carry beside its action and reason, for the apply handler of one tool.
///
/// Every type that is `DeserializeOwned + JsonSchema + Send + Sync + 'static` is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the `extra` of a resolution",
    label = "not an `extra`",
    note = "it is decoded from what the model writes, and described to it: it needs \
            `#[derive(Deserialize, JsonSchema)]`, no borrowed fields, and fields that are \
            `Send + Sync`"
)]
pub trait Extra: DeserializeOwned + JsonSchema + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> Extra for T {}

/// A tool whose calls only preview, and whose effect waits for a resolution.
///
/// [`#[preview_tool]`](macro@crate::preview_tool) implements it for a function. An implementation by hand is
/// the same to the runtime:
///
/// ```
/// use std::sync::Arc;
/// use resolve_runtime::prelude::*;
/// use resolve_runtime::{Arguments, Parameter, ToolDefinition};
///
/// struct Greet;
///
/// impl PreviewTool for Greet {
///     type Plan = String;
///     type Extra = FreeForm;
///
///     fn definition(&self) -> Arc<ToolDefinition> {
///         let parameters = [Parameter::new::<String>("name", "Whom to greet.")];
///         Arc::new(ToolDefinition::new("greet").with_parameters(&parameters))
///     }
///
///     async fn preview(
///         &self,
///         arguments: &Arguments<'_>,
///         _cx: &CallContext<'_>,
///     ) -> Result<Preview<String>, BoxError> {
///         #[derive(Deserialize)]
///         struct Input {
///             name: String,
///         }
///         let Input { name } = arguments.decode()?;
///         Ok(Preview::stage(name.clone(), format!("Would greet {name}.")))
///     }
///
///     async fn apply(
///         &self,
///         plan: &String,
///         _cx: &ResolveContext<'_>,
///     ) -> Result<ToolOutput, BoxError> {
///         Ok(ToolOutput::text(format!("Hello, {plan}!")))
///     }
/// }
/// # let _ = Session::builder().tool(Greet).build().unwrap();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no preview tool",
    label = "not a preview tool",
    note = "pass the struct that `#[preview_tool(apply = ..)]` generates beside a function: \
            `batch_rename` makes `BatchRename`"
)]
pub trait PreviewTool: Send + Sync + 'static {
    /// The staged payload.
    type Plan: Plan;

    /// The type of `extra` in a resolution; [`FreeForm`](crate::FreeForm) for any object.
    type Extra: Extra;

    /// What hosts tell models about the tool. Asked for once, when a session is built.
    fn definition(&self) -> Arc<ToolDefinition>;

    /// The types that the tool takes from the session. A session that lacks one is not built.
    fn required_state(&self) -> Vec<StateRequirement> {
        Vec::new()
    }

    /// Computes a plan and shows it. Changes nothing.
    ///
    /// # Errors
    ///
    /// Whatever stood in the way; nothing is staged, and the model reads the message.
    ///
    /// # Cancellation safety
    ///
    /// The future is dropped when the call is aborted.
    fn preview(
        &self,
        arguments: &Arguments<'_>,
        cx: &CallContext<'_>,
    ) -> impl Future<Output = Result<Preview<Self::Plan>, BoxError>> + Send;

    /// Looks whether the world is still the one that was previewed, right before
    /// [`apply`](Self::apply). Changes nothing.
    ///
    /// # Errors
    ///
    /// What moved: the action is over as stale, and the model is told to call the tool again.
    ///
    /// # Cancellation safety
    ///
    /// The future is dropped when the resolution is aborted; the action is pending as before.
    fn verify(
        &self,
        plan: &Self::Plan,
        cx: &ResolveContext<'_, Self::Extra>,
    ) -> impl Future<Output = Result<(), BoxError>> + Send {
        let _ = (plan, cx);
        async { Ok(()) }
    }

    /// Carries the plan out.
    ///
    /// # Errors
    ///
    /// Whatever stood in the way: the action is pending again.
    ///
    /// # Cancellation safety
    ///
    /// The future is never dropped before it ends, as long as the async runtime lives.
    fn apply(
        &self,
        plan: &Self::Plan,
        cx: &ResolveContext<'_, Self::Extra>,
    ) -> impl Future<Output = Result<ToolOutput, BoxError>> + Send;

    /// Hears that the plan is discarded. Changes nothing but what the preview itself left behind.
    /// Without an output, the session words the result.
    ///
    /// # Errors
    ///
    /// Are handed to the caller as they are; the action is over nevertheless.
    ///
    /// # Cancellation safety
    ///
    /// The future is never dropped before it ends, as long as the async runtime lives.
    fn reject(
        &self,
        plan: &Self::Plan,
        cx: &ResolveContext<'_, Self::Extra>,
    ) -> impl Future<Output = Result<Option<ToolOutput>, BoxError>> + Send {
        let _ = (plan, cx);
        async { Ok(None) }
    }

    /// How the tool gets into a session. Not to be implemented.
    #[doc(hidden)]
    fn __register(self) -> Registration
    where
        Self: Sized,
    {
        Registration(Box::new(ToolCell::new(self)))
    }
}
