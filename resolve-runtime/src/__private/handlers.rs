//! The functions that authors name as handlers, in the shapes that they may have.
//!
//! A function is a handler by reference or by value. Which it is, the marker `M` tells: it is
//! inferred, since a function can only be one of them.

use super::{CopyPlan, Rejected};
use crate::context::ResolveContext;
use crate::error::BoxError;
use crate::output::ToolOutput;

/// The marker of handlers that take `&Plan`.
#[derive(Debug)]
pub enum ByReference {}

/// The marker of handlers that take `Plan`.
#[derive(Debug)]
pub enum ByValue {}

/// A function that `apply = ..` can name.
#[diagnostic::on_unimplemented(
    message = "this function cannot be an `apply` handler of a plan `{P}`",
    label = "not an `apply` handler",
    note = "expected `async fn apply(plan: {P}, cx: &ResolveContext<'_, {X}>) -> \
            Result<ToolOutput, BoxError>`; `plan: &{P}` and other errors do as well",
    note = "it has to be an `async fn` whose future is `Send`; `<'_, {X}>` may be `<'_>` where the \
            tool has no `extra`"
)]
pub trait ApplyHandler<'a, P, X, M> {
    /// Calls the function.
    fn call(
        self,
        plan: &'a P,
        copy: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> impl Future<Output = Result<ToolOutput, BoxError>> + Send;
}

impl<'a, P, X, F, Fut, O, E> ApplyHandler<'a, P, X, ByReference> for F
where
    P: 'a,
    X: 'a,
    F: FnOnce(&'a P, &'a ResolveContext<'a, X>) -> Fut,
    Fut: Future<Output = Result<O, E>> + Send,
    O: Into<ToolOutput>,
    E: Into<BoxError>,
{
    fn call(
        self,
        plan: &'a P,
        _: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> impl Future<Output = Result<ToolOutput, BoxError>> + Send {
        let applied = self(plan, cx);
        async move { applied.await.map(Into::into).map_err(Into::into) }
    }
}

impl<'a, P, X, F, Fut, O, E> ApplyHandler<'a, P, X, ByValue> for F
where
    P: 'a,
    X: 'a,
    F: FnOnce(P, &'a ResolveContext<'a, X>) -> Fut,
    Fut: Future<Output = Result<O, E>> + Send,
    O: Into<ToolOutput>,
    E: Into<BoxError>,
{
    fn call(
        self,
        plan: &'a P,
        copy: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> impl Future<Output = Result<ToolOutput, BoxError>> + Send {
        let applied = copy(plan).map(|plan| self(plan, cx));
        async move { applied?.await.map(Into::into).map_err(Into::into) }
    }
}

/// Calls an `apply` handler.
pub fn apply<'a, P, X, M, F: ApplyHandler<'a, P, X, M>>(
    handler: F,
    plan: &'a P,
    copy: CopyPlan<P>,
    cx: &'a ResolveContext<'a, X>,
) -> impl Future<Output = Result<ToolOutput, BoxError>> + Send {
    handler.call(plan, copy, cx)
}

/// What a `reject` handler may return.
#[diagnostic::on_unimplemented(
    message = "a `reject` handler cannot return `{Self}`",
    note = "expected `Result<Option<ToolOutput>, BoxError>`; `Ok(None)` leaves the wording to the \
            session"
)]
pub trait RejectOutput {
    /// The output, if there is one.
    fn into_rejected(self) -> Rejected;
}

impl RejectOutput for () {
    fn into_rejected(self) -> Rejected {
        None
    }
}

impl RejectOutput for ToolOutput {
    fn into_rejected(self) -> Rejected {
        Some(self)
    }
}

impl<O: Into<ToolOutput>> RejectOutput for Option<O> {
    fn into_rejected(self) -> Rejected {
        self.map(Into::into)
    }
}

/// A function that `reject = ..` can name.
#[diagnostic::on_unimplemented(
    message = "this function cannot be a `reject` handler of a plan `{P}`",
    label = "not a `reject` handler",
    note = "expected `async fn reject(plan: {P}, cx: &ResolveContext<'_, {X}>) -> \
            Result<Option<ToolOutput>, BoxError>`; `plan: &{P}` and other errors do as well",
    note = "it has to be an `async fn` whose future is `Send`; `<'_, {X}>` may be `<'_>` where the \
            tool has no `extra`"
)]
pub trait RejectHandler<'a, P, X, M> {
    /// Calls the function.
    fn call(
        self,
        plan: &'a P,
        copy: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> impl Future<Output = Result<Rejected, BoxError>> + Send;
}

