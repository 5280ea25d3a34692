//! What a preview returns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Of, Previewed};
use crate::error::BoxError;
use crate::preview::{Plan, PreviewResult};

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

/// Ends a preview.
pub trait Previews<R: PreviewResult> {
    /// The result in its general form.
    ///
    /// # Errors
    ///
    /// The function's own.
    fn __previewed(&self, result: R) -> Previewed<R::Plan>;
}

impl<R: PreviewResult> Previews<R> for Of<R> {
    fn __previewed(&self, result: R) -> Previewed<R::Plan> {
        result.into_preview()
    }
}

/// What stands for every other result.
pub trait PreviewsNothing<R> {
    /// Never called.
    fn __previewed<P>(&self, _: R) -> Previewed<P> {
        unreachable!()
    }
}

impl<R> PreviewsNothing<R> for &Of<R> {}

/// The future of a function, which may have to move to another thread.
pub fn send<F: Future + Send>(future: F) -> impl Future<Output = F::Output> + Send {
    future
}
