//! The single operations that an apply is made of. Every one of them goes through [`Steps::run`],
//! so that an error can say what was being done, and a test can make any of them fail.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::path::Shown;

/// One kind of operation of an apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// Create a directory that a new file needs.
    CreateDirectory,
    /// Create the temporary file beside the target.
    CreateTemporary,
    /// Write the new content into the temporary file.
    Write,
    /// Give the temporary file the owner and the mode of the target.
    SetPermissions,
    /// Flush the temporary file to the disk.
    SyncFile,
    /// Link the old file under a second name.
    LinkBackup,
    /// Copy the old file, where it cannot be linked.
    CopyBackup,
    /// Compare the target with the plan for the last time.
    Check,
    /// Rename the temporary file to a name that is free.
    Create,
    /// Rename the temporary file over the target.
    Replace,
    /// Delete the target.
    Delete,
    /// Flush a directory to the disk.
    SyncDirectory,
    /// Delete a backup that is not needed any more.
    RemoveBackup,
    /// Roll back: rename the backup over the new file, or to the free name.
    Restore,
    /// Roll back: delete a file that was created.
    RemoveCreated,
    /// Roll back: delete a directory that was created.
    RemoveDirectory,
}

/// An operation that failed.
#[derive(Debug, thiserror::Error)]
#[error("could not {operation} {}: {source}", Shown(path))]
#[non_exhaustive]
pub struct StepError {
    /// What was being done.
    pub operation: Operation,
    /// The target that it was done for, absolute.
    pub path: PathBuf,
    /// The system's reason.
    pub source: io::Error,
}

/// Called before each operation; an error fails the operation without doing it.
pub(super) type Hook = dyn Fn(Operation, &Path) -> io::Result<()> + Send + Sync;

/// Runs the operations.
#[derive(Clone)]
pub(super) struct Steps {
    pub(super) hook: Option<Arc<Hook>>,
}

impl Steps {
    /// Does one operation for the target at `path`.
    pub(super) fn run<T>(
        &self,
        operation: Operation,
        path: &Path,
        operate: impl FnOnce() -> io::Result<T>,
    ) -> Result<T, StepError> {
        let allowed = self.hook.as_ref().map_or(Ok(()), |hook| hook(operation, path));
        allowed.and_then(|()| operate()).map_err(|source| StepError {
            operation,
            path: path.to_path_buf(),
            source,
        })
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CreateDirectory => "create the directory",
            Self::CreateTemporary => "create a temporary file beside",
            Self::Write => "write the new content of",
            Self::SetPermissions => "set the owner and the mode for",
            Self::SyncFile => "flush the new content of",
            Self::LinkBackup => "link a backup of",
            Self::CopyBackup => "copy a backup of",
            Self::Check => "check",
            Self::Create => "create",
            Self::Replace => "replace",
            Self::Delete => "delete",
            Self::SyncDirectory => "flush the directory",
            Self::RemoveBackup => "remove the backup of",
            Self::Restore => "restore",
            Self::RemoveCreated => "remove the new file",
            Self::RemoveDirectory => "remove the new directory",
        })
    }
}
