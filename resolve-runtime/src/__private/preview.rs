//! What a preview returns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GeneratedTool, Of, Started};
use crate::error::BoxError;
use crate::handler::{ErasedPreview, Handlers, Previewing, erase};
use crate::preview::{Plan, PreviewResult};
use crate::tool::Extra;

impl<R: PreviewResult> Of<R> {
    /// Whether a function with this result can be a tool.
    pub const IS_PREVIEW: bool = true;
}

/// What stands for every other result.
pub trait NoPreview {
    /// Not.
    const IS_PREVIEW: bool = false;
}

impl<R> NoPreview for Of<R> {}

/// What a preview whose result is `R` stages. There is an answer for every `R`.
pub type PlanOf<R, const IS_PREVIEW: bool> = <Of<R> as Stages<IS_PREVIEW>>::Plan;

/// Tells the plan, if it is known that there is one.
pub trait Stages<const IS_PREVIEW: bool> {
    /// What is staged.
    type Plan: Plan;
}

impl<R: PreviewResult> Stages<true> for Of<R> {
    type Plan = R::Plan;
}

impl<R> Stages<false> for Of<R> {
    type Plan = Unknown;
}

/// The plan or the `extra` of a tool that cannot have one.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub enum Unknown {}

/// An error that a tool may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "not an error",
    note = "implement `std::error::Error` for it, with fields that are `Send + Sync + 'static`, or \
            return a `BoxError`"
)]
pub trait Failure {
    /// The error as the runtime hands it on.
    fn into_box(self) -> BoxError;
}

#[diagnostic::do_not_recommend]
impl<E: Into<BoxError>> Failure for E {
    fn into_box(self) -> BoxError {
        self.into()
    }
}

/// Requires a result that a tool can have.
#[must_use]
pub const fn returns<R: PreviewResult>() -> &'static Of<R> {
    &Of::NEW
}

/// Begins and ends previews.
pub trait Previews<R: PreviewResult> {
    /// A preview that goes on in a future, which may have to move to another thread.
    ///
    /// # Errors
    ///
    /// None: the arguments were decoded before.
    fn __run<'a, T, F>(&self, future: F) -> Started<'a>
    where
        R: 'a,
        T: GeneratedTool<Plan = R::Plan>,
        F: Future<Output = R> + Send + 'a,
    {
        Ok(Previewing::Running(Box::pin(run(future, Handlers::of::<T>()))))
    }

    /// A preview that has ended already.
    ///
    /// # Errors
    ///
    /// The function's own.
    fn __end<'a, T: GeneratedTool<Plan = R::Plan>>(&self, result: R) -> Started<'a> {
        Ok(Previewing::Ended(erase(result.into_preview()?, Handlers::of::<T>())))
    }
}

impl<R: PreviewResult> Previews<R> for Of<R> {}

async fn run<R: PreviewResult, X: Extra>(
    future: impl Future<Output = R>,
    handlers: Handlers<R::Plan, X>,
) -> Result<ErasedPreview, BoxError> {
    Ok(erase(future.await.into_preview()?, handlers))
}

/// What stands for every other result. It is never called.
pub trait PreviewsNothing<R> {
    /// Nothing.
    fn __run<T, F>(&self, _: F) -> Started<'static> {
        unreachable!()
    }

    /// Nothing.
    fn __end<T>(&self, _: R) -> Started<'static> {
        unreachable!()
    }
}

impl<R> PreviewsNothing<R> for &Of<R> {}
