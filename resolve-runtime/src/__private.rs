//! What the code that `#[preview_tool]` generates calls. Nobody else should: it may change in any
//! release.
//!
//! As much as possible is generic code here instead of generated code there: generated code is
//! compiled once a tool, and read by whoever has to find out what went wrong.

mod argument;
mod call;
mod extra;
mod generated;
mod handlers;
mod of;
mod once;
mod output;
mod preview;
mod state;

use std::borrow::Cow;
use std::sync::Arc;

use ::schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::BoxError;

pub use self::argument::{
    Argument, Decoded, Field, FieldOf, Lent, LentArgument, Never, Nothing, Returns, WholeArguments,
    argument, lent_argument, lent_arguments, split, take, take_all, take_or, take_or_default,
};
pub use self::extra::{Carries, ExtraOf, extra};
pub use self::generated::{
    Applying, GeneratedTool, Rejecting, Requirements, Running, Started, Verifying, handlers, plan,
};
pub use self::handlers::{
    ApplyHandler, ApplyResult, ByReference, ByValue, Handler, HandlerResult, RejectHandler,
    RejectOutput, RejectResult, VerifyHandler, VerifyResult,
};
pub use self::of::Of;
pub use self::once::Once;
pub use self::output::output;
pub use self::preview::{Failure, PlanOf, Stages, Unknown, returns};
pub use self::state::{State, requirements, shared_state, state};
pub use crate::arguments::Shape;
pub use crate::handler::{BoxFuture, ErasedPreview, Handlers, Previewing, Registration};
pub use crate::{
    Arguments, CallContext, FreeForm, Parameter, ResolveContext, StateRequirement, ToolDefinition,
    ToolOutput, schemars, serde,
};
pub use resolve_macros::beside;

/// Traits whose methods and constants are found by name.
pub mod traits {
    pub use super::argument::{
        NoArgument as _, NoDecoding as _, TakeAllLent as _, TakeLent as _, TakeNothing as _,
    };
    pub use super::call::{Call as _, CallNothing as _};
    pub use super::extra::NoExtra as _;
    pub use super::of::{
        CopyByClone as _, CopyBySerde as _, VerifyByPlan as _, VerifyNothing as _,
    };
    pub use super::preview::{NoPreview as _, Previews as _, PreviewsNothing as _};
    pub use super::state::NoState as _;
}

/// The definition of a tool.
pub type Definition = Arc<ToolDefinition>;

/// The context of the handlers of a tool.
pub type ContextOf<'a, T> = ResolveContext<'a, <T as GeneratedTool>::Extra>;

/// How a verify handler ends.
pub type Verified = Result<(), BoxError>;

/// How an apply handler ends.
pub type Applied = Result<ToolOutput, BoxError>;

/// How a reject handler ends.
pub type Rejected = Result<Option<ToolOutput>, BoxError>;

/// Makes a handler a plan of its own, which it may consume: the stored one is still needed if the
/// handler fails.
pub type CopyPlan<P> = fn(&P) -> Result<P, BoxError>;

/// The arguments of a tool that takes none.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoArguments {}

impl JsonSchema for NoArguments {
    fn schema_name() -> Cow<'static, str> {
        "NoArguments".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        crate::schema::of_parameters(&[])
    }
}
