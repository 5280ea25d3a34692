//! Tools and pending actions with their types erased: what the session holds.

use std::any::Any;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::arguments::{ArgumentError, Arguments, decode_tree};
use crate::context::{CallContext, ResolveContext, ResolveRequest};
use crate::definition::ToolDefinition;
use crate::error::BoxError;
use crate::id::ActionId;
use crate::output::ToolOutput;
use crate::preview::{PreviewKind, Staged};
use crate::resolution::{FreeForm, Resolution};
use crate::schema::ExtraSchema;
use crate::session::Gate;
use crate::state::StateRequirement;
use crate::tool::PreviewTool;

pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A decoded `extra`.
pub(crate) type AnyExtra = Box<dyn Any + Send + Sync>;

/// What a handler is given to carry a decision out.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) id: ActionId,
    pub(crate) call_id: Arc<str>,
    pub(crate) tool: Arc<str>,
    pub(crate) label: Arc<str>,
    pub(crate) resolution: Resolution,
    pub(crate) extra: Option<AnyExtra>,
    pub(crate) abort: CancellationToken,
    pub(crate) gate: Gate,
}

impl Job {
    fn context<E: 'static>(&self) -> ResolveContext<'_, E> {
        ResolveContext {
            id: self.id,
            call_id: &self.call_id,
            tool: &self.tool,
            label: &self.label,
            resolution: &self.resolution,
            extra: self.extra.as_ref().and_then(|extra| extra.downcast_ref()),
            abort: &self.abort,
            surroundings: Some(self.gate.surroundings()),
        }
    }

    fn request(&self) -> ResolveRequest {
        ResolveRequest {
            id: self.id,
            resolution: self.resolution.clone(),
            abort: self.abort.clone(),
        }
    }
}

/// How a handler ended, with the resolution that it carried out.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) end: DoneEnd,
    pub(crate) resolution: Resolution,
}

#[derive(Debug)]
pub(crate) enum DoneEnd {
    Applied(ToolOutput),
    Failed(BoxError),
    Stale(BoxError),
    /// The apply was not allowed to begin.
    NotBegun,
    Discarded(Option<ToolOutput>),
    DiscardFailed(BoxError),
}

/// Carries decisions about one action out.
pub(crate) trait Handler: Send + Sync {
    /// Decodes an `extra` into the type that the handler wants, if it wants one.
    fn decode_extra(&self, extra: &FreeForm) -> Result<Option<AnyExtra>, ArgumentError>;

    /// Verifies, passes the gate, applies.
    fn apply(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done>;

    fn reject(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done>;
}

/// A tool whatever its types.
pub(crate) trait ErasedTool: Send + Sync {
    fn definition(&self) -> Arc<ToolDefinition>;
    fn required_state(&self) -> Vec<StateRequirement>;
    fn extra_schema(&self) -> Option<ExtraSchema>;
    fn preview<'a>(
        &'a self,
        arguments: &'a Arguments<'a>,
        cx: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<ErasedPreview, BoxError>>;
}

pub(crate) enum ErasedPreview {
    Stage(Staged<Arc<dyn Handler>>),
    Nothing(ToolOutput),
}

/// A registered tool.
pub(crate) struct ToolCell<T>(Arc<T>);

impl<T: PreviewTool> ToolCell<T> {
    pub(crate) fn new(tool: T) -> Self {
        Self(Arc::new(tool))
    }
}

impl<T: PreviewTool> ErasedTool for ToolCell<T> {
    fn definition(&self) -> Arc<ToolDefinition> {
        self.0.definition()
    }

    fn required_state(&self) -> Vec<StateRequirement> {
        self.0.required_state()
    }

    fn extra_schema(&self) -> Option<ExtraSchema> {
        crate::schema::of_extra::<T::Extra>()
    }

    fn preview<'a>(
        &'a self,
        arguments: &'a Arguments<'a>,
        cx: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<ErasedPreview, BoxError>> {
        Box::pin(async move {
            let preview = self.0.preview(arguments, cx).await?;
            Ok(match preview.kind {
                PreviewKind::Nothing(output) => ErasedPreview::Nothing(output),
                PreviewKind::Stage(Staged { plan, shown, title, summary, details }) => {
                    let plan: Arc<dyn Handler> =
                        Arc::new(StagedPlan { tool: Arc::clone(&self.0), plan });
                    ErasedPreview::Stage(Staged { plan, shown, title, summary, details })
                }
            })
        })
    }
}

/// A tool and one of its plans.
struct StagedPlan<T: PreviewTool> {
    tool: Arc<T>,
    plan: T::Plan,
}

impl<T: PreviewTool> Handler for StagedPlan<T> {
    fn decode_extra(&self, extra: &FreeForm) -> Result<Option<AnyExtra>, ArgumentError> {
        decode_extra::<T::Extra>(extra).map(Some)
    }

    fn apply(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done> {
        Box::pin(async move {
            let cx = job.context();
            let end = match self.tool.verify(&self.plan, &cx).await {
                Err(moved) => DoneEnd::Stale(moved),
                Ok(()) if !job.gate.begin_apply(&job.abort) => DoneEnd::NotBegun,
                Ok(()) => match self.tool.apply(&self.plan, &cx).await {
                    Ok(output) => DoneEnd::Applied(output),
                    Err(error) => DoneEnd::Failed(error),
                },
            };
            Done { end, resolution: job.resolution }
        })
    }

    fn reject(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done> {
        Box::pin(async move {
            let end = match self.tool.reject(&self.plan, &job.context()).await {
                Ok(output) => DoneEnd::Discarded(output),
                Err(error) => DoneEnd::DiscardFailed(error),
            };
            Done { end, resolution: job.resolution }
        })
    }
}

/// Decodes `extra` as `E`; the error's path starts at the arguments of `resolve`.
fn decode_extra<E>(extra: &FreeForm) -> Result<AnyExtra, ArgumentError>
where
    E: for<'de> Deserialize<'de> + Send + Sync + 'static,
{
    let value = Value::Object(extra.clone());
    Ok(Box::new(decode_tree::<E>(crate::RESOLVE, "extra", value)?))
}

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
    async fn verify_and_apply(&self, job: &Job) -> DoneEnd {
        if let Some(verify) = &self.verify
            && let Err(moved) = verify(job.request()).await
        {
            return DoneEnd::Stale(moved);
        }
        if !job.gate.begin_apply(&job.abort) {
            return DoneEnd::NotBegun;
        }
        match (self.apply)(job.request()).await {
            Ok(output) => DoneEnd::Applied(output),
            Err(error) => DoneEnd::Failed(error),
        }
    }
}

impl Handler for Closures {
    fn decode_extra(&self, _: &FreeForm) -> Result<Option<AnyExtra>, ArgumentError> {
        Ok(None)
    }

    fn apply(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done> {
        Box::pin(async move {
            let end = self.verify_and_apply(&job).await;
            Done { end, resolution: job.resolution }
        })
    }

    fn reject(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done> {
        Box::pin(async move {
            let rejected = match &self.reject {
                Some(reject) => reject(job.request()).await,
                None => Ok(None),
            };
            let end = match rejected {
                Ok(output) => DoneEnd::Discarded(output),
                Err(error) => DoneEnd::DiscardFailed(error),
            };
            Done { end, resolution: job.resolution }
        })
    }
}