impl<'a, P, X, F, Fut, O, E> RejectHandler<'a, P, X, ByReference> for F
where
    P: 'a,
    X: 'a,
    F: FnOnce(&'a P, &'a ResolveContext<'a, X>) -> Fut,
    Fut: Future<Output = Result<O, E>> + Send,
    O: RejectOutput,
    E: Into<BoxError>,
{
    fn call(
        self,
        plan: &'a P,
        _: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> impl Future<Output = Result<Rejected, BoxError>> + Send {
        let rejected = self(plan, cx);
        async move { rejected.await.map(O::into_rejected).map_err(Into::into) }
    }
}

impl<'a, P, X, F, Fut, O, E> RejectHandler<'a, P, X, ByValue> for F
where
    P: 'a,
    X: 'a,
    F: FnOnce(P, &'a ResolveContext<'a, X>) -> Fut,
    Fut: Future<Output = Result<O, E>> + Send,
    O: RejectOutput,
    E: Into<BoxError>,
{
    fn call(
        self,
        plan: &'a P,
        copy: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> impl Future<Output = Result<Rejected, BoxError>> + Send {
        let rejected = copy(plan).map(|plan| self(plan, cx));
        async move { rejected?.await.map(O::into_rejected).map_err(Into::into) }
    }
}

/// Calls a `reject` handler.
pub fn reject<'a, P, X, M, F: RejectHandler<'a, P, X, M>>(
    handler: F,
    plan: &'a P,
    copy: CopyPlan<P>,
    cx: &'a ResolveContext<'a, X>,
) -> impl Future<Output = Result<Rejected, BoxError>> + Send {
    handler.call(plan, copy, cx)
}

/// A function that `verify = ..` can name.
#[diagnostic::on_unimplemented(
    message = "this function cannot be a `verify` handler of a plan `{P}`",
    label = "not a `verify` handler",
    note = "expected `async fn verify(plan: &{P}, cx: &ResolveContext<'_, {X}>) -> \
            Result<(), BoxError>`; other errors do as well",
    note = "it has to be an `async fn` whose future is `Send`; `<'_, {X}>` may be `<'_>` where the \
            tool has no `extra`"
)]
pub trait VerifyHandler<'a, P, X, M> {
    /// Calls the function.
    fn call(
        self,
        plan: &'a P,
        cx: &'a ResolveContext<'a, X>,
    ) -> impl Future<Output = Result<(), BoxError>> + Send;
}

impl<'a, P, X, F, Fut, E> VerifyHandler<'a, P, X, ByReference> for F
where
    P: 'a,
    X: 'a,
    F: FnOnce(&'a P, &'a ResolveContext<'a, X>) -> Fut,
    Fut: Future<Output = Result<(), E>> + Send,
    E: Into<BoxError>,
{
    fn call(
        self,
        plan: &'a P,
        cx: &'a ResolveContext<'a, X>,
    ) -> impl Future<Output = Result<(), BoxError>> + Send {
        let verified = self(plan, cx);
        async move { verified.await.map_err(Into::into) }
    }
}

/// Calls a `verify` handler.
pub fn verify<'a, P, X, M, F: VerifyHandler<'a, P, X, M>>(
    handler: F,
    plan: &'a P,
    cx: &'a ResolveContext<'a, X>,
) -> impl Future<Output = Result<(), BoxError>> + Send {
    handler.call(plan, cx)
}
