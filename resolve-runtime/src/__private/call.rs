//! Calls of the handlers of a tool.

use super::handlers::{
    ApplyHandler, ApplyResult, RejectHandler, RejectResult, VerifyHandler, VerifyResult,
};
use super::preview::Unknown;
use super::{Applied, CopyPlan, Of, Rejected, Running, Verified};
use crate::context::ResolveContext;
use crate::error::BoxError;

/// Ends a handler that was called. The future's own type stands here: inside a future, the compiler
/// would not see that it is the one which can be sent.
async fn end<F: Future + Send, R>(
    called: Result<F, BoxError>,
    in_general: fn(F::Output) -> Result<R, BoxError>,
) -> Result<R, BoxError> {
    in_general(called?.await)
}

/// Calls handlers of a plan and an `extra`.
pub trait Call<P, X> {
    /// Calls an `apply` handler.
    fn __apply_by<'a, M, F, Fut>(
        &self,
        handler: F,
        plan: &'a P,
        copy: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> Running<'a, Applied>
    where
        F: ApplyHandler<'a, P, X, M, Future = Fut>,
        Fut: Future<Output: ApplyResult> + Send + 'a,
    {
        Box::pin(end(handler.call(plan, copy, cx), ApplyResult::into_applied))
    }

    /// Calls a `reject` handler.
    fn __reject_by<'a, M, F, Fut>(
        &self,
        handler: F,
        plan: &'a P,
        copy: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> Running<'a, Rejected>
    where
        F: RejectHandler<'a, P, X, M, Future = Fut>,
        Fut: Future<Output: RejectResult> + Send + 'a,
    {
        Box::pin(end(handler.call(plan, copy, cx), RejectResult::into_rejected))
    }

    /// Calls a `verify` handler.
    fn __verify_by<'a, F, Fut>(
        &self,
        handler: F,
        plan: &'a P,
        copy: CopyPlan<P>,
        cx: &'a ResolveContext<'a, X>,
    ) -> Running<'a, Verified>
    where
        F: VerifyHandler<'a, P, X, Future = Fut>,
        Fut: Future<Output: VerifyResult> + Send + 'a,
    {
        Box::pin(end(handler.call(plan, copy, cx), VerifyResult::into_verified))
    }
}

impl<P, X> Call<P, X> for &Of<(P, X)> {}

macro_rules! never_called {
    ($($visibility:tt)?) => {
        /// Never called.
        $($visibility)? fn __apply_by<H, V, C, D, O>(&self, _: H, _: V, _: C, _: D) -> O {
            unreachable!()
        }

        /// Never called.
        $($visibility)? fn __reject_by<H, V, C, D, O>(&self, _: H, _: V, _: C, _: D) -> O {
            unreachable!()
        }

        /// Never called.
        $($visibility)? fn __verify_by<H, V, C, D, O>(&self, _: H, _: V, _: C, _: D) -> O {
            unreachable!()
        }
    };
}

/// Where the plan is not known, nobody can tell whether a handler fits it.
impl<X> Of<(Unknown, X)> {
    never_called!(pub);
}

/// Nor where the `extra` is not known.
pub trait CallNothing {
    never_called!();
}

impl<P> CallNothing for Of<(P, Unknown)> {}
