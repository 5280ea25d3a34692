//! Tools and pending actions with their types erased: what the session holds.

mod by_hand;
mod closures;
mod generated;

use std::any::Any;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

pub(crate) use self::by_hand::ToolCell;
pub(crate) use self::closures::Closures;
pub use self::generated::Handlers;
pub(crate) use self::generated::{GeneratedCell, erase, plan_of};
use crate::arguments::{ArgumentError, Arguments, decode_tree};
use crate::context::{CallContext, ResolveContext, ResolveRequest};
use crate::definition::ToolDefinition;
use crate::error::BoxError;
use crate::id::ActionId;
use crate::output::ToolOutput;
use crate::preview::Staged;
use crate::resolution::{FreeForm, Resolution};
use crate::schema::ExtraSchema;
use crate::session::Gate;
use crate::state::StateRequirement;

/// A future on the heap.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

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

impl DoneEnd {
    /// Verifies, passes the gate, applies: in this order for every action, whoever wrote its handlers.
    async fn of_apply<A: Future<Output = Result<ToolOutput, BoxError>>>(
        job: &Job,
        verify: impl Future<Output = Result<(), BoxError>>,
        apply: impl FnOnce() -> A,
    ) -> Self {
        if let Err(moved) = verify.await {
            return Self::Stale(moved);
        }
        if !job.gate.begin_apply(&job.abort) {
            return Self::NotBegun;
        }
        match apply().await {
            Ok(output) => Self::Applied(output),
            Err(error) => Self::Failed(error),
        }
    }

    fn of_reject(rejected: Result<Option<ToolOutput>, BoxError>) -> Self {
        match rejected {
            Ok(output) => Self::Discarded(output),
            Err(error) => Self::DiscardFailed(error),
        }
    }
}

/// Carries decisions about one action out.
pub(crate) trait Handler: Send + Sync + 'static {
    /// Decodes an `extra` into the type that the handler wants, if it wants one.
    fn decode_extra(&self, extra: &FreeForm) -> Result<Option<AnyExtra>, ArgumentError>;

    /// Verifies, passes the gate, applies.
    fn apply(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done>;

    fn reject(self: Arc<Self>, job: Job) -> BoxFuture<'static, Done>;

    /// The handler itself, to look what it is.
    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
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
    ) -> Result<Previewing<'a>, BoxError>;
}

/// A preview that has begun.
pub enum Previewing<'a> {
    /// And ended at once.
    Ended(ErasedPreview),
    /// And goes on.
    Running(BoxFuture<'a, Result<ErasedPreview, BoxError>>),
}

/// What a preview computed, whatever the type of its plan.
pub struct ErasedPreview(pub(crate) ErasedKind);

/// Small, because it is handed on through many hands.
pub(crate) enum ErasedKind {
    Stage(Box<Staged<Arc<dyn Handler>>>),
    Nothing(Arc<ToolOutput>),
}

impl fmt::Debug for Previewing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Previewing")
    }
}

impl fmt::Debug for ErasedPreview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ErasedPreview")
    }
}

/// A tool on its way into a session.
pub struct Registration(pub(crate) Box<dyn ErasedTool>);

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Registration")
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
