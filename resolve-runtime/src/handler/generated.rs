//! Tools that the attribute generates. Of each there is a list of functions; everything else is code
//! that all tools with the same plan share.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::{
    AnyExtra, BoxFuture, Done, DoneEnd, ErasedPreview, ErasedTool, Handler, Job, Previewing,
    Registration, decode_extra,
};
use crate::__private::{Applied, Definition, GeneratedTool, Rejected, Verified};
use crate::arguments::{ArgumentError, Arguments};
use crate::context::{CallContext, ResolveContext};
use crate::definition::ToolDefinition;
use crate::error::BoxError;
use crate::preview::{Plan, Preview};
use crate::resolution::FreeForm;
use crate::schema::ExtraSchema;
use crate::state::StateRequirement;
use crate::tool::Extra;

/// A registered tool.
pub(crate) struct GeneratedCell {
    definition: fn() -> Definition,
    required_state: fn() -> Vec<StateRequirement>,
    extra_schema: fn() -> Option<ExtraSchema>,
    preview: for<'a> fn(&'a Arguments<'a>, &'a CallContext<'a>) -> Result<Previewing<'a>, BoxError>,
}

impl GeneratedCell {
    pub(crate) fn of<T: GeneratedTool>() -> Self {
        Self {
            definition: T::definition,
            required_state: T::required_state,
            extra_schema: crate::schema::of_extra::<T::Extra>,
            preview: T::preview,
        }
    }

    /// Not inlined, so that of a tool nothing but the list of its functions is left.
    #[inline(never)]
    pub(crate) fn register(self) -> Registration {
        Registration(Box::new(self))
    }
}

impl ErasedTool for GeneratedCell {
    fn definition(&self) -> Arc<ToolDefinition> {
        (self.definition)()
    }

    fn required_state(&self) -> Vec<StateRequirement> {
        (self.required_state)()
    }

    fn extra_schema(&self) -> Option<ExtraSchema> {
        (self.extra_schema)()
    }

    fn preview<'a>(
        &'a self,
        arguments: &'a Arguments<'a>,
        cx: &'a CallContext<'a>,
    ) -> Result<Previewing<'a>, BoxError> {
        (self.preview)(arguments, cx)
    }
}

/// What follows the previews of a tool.
pub struct Handlers<P, X> {
    verify: for<'a> fn(&'a P, &'a ResolveContext<'a, X>) -> Option<BoxFuture<'a, Verified>>,
    apply: for<'a> fn(&'a P, &'a ResolveContext<'a, X>) -> BoxFuture<'a, Applied>,
    reject: for<'a> fn(&'a P, &'a ResolveContext<'a, X>) -> Option<BoxFuture<'a, Rejected>>,
}

impl<P, X> Handlers<P, X> {
    pub(crate) fn of<T: GeneratedTool<Plan = P, Extra = X>>() -> Self {
        Self { verify: T::verify, apply: T::apply, reject: T::reject }
    }
}

impl<P, X> fmt::Debug for Handlers<P, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handlers")
    }
}

/// A plan and what may become of it.
pub(crate) struct GeneratedPlan<P, X> {
    handlers: Handlers<P, X>,
    plan: P,
}

/// A preview without its types.
pub(crate) fn erase<P: Plan, X: Extra>(
    preview: Preview<P>,
    handlers: Handlers<P, X>,
) -> ErasedPreview {
    preview.erase(|plan| Arc::new(GeneratedPlan { handlers, plan }))
}

/// The plan of a handler that [`erase`] made.
pub(crate) fn plan_of<P: Plan, X: Extra>(handler: Arc<dyn Handler>) -> Option<P> {
    let handler: Arc<GeneratedPlan<P, X>> = handler.into_any().downcast().ok()?;
    Some(Arc::into_inner(handler)?.plan)
}

impl<P: Plan, X: Extra> Handler for GeneratedPlan<P, X> {
    fn decode_extra(&self, extra: &FreeForm) -> Result<Option<AnyExtra>, ArgumentError> {
        decode_extra::<X>(extra).map(Some)
    }

    fn apply(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done> {
        Box::pin(async move {
            let cx = job.context();
            let verify = async {
                match (self.handlers.verify)(&self.plan, &cx) {
                    Some(verify) => verify.await,
                    None => Ok(()),
                }
            };
            let apply = || (self.handlers.apply)(&self.plan, &cx);
            let end = DoneEnd::of_apply(&job, verify, apply).await;
            Done { end, resolution: job.resolution }
        })
    }

    fn reject(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done> {
        Box::pin(async move {
            let rejected = match (self.handlers.reject)(&self.plan, &job.context()) {
                Some(reject) => reject.await,
                None => Ok(None),
            };
            Done { end: DoneEnd::of_reject(rejected), resolution: job.resolution }
        })
    }

    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}
