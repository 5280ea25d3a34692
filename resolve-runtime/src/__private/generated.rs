//! What the attribute generates of a tool: functions, and no code that others could share.

use std::sync::Arc;

use super::{Applied, ContextOf, Definition, Of, Rejected, Verified};
use crate::arguments::Arguments;
use crate::context::{CallContext, ResolveContext};
use crate::error::{BoxError, ToolError};
use crate::handler::{
    BoxFuture, ErasedKind, ErasedPreview, GeneratedCell, Previewing, Registration, plan_of,
};
use crate::output::ToolOutput;
use crate::preview::{Plan, Preview, PreviewKind, Staged};
use crate::state::StateRequirement;
use crate::tool::{Extra, PreviewTool};

/// How a preview begins.
pub type Started<'a> = Result<Previewing<'a>, BoxError>;

/// What a tool takes from its session.
pub type Requirements = Vec<StateRequirement>;

/// What a handler is doing.
pub type Running<'a, T> = BoxFuture<'a, T>;

/// What an `apply` handler is doing.
pub type Applying<'a> = Running<'a, Applied>;

/// What a `verify` handler is doing, if there is one.
pub type Verifying<'a> = Option<Running<'a, Verified>>;

/// What a `reject` handler is doing, if there is one.
pub type Rejecting<'a> = Option<Running<'a, Rejected>>;

/// Stands for the plan of a tool.
#[must_use]
pub const fn plan<T: GeneratedTool>() -> &'static Of<T::Plan> {
    &Of::NEW
}

/// Stands for what the handlers of a tool are called with.
#[must_use]
pub const fn handlers<T: GeneratedTool>() -> &'static Of<(T::Plan, T::Extra)> {
    &Of::NEW
}

/// A tool as the attribute makes it.
#[doc(hidden)]
pub trait GeneratedTool: Send + Sync + 'static {
    /// The staged payload.
    type Plan: Plan;

    /// The type of `extra`.
    type Extra: Extra;

    /// What hosts tell models.
    fn definition() -> Definition;

    /// What the session has to have.
    #[must_use]
    fn required_state() -> Requirements {
        Vec::new()
    }

    /// Decodes the arguments and calls the function.
    ///
    /// # Errors
    ///
    /// If the arguments do not fit.
    fn preview<'a>(arguments: &'a Arguments<'a>, cx: &'a CallContext<'a>) -> Started<'a>;

    /// Looks whether the preview is still true, if there is somebody to look.
    fn verify<'a>(plan: &'a Self::Plan, cx: &'a ContextOf<'a, Self>) -> Verifying<'a>;

    /// Carries the plan out.
    fn apply<'a>(plan: &'a Self::Plan, cx: &'a ContextOf<'a, Self>) -> Applying<'a>;

    /// Hears that the plan is discarded, if somebody wants to.
    #[must_use]
    fn reject<'a>(plan: &'a Self::Plan, cx: &'a ContextOf<'a, Self>) -> Rejecting<'a> {
        let _ = (plan, cx);
        None
    }
}

#[diagnostic::do_not_recommend]
impl<T: GeneratedTool> PreviewTool for T {
    type Plan = T::Plan;
    type Extra = T::Extra;

    fn definition(&self) -> Definition {
        T::definition()
    }

    fn required_state(&self) -> Vec<StateRequirement> {
        T::required_state()
    }

    async fn preview(
        &self,
        arguments: &Arguments<'_>,
        cx: &CallContext<'_>,
    ) -> Result<Preview<T::Plan>, BoxError> {
        let preview = match T::preview(arguments, cx)? {
            Previewing::Ended(preview) => preview,
            Previewing::Running(running) => running.await?,
        };
        typed::<T>(preview)
    }

    async fn verify(
        &self,
        plan: &T::Plan,
        cx: &ResolveContext<'_, T::Extra>,
    ) -> Result<(), BoxError> {
        match T::verify(plan, cx) {
            Some(verify) => verify.await,
            None => Ok(()),
        }
    }

    async fn apply(
        &self,
        plan: &T::Plan,
        cx: &ResolveContext<'_, T::Extra>,
    ) -> Result<ToolOutput, BoxError> {
        T::apply(plan, cx).await
    }

    async fn reject(
        &self,
        plan: &T::Plan,
        cx: &ResolveContext<'_, T::Extra>,
    ) -> Result<Option<ToolOutput>, BoxError> {
        match T::reject(plan, cx) {
            Some(reject) => reject.await,
            None => Ok(None),
        }
    }

    fn __register(self) -> Registration {
        GeneratedCell::of::<T>().register()
    }
}

/// A preview with its types again, for who calls the tool without a session.
fn typed<T: GeneratedTool>(preview: ErasedPreview) -> Result<Preview<T::Plan>, BoxError> {
    let staged = match preview.0 {
        ErasedKind::Nothing(output) => return Ok(Preview::nothing(Arc::unwrap_or_clone(output))),
        ErasedKind::Stage(staged) => staged,
    };
    let Staged { plan, shown, title, summary, details } = *staged;
    // The tool's own code made the handler a moment ago, and nobody else has it.
    let plan = plan_of::<T::Plan, T::Extra>(plan)
        .ok_or_else(|| ToolError::new("The plan of the preview is of another type."))?;
    let staged = Staged { plan, shown, title, summary, details };
    Ok(Preview { kind: PreviewKind::Stage(staged) })
}
