//! How an apply that failed in the middle is taken back.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::apply::ApplyError;
use super::digest::Digest;
use super::inspect::Found;
use super::path::Shown;
use super::plan::FilePlan;
use super::step::{Operation, StepError, Steps};
use super::transaction::{Prepared, Transaction};

/// A file or a directory that could not be put back.
#[derive(Debug)]
#[non_exhaustive]
pub struct NotRolledBack {
    /// Its absolute path.
    pub path: PathBuf,
    /// Where its old content is kept; `None` if there was none.
    pub backup: Option<PathBuf>,
    /// Why it could not be put back.
    pub reason: Box<str>,
}

impl Transaction<'_> {
    /// Takes everything back and returns the error for it: the cause alone if all is as it was,
    /// else one that lists what is not.
    pub(super) fn roll_back(mut self, cause: ApplyError) -> ApplyError {
        let left = self.take_back();
        if left.is_empty() {
            return cause;
        }
        ApplyError::PartiallyApplied { cause: Box::new(cause), left }
    }

    /// Takes everything back, newest first; returns what could not be. A second call does nothing.
    fn take_back(&mut self) -> Vec<NotRolledBack> {
        let mut left = Vec::new();
        let placed = std::mem::take(&mut self.placed);
        for file in self.files[..placed].iter_mut().rev() {
            left.extend(restore(&self.steps, self.plan, file));
        }
        // Best effort: what can be read is as it was, and the cause is what the caller has to know.
        let _ = if placed > 0 { self.sync_directories() } else { Ok(()) };
        // The temporary files go first: a directory that still holds one cannot be removed.
        self.files.clear();
        for path in std::mem::take(&mut self.directories).iter().rev() {
            left.extend(remove_directory(&self.steps, path));
        }
        left
    }
}

impl Drop for Transaction<'_> {
    /// After a panic in the middle the backups are the only copies: they must not go away unused.
    fn drop(&mut self) {
        let _ = self.take_back();
    }
}

/// Puts one file back. A file that somebody changed after it was put in place is left alone: to
/// overwrite it would lose their change.
fn restore(steps: &Steps, plan: &FilePlan, file: &mut Prepared<'_>) -> Option<NotRolledBack> {
    let found = plan.difference(file.change)?.found;
    let is_ours = match (file.change.after(), &found) {
        (Some(after), Found::File(digest)) => Digest::of(after) == *digest,
        (None, Found::Absent) => true,
        _ => false,
    };
    let mut backup = file.backup.take();
    let kept = backup.as_ref().map(|backup| backup.to_path_buf());
    if let Some(backup) = &mut backup {
        // It is the only copy by now, and must not go away with its handle.
        backup.disable_cleanup(true);
    }
    let target = &*file.target;
    let restored = match backup {
        _ if !is_ours => Err(format!("it was changed since: found {found}").into()),
        None => steps
            .run(Operation::RemoveCreated, target, || fs::remove_file(target))
            .map_err(|error| reason(&error)),
        Some(backup) => steps
            .run(Operation::Restore, target, || match file.change.after {
                Some(_) => Ok(backup.persist(target)?),
                None => Ok(backup.persist_noclobber(target)?),
            })
            .map_err(|error| reason(&error)),
    };
    let reason = restored.err()?;
    Some(NotRolledBack { path: file.target.clone(), backup: kept, reason })
}

fn remove_directory(steps: &Steps, path: &Path) -> Option<NotRolledBack> {
    let remove = || match fs::remove_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    };
    let error = steps.run(Operation::RemoveDirectory, path, remove).err()?;
    Some(NotRolledBack { path: path.into(), backup: None, reason: reason(&error) })
}

fn reason(error: &StepError) -> Box<str> {
    error.source.to_string().into()
}

impl fmt::Display for NotRolledBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", Shown(&self.path), self.reason)?;
        if let Some(backup) = &self.backup {
            write!(f, "; its old content is in {}", Shown(backup))?;
        }
        f.write_str(")")
    }
}
