//! Tools that implement the trait themselves.

use std::any::Any;
use std::sync::Arc;

use super::{
    AnyExtra, BoxFuture, Done, DoneEnd, ErasedTool, Handler, Job, Previewing, decode_extra,
};
use crate::arguments::{ArgumentError, Arguments};
use crate::context::CallContext;
use crate::definition::ToolDefinition;
use crate::error::BoxError;
use crate::resolution::FreeForm;
use crate::schema::ExtraSchema;
use crate::state::StateRequirement;
use crate::tool::PreviewTool;

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
    ) -> Result<Previewing<'a>, BoxError> {
        Ok(Previewing::Running(Box::pin(async move {
            let preview = self.0.preview(arguments, cx).await?;
            Ok(preview.erase(|plan| Arc::new(StagedPlan { tool: Arc::clone(&self.0), plan })))
        })))
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
            let verify = self.tool.verify(&self.plan, &cx);
            let end = DoneEnd::of_apply(&job, verify, || self.tool.apply(&self.plan, &cx)).await;
            Done { end, resolution: job.resolution }
        })
    }

    fn reject(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done> {
        Box::pin(async move {
            let rejected = self.tool.reject(&self.plan, &job.context()).await;
            let end = DoneEnd::of_reject(rejected);
            Done { end, resolution: job.resolution }
        })
    }

    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}
