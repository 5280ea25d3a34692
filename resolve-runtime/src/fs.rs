//! Safe file changes: a ready-made plan for tools that edit files.
//!
//! A preview tool reads files, computes their new content and stages a [`FilePlan`] together with
//! the [`ShownDiff`] of it. Later the plan is verified and applied as a whole: every file is what
//! it was at preview, to the byte, and then all of them are written, or none is. The chapter
//! [`guide::files`](crate::guide::files) has a tool in full.
//!
//! # Examples
//!
//! ```
//! use resolve_runtime::CancellationToken;
//! use resolve_runtime::fs::{FilePlan, WriteOptions, splice};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let directory = tempfile::tempdir()?;
//! # let root = directory.path();
//! std::fs::write(root.join("notes.txt"), "one\r\ntwo\r\n")?;
//!
//! // The preview: nothing is written.
//! let mut changes = FilePlan::builder(root)?;
//! let before = changes.read("notes.txt")?;
//! let after = splice(&before, [(5..8, "2")])?;
//! changes.edit("notes.txt", before, after)?.create("new/empty.txt", "")?;
//! let (plan, shown) = changes.build()?;
//! assert_eq!(shown.summary(), "2 files changed, 1 insertion, 1 deletion");
//!
//! // The apply; `apply` and `verify` are the same for async code.
//! plan.verify_blocking()?;
//! let applied = plan.apply_blocking(&WriteOptions::new(), &CancellationToken::new())?;
//! assert_eq!(applied.files, 2);
//! assert_eq!(std::fs::read(root.join("notes.txt"))?, b"one\r\n2\r\n");
//! # Ok(())
//! # }
//! ```

mod apply;
mod builder;
mod diff;
mod digest;
mod handler;
mod inspect;
mod path;
mod plan;
mod plan_error;
mod rollback;
mod splice;
mod step;
mod stored;
mod temporary;
mod transaction;
mod verify;

pub use apply::{Applied, ApplyError, WriteOptions};
pub use builder::FilePlanBuilder;
pub use diff::{DiffLimits, ShownDiff};
pub use digest::{Digest, ParseDigestError};
pub use handler::apply_plan;
pub use inspect::Found;
pub use path::PathError;
pub use plan::{FileChange, FilePlan};
pub use plan_error::PlanError;
pub use rollback::NotRolledBack;
pub use splice::{SpliceError, splice};
pub use step::{Operation, StepError};
pub use verify::{StaleError, StaleFile};
