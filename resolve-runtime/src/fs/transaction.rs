//! All files of a plan, or none: prepare everything beside the targets, then put it in place.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempPath;
use tokio_util::sync::CancellationToken;

use super::apply::{ApplyError, WriteOptions};
use super::path::{RelativePath, join};
use super::plan::{Content, FileChange, FilePlan};
use super::step::{Operation, StepError, Steps};
use super::temporary::{self, Permissions, directory};
use super::verify::StaleError;

/// An apply under way. Until [`finish`](Self::finish) it can be rolled back, and it is when it is
/// dropped by a panic; temporary files that it still holds are removed.
pub(super) struct Transaction<'a> {
    pub(super) plan: &'a FilePlan,
    sync: bool,
    pub(super) steps: Steps,
    /// Directories that were created, outermost first.
    pub(super) directories: Vec<PathBuf>,
    pub(super) files: Vec<Prepared<'a>>,
    /// How many of `files`, from the first, are in place.
    pub(super) placed: usize,
}

/// One change, ready to be put in place.
pub(super) struct Prepared<'a> {
    pub(super) change: &'a FileChange,
    pub(super) target: PathBuf,
    /// The new file beside the target, until it is in place.
    new: Option<TempPath>,
    /// The old file under a second name; `None` for a file that is created.
    pub(super) backup: Option<TempPath>,
}

impl<'a> Transaction<'a> {
    pub(super) fn new(plan: &'a FilePlan, options: &WriteOptions) -> Self {
        Self {
            plan,
            sync: options.sync,
            steps: Steps { hook: options.hook.clone() },
            directories: Vec::new(),
            files: Vec::with_capacity(plan.files().len()),
            placed: 0,
        }
    }

    /// Everything up to the point from which the plan is applied. On an error the caller rolls
    /// back. The token is not looked at any more once the first file is put in place.
    pub(super) fn run(&mut self, abort: &CancellationToken) -> Result<(), ApplyError> {
        for change in self.plan.files() {
            unless_cancelled(abort)?;
            let prepared = self.prepare(change)?;
            self.files.push(prepared);
        }
        unless_cancelled(abort)?;
        for index in 0..self.files.len() {
            self.place(index)?;
            self.placed = index + 1;
        }
        self.sync_directories()?;
        Ok(())
    }

    /// Removes the backups; returns those that could not be removed.
    pub(super) fn finish(mut self) -> Vec<PathBuf> {
        self.placed = 0;
        self.directories.clear();
        let mut leftovers = Vec::new();
        for file in &mut self.files {
            let Some(mut backup) = file.backup.take() else {
                continue;
            };
            backup.disable_cleanup(true);
            let removed =
                self.steps.run(Operation::RemoveBackup, &file.target, || fs::remove_file(&backup));
            if removed.is_err() {
                leftovers.push(backup.to_path_buf());
            }
        }
        leftovers
    }

    /// Flushes every directory whose entries the plan changes, if the host asked for it.
    pub(super) fn sync_directories(&self) -> Result<(), StepError> {
        if !self.sync {
            return Ok(());
        }
        let changed = self.files.iter().map(|file| &file.target).chain(&self.directories);
        let parents: BTreeSet<&Path> = changed.map(|path| directory(path)).collect();
        parents
            .into_iter()
            .try_for_each(|path| self.steps.run(Operation::SyncDirectory, path, || sync_dir(path)))
    }

    fn prepare(&mut self, change: &'a FileChange) -> Result<Prepared<'a>, StepError> {
        let target = change.path.below(self.plan.root());
        if change.before.is_none() {
            self.create_directories(&change.path)?;
        }
        let new = match &change.after {
            Some(content) => Some(self.write_new(change, &target, content)?),
            None => None,
        };
        let backup = match change.before {
            Some(before) => Some(temporary::back_up(&self.steps, &target, before, self.sync)?),
            None => None,
        };
        Ok(Prepared { change, target, new, backup })
    }

    fn create_directories(&mut self, path: &RelativePath) -> Result<(), StepError> {
        let directories = path.prefixes().filter(|prefix| *prefix != path.as_str());
        for relative in directories {
            let at = join(self.plan.root(), relative);
            if fs::symlink_metadata(&at).is_ok() {
                continue;
            }
            // One that appears meanwhile is an error: it might be a link.
            self.steps.run(Operation::CreateDirectory, &at, || fs::create_dir(&at))?;
            self.directories.push(at);
        }
        Ok(())
    }

    fn write_new(
        &self,
        change: &FileChange,
        target: &Path,
        content: &Content,
    ) -> Result<TempPath, StepError> {
        let old;
        let permissions = match (change.before, content.mode) {
            (Some(_), _) => {
                let look = || fs::symlink_metadata(target);
                old = self.steps.run(Operation::SetPermissions, target, look)?;
                Permissions::Like(&old)
            }
            (None, Some(mode)) => Permissions::Mode(mode),
            (None, None) => Permissions::Default,
        };
        temporary::write(&self.steps, target, &content.bytes, permissions, self.sync)
    }

    /// Compares a file for the last time and changes it with one operation of the file system.
    fn place(&mut self, index: usize) -> Result<(), ApplyError> {
        let Prepared { change, target, new, .. } = &mut self.files[index];
        let (plan, steps) = (self.plan, &self.steps);

        let difference = steps.run(Operation::Check, target, || Ok(plan.difference(change)))?;
        if let Some(stale) = difference {
            return Err(StaleError::one(stale).into());
        }
        let placed = match (new.take(), change.before) {
            (Some(new), Some(_)) => {
                steps.run(Operation::Replace, target, || Ok(new.persist(&target)?))
            }
            (Some(new), None) => {
                steps.run(Operation::Create, target, || Ok(new.persist_noclobber(&target)?))
            }
            (None, _) => steps.run(Operation::Delete, target, || fs::remove_file(&target)),
        };
        placed.map_err(|error| match (error.source.kind(), plan.difference(change)) {
            (io::ErrorKind::AlreadyExists, Some(stale)) => StaleError::one(stale).into(),
            _ => error.into(),
        })
    }
}

fn unless_cancelled(abort: &CancellationToken) -> Result<(), ApplyError> {
    if abort.is_cancelled() { Err(ApplyError::Aborted) } else { Ok(()) }
}

#[cfg(unix)]
fn sync_dir(path: &Path) -> io::Result<()> {
    fs::File::open(path)?.sync_all()
}

/// A directory cannot be opened for this here; its entries are the file system's own business.
#[cfg(not(unix))]
fn sync_dir(path: &Path) -> io::Result<()> {
    fs::symlink_metadata(path).map(drop)
}
