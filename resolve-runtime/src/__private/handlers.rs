//! The functions that authors name as handlers, in the shapes that they may have.
//!
//! A function is a handler by reference or by value. Which it is, the marker `M` tells: it is
//! inferred, since a function can only be one of them. Its signature is one requirement, and its
//! output another: whichever is not met is told alone.

use super::preview::Failure;
use super::{Applied, CopyPlan, Rejected, Verified};
use crate::context::ResolveContext;
use crate::error::BoxError;
use crate::output::ToolOutput;

/// The marker of handlers that take `&Plan`.
#[derive(Debug)]
pub enum ByReference {}

/// The marker of handlers that take `Plan`.
#[derive(Debug)]
pub enum ByValue {}

/// A function of a plan and a context.
pub trait Handler<'a, P, X, M> {
    /// What a call gives.
    type Future: Future + 'a;

    /// Calls the function.
    ///
    /// # Errors
    ///
    /// If the plan has to be copied for it and cannot be.
    fn call(
        self,
        plan: &'a P,
        copy: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> Result<Self::Future, BoxError>;
}

impl<'a, P, X, F, Fut> Handler<'a, P, X, ByReference> for F
where
    P: 'a,
    X: 'a,
    F: FnOnce(&'a P, &'a ResolveContext<'a, X>) -> Fut,
    Fut: Future + 'a,
{
    type Future = Fut;

    fn call(
        self,
        plan: &'a P,
        _: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> Result<Fut, BoxError> {
        Ok(self(plan, cx))
    }
}

impl<'a, P, X, F, Fut> Handler<'a, P, X, ByValue> for F
where
    P: 'a,
    X: 'a,
    F: FnOnce(P, &'a ResolveContext<'a, X>) -> Fut,
    Fut: Future + 'a,
{
    type Future = Fut;

    fn call(
        self,
        plan: &'a P,
        copy: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> Result<Fut, BoxError> {
        Ok(self(copy(plan)?, cx))
    }
}

/// A function that `apply = ..` can name.
#[diagnostic::on_unimplemented(
    message = "this function cannot be an `apply` handler of a plan `{P}`",
    label = "not an `apply` handler",
    note = "expected `async fn apply(plan: {P}, cx: &ResolveContext<'_>) -> Result<ToolOutput, \
            BoxError>`; `plan: &{P}` will do as well",
    note = "a tool with `extra = T` has `cx: &ResolveContext<'_, T>`"
)]
pub trait ApplyHandler<'a, P, X, M>: Handler<'a, P, X, M> {}

#[diagnostic::do_not_recommend]
impl<'a, P, X, M, F: Handler<'a, P, X, M>> ApplyHandler<'a, P, X, M> for F {}

/// A function that `reject = ..` can name.
#[diagnostic::on_unimplemented(
    message = "this function cannot be a `reject` handler of a plan `{P}`",
    label = "not a `reject` handler",
    note = "expected `async fn reject(plan: {P}, cx: &ResolveContext<'_>) -> \
            Result<Option<ToolOutput>, BoxError>`; `plan: &{P}` will do as well",
    note = "a tool with `extra = T` has `cx: &ResolveContext<'_, T>`"
)]
pub trait RejectHandler<'a, P, X, M>: Handler<'a, P, X, M> {}

#[diagnostic::do_not_recommend]
impl<'a, P, X, M, F: Handler<'a, P, X, M>> RejectHandler<'a, P, X, M> for F {}

/// A function that `verify = ..` can name.
#[diagnostic::on_unimplemented(
    message = "this function cannot be a `verify` handler of a plan `{P}`",
    label = "not a `verify` handler",
    note = "expected `async fn verify(plan: &{P}, cx: &ResolveContext<'_>) -> Result<(), BoxError>`",
    note = "a tool with `extra = T` has `cx: &ResolveContext<'_, T>`"
)]
pub trait VerifyHandler<'a, P, X>: Handler<'a, P, X, ByReference> {}

#[diagnostic::do_not_recommend]
impl<'a, P, X, F: Handler<'a, P, X, ByReference>> VerifyHandler<'a, P, X> for F {}

/// A result, whatever its alias.
pub trait HandlerResult {
    /// What it is if all went well.
    type Output;

    /// The result with its error boxed.
    ///
    /// # Errors
    ///
    /// The handler's own.
    fn into_result(self) -> Result<Self::Output, BoxError>;
}

impl<O, E: Failure> HandlerResult for Result<O, E> {
    type Output = O;

    fn into_result(self) -> Result<O, BoxError> {
        self.map_err(E::into_box)
    }
}

/// What an `apply` handler may return.
#[diagnostic::on_unimplemented(
    message = "an `apply` handler cannot return `{Self}`",
    label = "does not return `Result<ToolOutput, BoxError>`",
    note = "the output may be a `ToolOutput`, a `String` or a `&str`, and the error any that turns \
            into a `BoxError`"
)]
pub trait ApplyResult {
    /// The result in its general form.
    ///
    /// # Errors
    ///
    /// The handler's own.
    fn into_applied(self) -> Applied;
}

#[diagnostic::do_not_recommend]
impl<R: HandlerResult<Output: Into<ToolOutput>>> ApplyResult for R {
    fn into_applied(self) -> Applied {
        self.into_result().map(Into::into)
    }
}

/// What a `reject` handler may return.
#[diagnostic::on_unimplemented(
    message = "a `reject` handler cannot return `{Self}`",
    label = "does not return `Result<Option<ToolOutput>, BoxError>`",
    note = "the output may be `()` or a `ToolOutput` as well, and the error any that turns into a \
            `BoxError`; `Ok(None)` leaves the wording to the session"
)]
pub trait RejectResult {
    /// The result in its general form.
    ///
    /// # Errors
    ///
    /// The handler's own.
    fn into_rejected(self) -> Rejected;
}

#[diagnostic::do_not_recommend]
impl<R: HandlerResult<Output: RejectOutput>> RejectResult for R {
    fn into_rejected(self) -> Rejected {
        self.into_result().map(RejectOutput::into_output)
    }
}

/// What a `reject` handler may have to say.
pub trait RejectOutput {
    /// The output, if there is one.
    fn into_output(self) -> Option<ToolOutput>;
}

impl RejectOutput for () {
    fn into_output(self) -> Option<ToolOutput> {
        None
    }
}

impl RejectOutput for ToolOutput {
    fn into_output(self) -> Option<ToolOutput> {
        Some(self)
    }
}

impl<O: Into<ToolOutput>> RejectOutput for Option<O> {
    fn into_output(self) -> Option<ToolOutput> {
        self.map(Into::into)
    }
}

/// What a `verify` handler may return.
#[diagnostic::on_unimplemented(
    message = "a `verify` handler cannot return `{Self}`",
    label = "does not return `Result<(), BoxError>`",
    note = "`Ok(())` says that the preview is still true; an error says what moved, and may be any \
            that turns into a `BoxError`"
)]
pub trait VerifyResult {
    /// The result in its general form.
    ///
    /// # Errors
    ///
    /// The handler's own.
    fn into_verified(self) -> Verified;
}

#[diagnostic::do_not_recommend]
impl<R: HandlerResult<Output = ()>> VerifyResult for R {
    fn into_verified(self) -> Verified {
        self.into_result()
    }
}
