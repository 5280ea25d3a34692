//! What the code that `#[preview_tool]` generates calls. Nobody else should: it may change in any
//! release.
//!
//! As much as possible is generic code here instead of generated code there: generated code is
//! compiled once a tool, and read by whoever has to find out what went wrong.

mod handlers;
mod of;
mod once;

use std::borrow::Cow;
use std::sync::Arc;

use ::schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::BoxError;

pub use self::handlers::{
    ApplyHandler, ByReference, ByValue, RejectHandler, RejectOutput, VerifyHandler, apply, reject,
    verify,
};
pub use self::of::Of;
pub use self::once::Once;
pub use crate::{
    Arguments, CallContext, FreeForm, Parameter, Preview, PreviewResult, PreviewTool,
    ResolveContext, StateRequirement, ToolDefinition, ToolOutput, schemars, serde,
};

/// Traits whose methods are called by name.
pub mod traits {
    pub use super::of::{
        CopyByClone as _, CopyBySerde as _, VerifyByPlan as _, VerifyNothing as _,
    };
}

/// What is decoded for a parameter that is a reference.
pub type Owned<T> = <T as ToOwned>::Owned;

/// What a preview whose result is `R` stages.
pub type PlanOf<R> = <R as PreviewResult>::Plan;

/// The definition of a tool.
pub type Definition = Arc<ToolDefinition>;

/// How a preview ends.
pub type Previewed<P> = Result<Preview<P>, BoxError>;

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

/// The list of what a tool requires, without a trait that would have to be in scope.
#[must_use]
pub fn requirements<const N: usize>(list: [StateRequirement; N]) -> Vec<StateRequirement> {
    Vec::from(list)
}
