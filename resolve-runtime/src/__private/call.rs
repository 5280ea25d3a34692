//! Calls of the handlers of a tool.

use std::future::Ready;

use super::handlers::{
    ApplyHandler, ApplyResult, RejectHandler, RejectResult, VerifyHandler, VerifyResult,
};
use super::preview::Unknown;
use super::{Applied, CopyPlan, Of, Rejected, Verified};
use crate::context::ResolveContext;
use crate::error::BoxError;
use crate::tool::PreviewTool;

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
