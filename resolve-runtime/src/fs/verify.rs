//! Whether the files are still those that the plan was computed from.

use std::fmt;
use std::fs;

use super::digest::Digest;
use super::inspect::{self, Found};
use super::path::Shown;
use super::plan::{FileChange, FilePlan};

/// Files that are not what the plan expects. Nothing was written.
///
/// The message says what was compared and claims no cause, as none can be known.
///
/// # Examples
///
/// ```
/// use resolve_runtime::fs::{FilePlan, Found};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// let mut changes = FilePlan::builder(folder.path())?;
/// changes.create("a.txt", "mine")?;
/// let (plan, _) = changes.build()?;
///
/// std::fs::write(folder.path().join("a.txt"), "somebody else's")?;
/// let stale = plan.verify_blocking().unwrap_err();
/// assert_eq!(&*stale.files()[0].path, "a.txt");
/// assert_eq!(stale.files()[0].expected, None);
/// assert!(matches!(stale.files()[0].found, Found::File(_)));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}. Nothing was written.", Differences(files))]
pub struct StaleError {
    files: Vec<StaleFile>,
}

/// One file that is not what the plan expects.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StaleFile {
    /// The path below the root.
    pub path: Box<str>,
    /// What the plan was computed from; `None`: the file was absent.
    pub expected: Option<Digest>,
    /// What is there instead.
    pub found: Found,
}

/// The list without the claim that nothing was written, for errors that cannot make it.
pub(super) struct Differences<'a>(pub(super) &'a [StaleFile]);

impl StaleError {
    pub(super) fn one(file: StaleFile) -> Self {
        Self { files: vec![file] }
    }

    /// All files that differ, in the order of the plan; never empty.
    #[must_use]
    pub fn files(&self) -> &[StaleFile] {
        &self.files
    }
}

impl FilePlan {
    /// Checks that every file of the plan still is what the plan was computed from. Only content
    /// counts: a new modification time alone is no difference.
    ///
    /// # Errors
    ///
    /// [`StaleError`] with *all* files that differ. A file that cannot be read is one of them.
    ///
    /// # Panics
    ///
    /// If it is called outside of a tokio runtime.
    ///
    /// # Cancellation safety
    ///
    /// It only reads, so nothing is lost when the future is dropped. The files are read on tokio's
    /// blocking threads, and that goes on to its end.
    pub async fn verify(&self) -> Result<(), StaleError> {
        let plan = self.clone();
        match tokio::task::spawn_blocking(move || plan.verify_blocking()).await {
            Ok(result) => result,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The runtime is shutting down and has not run the check.
                Err(error) => Err(self.unreadable(&error.to_string())),
            },
        }
    }

    /// As [`verify`](Self::verify), on this thread.
    ///
    /// # Errors
    ///
    /// [`StaleError`] with *all* files that differ. A file that cannot be read is one of them.
    pub fn verify_blocking(&self) -> Result<(), StaleError> {
        if self.is_empty() {
            return Ok(());
        }
        self.check_root().map_err(|reason| self.unreadable(&reason))?;
        let files: Vec<_> = self.files().iter().filter_map(|file| self.difference(file)).collect();
        if files.is_empty() { Ok(()) } else { Err(StaleError { files }) }
    }

    /// What a file is instead of what it has to be.
    pub(super) fn difference(&self, file: &FileChange) -> Option<StaleFile> {
        let found = inspect::found(self.root(), &file.path);
        let as_expected = match (file.before, &found) {
            (None, Found::Absent) => true,
            (Some(expected), Found::File(found)) => expected == *found,
            _ => false,
        };
        if as_expected {
            return None;
        }
        Some(StaleFile { path: file.path().into(), expected: file.before, found })
    }

    /// That the root still is the directory that was resolved, and not behind a link by now.
    pub(super) fn check_root(&self) -> Result<(), String> {
        let root = Shown(self.root());
        match fs::canonicalize(self.root()) {
            Ok(resolved) if resolved == self.root() => Ok(()),
            Ok(resolved) => Err(format!("the root {root} now leads to {}", Shown(resolved))),
            Err(error) => Err(format!("the root {root}: {error}")),
        }
    }

    fn unreadable(&self, reason: &str) -> StaleError {
        let stale = |file: &FileChange| StaleFile {
            path: file.path().into(),
            expected: file.before,
            found: Found::Unreadable(reason.to_owned()),
        };
        StaleError { files: self.files().iter().map(stale).collect() }
    }
}

impl fmt::Display for Differences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, file) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{file}")?;
        }
        Ok(())
    }
}

impl fmt::Display for StaleFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected ", Shown(&*self.path))?;
        match self.expected {
            Some(digest) => write!(f, "{digest}")?,
            None => f.write_str("absent")?,
        }
        write!(f, ", found {}", self.found)
    }
}
