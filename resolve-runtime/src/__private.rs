//! What the code that `#[preview_tool]` generates calls. Nobody else should: it may change in any
//! release.
//!
//! As much as possible is generic code here instead of generated code there: generated code is
//! compiled once a tool, and read by whoever has to find out what went wrong.

mod handlers;
mod of;
mod once;

use crate::{BoxError, Preview};

pub use self::handlers::{
    ApplyHandler, ByReference, ByValue, RejectHandler, RejectOutput, VerifyHandler, apply, reject,
    verify,
};
pub use self::of::{CopyByClone, CopyBySerde, Of, VerifyByPlan, VerifyNothing};
pub use self::once::Once;
pub use crate::ToolOutput;

/// What is decoded for a parameter that is a reference.
pub type Owned<T> = <T as ToOwned>::Owned;

/// How handlers end.
pub type Outcome<T> = Result<T, BoxError>;

/// How a preview ends.
pub type PreviewOutcome<P> = Result<Preview<P>, BoxError>;

/// What a reject handler hands back.
pub type Rejected = Option<ToolOutput>;

/// Makes a handler a plan of its own, which it may consume: the stored one is still needed if the
/// handler fails.
pub type CopyPlan<P> = fn(&P) -> Result<P, BoxError>;
