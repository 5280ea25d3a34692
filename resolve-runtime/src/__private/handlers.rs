//! The functions that authors name as handlers, in the shapes that they may have.
//!
//! A function is a handler by reference or by value. Which it is, the marker `M` tells: it is
//! inferred, since a function can only be one of them. Its signature is one requirement, and its
//! output another: whichever is not met is told alone.

use std::future::Ready;

use super::preview::{Failure, Unknown};
use super::{Applied, CopyPlan, Of, Rejected, Verified};
use crate::context::ResolveContext;
use crate::error::BoxError;
use crate::output::ToolOutput;
use crate::tool::PreviewTool;

/// The marker of handlers that take `&Plan`.
#[derive(Debug)]
pub enum ByReference {}

/// The marker of handlers that take `Plan`.
#[derive(Debug)]
pub enum ByValue {}

/// A function of a plan and a context.
pub trait Handler<'a, P, X, M> {
    /// What a call gives.
    type Future: Future;

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
    Fut: Future,
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
    Fut: Future,
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

/// Ends a handler that was called. The future's own type stands here: inside a future, the compiler
/// would not see that it is the one which can be sent.
async fn end<F: Future + Send, R>(
    called: Result<F, BoxError>,
    in_general: fn(F::Output) -> Result<R, BoxError>,
) -> Result<R, BoxError> {
    in_general(called?.await)
}

/// Calls the handlers of a tool.
pub trait Call<T: PreviewTool> {
    /// Calls an `apply` handler.
    fn __apply_by<'a, M, F>(
        &self,
        handler: F,
        plan: &'a T::Plan,
        copy: CopyPlan<T::Plan>,
        cx: &'a ResolveContext<'a, T::Extra>,
    ) -> impl Future<Output = Applied> + Send
    where
        F: ApplyHandler<'a, T::Plan, T::Extra, M>,
        F::Future: Future<Output: ApplyResult> + Send,
    {
        end(handler.call(plan, copy, cx), ApplyResult::into_applied)
    }

    /// Calls a `reject` handler.
    fn __reject_by<'a, M, F>(
        &self,
        handler: F,
        plan: &'a T::Plan,
        copy: CopyPlan<T::Plan>,
        cx: &'a ResolveContext<'a, T::Extra>,
    ) -> impl Future<Output = Rejected> + Send
    where
        F: RejectHandler<'a, T::Plan, T::Extra, M>,
        F::Future: Future<Output: RejectResult> + Send,
    {
        end(handler.call(plan, copy, cx), RejectResult::into_rejected)
    }

    /// Calls a `verify` handler.
    fn __verify_by<'a, F>(
        &self,
        handler: F,
        plan: &'a T::Plan,
        copy: CopyPlan<T::Plan>,
        cx: &'a ResolveContext<'a, T::Extra>,
    ) -> impl Future<Output = Verified> + Send
    where
        F: VerifyHandler<'a, T::Plan, T::Extra>,
        F::Future: Future<Output: VerifyResult> + Send,
    {
        end(handler.call(plan, copy, cx), VerifyResult::into_verified)
    }
}

impl<T: PreviewTool> Call<T> for &Of<T> {}

macro_rules! never_called {
    ($($visibility:tt)?) => {
        /// Never called.
        $($visibility)? fn __apply_by<H, V, C, D>(&self, _: H, _: V, _: C, _: D) -> Ready<Applied> {
            unreachable!()
        }

        /// Never called.
        $($visibility)? fn __reject_by<H, V, C, D>(&self, _: H, _: V, _: C, _: D) -> Ready<Rejected> {
            unreachable!()
        }

        /// Never called.
        $($visibility)? fn __verify_by<H, V, C, D>(&self, _: H, _: V, _: C, _: D) -> Ready<Verified> {
            unreachable!()
        }
    };
}

/// Where the plan is not known, nobody can tell whether a handler fits it.
impl<T: PreviewTool<Plan = Unknown>> Of<T> {
    never_called!(pub);
}

/// Nor where the `extra` is not known.
pub trait CallNothing {
    never_called!();
}

impl<T: PreviewTool<Extra = Unknown>> CallNothing for Of<T> {}
