//! The plan itself: what each file must be before, and what it is after.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::builder::FilePlanBuilder;
use super::digest::Digest;
use super::path::{RelativePath, Shown};
use super::plan_error::PlanError;
use super::stored::StoredPlan;

/// A change of files below one root, computed and not yet made.
///
/// For every file the plan holds the digest that it must have before (or that it must be absent)
/// and the very bytes that it has after (or that it is deleted). It is made by a [builder], shown
/// as the [`ShownDiff`] that the builder returns with it, stored as JSON, [verified] and [applied].
///
/// A plan that is read back is checked like one that is built: no path in it leaves the root. The
/// root itself is part of the plan; a host that reads plans from a place it does not trust compares
/// [`root`] with the one that it expects.
///
/// A clone is cheap: it shares the bytes.
///
/// [builder]: FilePlan::builder
/// [verified]: FilePlan::verify
/// [applied]: FilePlan::apply
/// [`root`]: FilePlan::root
/// [`ShownDiff`]: super::ShownDiff
///
/// # Examples
///
/// ```
/// use resolve_runtime::fs::FilePlan;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// let mut changes = FilePlan::builder(folder.path())?;
/// changes.create("notes.txt", "milk\n")?;
/// let (plan, shown) = changes.build()?;
/// assert!(shown.text().contains("+milk"));
///
/// // Stored, and loaded later.
/// let stored = serde_json::to_string(&plan)?;
/// assert_eq!(serde_json::from_str::<FilePlan>(&stored)?, plan);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredPlan", into = "StoredPlan")]
pub struct FilePlan {
    inner: Arc<Inner>,
}

#[derive(Debug, PartialEq, Eq)]
struct Inner {
    root: PathBuf,
    files: Vec<FileChange>,
}

/// The change of one file.
///
/// # Examples
///
/// ```
/// use resolve_runtime::fs::{Digest, FilePlan};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.txt"), "1")?;
/// let mut changes = FilePlan::builder(folder.path())?;
/// changes.edit("a.txt", "1", "2")?;
/// let (plan, _) = changes.build()?;
///
/// let change = &plan.files()[0];
/// assert_eq!(change.to_string(), "edit `a.txt`");
/// assert_eq!(change.before(), Some(Digest::of(b"1")));
/// assert_eq!(change.after(), Some(&b"2"[..]));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct FileChange {
    pub(super) path: RelativePath,
    pub(super) before: Option<Digest>,
    pub(super) after: Option<Content>,
}

/// What a file is after the change.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) bytes: Vec<u8>,
    /// Only for a new file; one that exists keeps the mode that it has.
    pub(super) mode: Option<u32>,
}

impl FilePlan {
    /// Starts a plan for files below `root`, a directory. The root may be given through a link; it
    /// is resolved once, here.
    ///
    /// # Errors
    ///
    /// [`PlanError::Root`] if there is no such directory.
    pub fn builder(root: impl AsRef<Path>) -> Result<FilePlanBuilder, PlanError> {
        FilePlanBuilder::new(root.as_ref())
    }

    /// Checks what no single file can tell: that the root is one, and that the paths are distinct.
    pub(super) fn new(root: PathBuf, files: Vec<FileChange>) -> Result<Self, PlanError> {
        if !root.is_absolute() || root.to_str().is_none() {
            return Err(PlanError::Root {
                path: root,
                reason: "expected an absolute path in UTF-8".into(),
            });
        }
        check_distinct(&files)?;
        Ok(Self { inner: Arc::new(Inner { root, files }) })
    }

    /// The directory that all paths are relative to: absolute and without links when it was built.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.inner.root
    }

    /// The changes, in the order in which they are made.
    #[must_use]
    pub fn files(&self) -> &[FileChange] {
        &self.inner.files
    }

    /// Whether there is nothing to do. Such a plan is not worth staging.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inner.files.is_empty()
    }
}

impl FileChange {
    /// The path below the root, with `/` between its components on every system.
    #[must_use]
    pub fn path(&self) -> &str {
        self.path.as_str()
    }

    /// What the file must be for the change to be made; `None`: absent.
    #[must_use]
    pub fn before(&self) -> Option<Digest> {
        self.before
    }

    /// The bytes that the file has afterwards; `None`: it is deleted.
    #[must_use]
    pub fn after(&self) -> Option<&[u8]> {
        self.after.as_ref().map(|content| &*content.bytes)
    }

    /// The permission bits of a new file; `None`: those that the system gives by default. A file
    /// that exists keeps its own.
    #[must_use]
    pub fn mode(&self) -> Option<u32> {
        self.after.as_ref().and_then(|content| content.mode)
    }
}

/// Without the bytes, which may be megabytes.
impl fmt::Debug for FileChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileChange")
            .field("path", &self.path())
            .field("before", &self.before)
            .field("after", &self.after().map(Digest::of))
            .field("after_bytes", &self.after().map(<[u8]>::len))
            .field("mode", &self.mode())
            .finish()
    }
}

/// No path twice, and none below another one: a file cannot also be a directory.
fn check_distinct(files: &[FileChange]) -> Result<(), PlanError> {
    let mut seen = BTreeSet::new();
    for file in files {
        if !seen.insert(file.path()) {
            return Err(PlanError::Duplicate { path: file.path().into() });
        }
    }
    for file in files {
        if let Some(above) = file.path.prefixes().find(|p| *p != file.path() && seen.contains(p)) {
            return Err(PlanError::Nested { path: file.path().into(), above: above.into() });
        }
    }
    Ok(())
}

impl fmt::Display for FileChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = match (&self.before, &self.after) {
            (None, _) => "create",
            (Some(_), Some(_)) => "edit",
            (Some(_), None) => "delete",
        };
        write!(f, "{verb} {}", Shown(self.path()))
    }
}
