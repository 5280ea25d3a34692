//! Why a plan is refused, whether it is built or read back.

use std::io;
use std::path::PathBuf;

use super::inspect::Found;
use super::path::{PathError, Shown};

/// Why a plan, or a change in it, was refused. Nothing on the disk was changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The root cannot be one.
    #[error("{} cannot be the root of a plan: {reason}", Shown(path))]
    Root {
        /// The root as it was given.
        path: PathBuf,
        /// What is wrong with it.
        reason: Box<str>,
    },
    /// The text of a path cannot be accepted.
    #[error(transparent)]
    Path(#[from] PathError),
    /// A symbolic link, or something that is not a regular file, is on the path.
    #[error(
        "{} cannot be changed: found {found}; give the path of a regular file",
        Shown(&**path)
    )]
    Unsupported {
        /// The path below the root.
        path: Box<str>,
        /// What is in the way, and where.
        found: Found,
    },
    /// A file to create is there already.
    #[error("{} already exists: read it and edit it instead", Shown(&**path))]
    Exists {
        /// The path below the root.
        path: Box<str>,
    },
    /// A file to read, edit or delete is not there.
    #[error(
        "{} does not exist: create it instead, or correct the path",
        Shown(&**path)
    )]
    Missing {
        /// The path below the root.
        path: Box<str>,
    },
    /// A file has a change in this plan already.
    #[error("{} is changed twice: merge the changes into one", Shown(&**path))]
    Duplicate {
        /// The path below the root.
        path: Box<str>,
    },
    /// A file is also to be a directory.
    #[error(
        "{} lies below {}, which the plan changes as a file",
        Shown(&**path),
        Shown(&**above)
    )]
    Nested {
        /// The path below the root.
        path: Box<str>,
        /// The path above it.
        above: Box<str>,
    },
    /// A mode with more than the permission bits.
    #[error(
        "{} cannot get the mode {mode:o}: at most 777 is accepted",
        Shown(&**path)
    )]
    Mode {
        /// The path below the root.
        path: Box<str>,
        /// The mode as it was given.
        mode: u32,
    },
    /// A stored plan holds a change that cannot be one.
    #[error("the stored change of {} is invalid: {reason}", Shown(&**path))]
    Stored {
        /// The path below the root.
        path: Box<str>,
        /// What is wrong with it.
        reason: Box<str>,
    },
    /// The file could not be looked at or read.
    #[error("{} cannot be read: {source}", Shown(&**path))]
    Io {
        /// The path below the root.
        path: Box<str>,
        /// The system's reason.
        source: io::Error,
    },
}
