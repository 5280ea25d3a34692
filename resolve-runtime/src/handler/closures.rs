//! Closures in the place of a tool.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::{AnyExtra, BoxFuture, Done, DoneEnd, Handler, Job};
use crate::arguments::ArgumentError;
use crate::context::ResolveRequest;
use crate::error::BoxError;
use crate::output::ToolOutput;
use crate::resolution::FreeForm;

type ApplyClosure =
    dyn Fn(ResolveRequest) -> BoxFuture<'static, Result<ToolOutput, BoxError>> + Send + Sync;
type RejectClosure = dyn Fn(ResolveRequest) -> BoxFuture<'static, Result<Option<ToolOutput>, BoxError>>
    + Send
    + Sync;
type VerifyClosure =
    dyn Fn(ResolveRequest) -> BoxFuture<'static, Result<(), BoxError>> + Send + Sync;

/// Closures in the place of a tool.
pub(crate) struct Closures {
    pub(crate) verify: Option<Box<VerifyClosure>>,
    pub(crate) apply: Box<ApplyClosure>,
    pub(crate) reject: Option<Box<RejectClosure>>,
}

impl fmt::Debug for Closures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Closures")
            .field("verify", &self.verify.is_some())
            .field("reject", &self.reject.is_some())
            .finish_non_exhaustive()
    }
}

impl Closures {
    async fn verify(&self, job: &Job) -> Result<(), BoxError> {
        match &self.verify {
            Some(verify) => verify(job.request()).await,
            None => Ok(()),
        }
    }
}

impl Handler for Closures {
    fn decode_extra(&self, _: &FreeForm) -> Result<Option<AnyExtra>, ArgumentError> {
        Ok(None)
    }

    fn apply(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done> {
        Box::pin(async move {
            let apply = || (self.apply)(job.request());
            let end = DoneEnd::of_apply(&job, self.verify(&job), apply).await;
            Done { end, resolution: job.resolution }
        })
    }

    fn reject(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done> {
        Box::pin(async move {
            let rejected = match &self.reject {
                Some(reject) => reject(job.request()).await,
                None => Ok(None),
            };
            Done { end: DoneEnd::of_reject(rejected), resolution: job.resolution }
        })
    }

    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}
