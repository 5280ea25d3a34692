//! How a tool makes a plan.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::diff::{DiffLimits, FileVersions, ShownDiff};
use super::digest::Digest;
use super::inspect::{self, Found, Kind};
use super::path::{PathError, RelativePath};
use super::plan::{Content, FileChange, FilePlan};
use super::plan_error::PlanError;

/// Collects the changes of a [`FilePlan`]. It reads and never writes; its calls block on the disk.
///
/// Paths are relative to the root, or absolute and below it. A `..` component, a symbolic link
/// anywhere below the root and anything that is not a regular file are refused.
///
/// # Examples
///
/// ```
/// use resolve_runtime::fs::{FilePlan, PlanError};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("old.txt"), "text\n")?;
///
/// let mut changes = FilePlan::builder(folder.path())?;
/// let before = changes.read("old.txt")?;
/// changes.create("new.txt", before.clone())?.delete("old.txt", before)?;
/// assert!(matches!(changes.create("../new.txt", ""), Err(PlanError::Path(_))));
///
/// let (plan, shown) = changes.build()?;
/// assert_eq!(plan.files().len(), 2);
/// assert_eq!(shown.summary(), "2 files changed, 1 insertion, 1 deletion");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct FilePlanBuilder {
    /// As the caller knows it, for absolute paths that go through the same link.
    given: PathBuf,
    root: PathBuf,
    files: Vec<FileChange>,
    /// The old bytes of each file, for the diff alone.
    before: Vec<Option<Vec<u8>>>,
    limits: DiffLimits,
}

impl FilePlanBuilder {
    pub(super) fn new(given: &Path) -> Result<Self, PlanError> {
        let refuse = |reason: String| PlanError::Root { path: given.into(), reason: reason.into() };
        let root = fs::canonicalize(given).map_err(|error| refuse(error.to_string()))?;
        if !root.is_dir() {
            return Err(refuse("it is not a directory".into()));
        }
        let limits = DiffLimits::default();
        Ok(Self { given: given.into(), root, files: Vec::new(), before: Vec::new(), limits })
    }

    /// How much of the diff is shown.
    pub fn diff_limits(&mut self, limits: DiffLimits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Reads a file under the rules of the plan: never through a link.
    ///
    /// # Errors
    ///
    /// [`PlanError`] if the path is refused or the file cannot be read.
    pub fn read(&self, path: impl AsRef<Path>) -> Result<Vec<u8>, PlanError> {
        let path = self.relative(path.as_ref())?;
        let looked_at = match self.kind(&path)? {
            Kind::File(metadata) => metadata,
            Kind::Absent => {
                return Err(PlanError::Missing { path: path.as_str().into() });
            }
            Kind::Other(found) => return Err(unsupported(&path, found)),
        };
        let mut bytes = Vec::new();
        inspect::open(&path.below(&self.root), &looked_at)
            .and_then(|mut file| file.read_to_end(&mut bytes))
            .map_err(|source| PlanError::Io { path: path.as_str().into(), source })?;
        Ok(bytes)
    }

    /// Adds a new file, with the mode that the system gives by default. Missing directories are
    /// created with it.
    ///
    /// # Errors
    ///
    /// [`PlanError`] if the path is refused, in the plan already, or taken.
    pub fn create(
        &mut self,
        path: impl AsRef<Path>,
        bytes: impl Into<Vec<u8>>,
    ) -> Result<&mut Self, PlanError> {
        self.add_new(path.as_ref(), Content { bytes: bytes.into(), mode: None })
    }

    /// Adds a new file with exactly these permission bits, such as `0o755` for a script. They are
    /// ignored on a system that has none.
    ///
    /// # Errors
    ///
    /// As [`create`](Self::create), and [`PlanError::Mode`] if `mode` exceeds `0o777`.
    pub fn create_with_mode(
        &mut self,
        path: impl AsRef<Path>,
        bytes: impl Into<Vec<u8>>,
        mode: u32,
    ) -> Result<&mut Self, PlanError> {
        self.add_new(path.as_ref(), Content { bytes: bytes.into(), mode: Some(mode) })
    }

    /// Adds a change of a file whose content was read as `before`, the raw bytes. Equal bytes add
    /// nothing. The file keeps its mode.
    ///
    /// # Errors
    ///
    /// [`PlanError`] if the path is refused, in the plan already, or not there.
    pub fn edit(
        &mut self,
        path: impl AsRef<Path>,
        before: impl Into<Vec<u8>>,
        after: impl Into<Vec<u8>>,
    ) -> Result<&mut Self, PlanError> {
        let content = Content { bytes: after.into(), mode: None };
        self.add_existing(path.as_ref(), before.into(), Some(content))
    }

    /// Adds the removal of a file whose content was read as `before`, the raw bytes. Its directory
    /// stays, even if that leaves it empty.
    ///
    /// # Errors
    ///
    /// [`PlanError`] if the path is refused, in the plan already, or not there.
    pub fn delete(
        &mut self,
        path: impl AsRef<Path>,
        before: impl Into<Vec<u8>>,
    ) -> Result<&mut Self, PlanError> {
        self.add_existing(path.as_ref(), before.into(), None)
    }

    /// The plan, and the diff to show for it, computed from the very bytes that it writes.
    ///
    /// # Errors
    ///
    /// [`PlanError::Nested`] if one of the paths lies below another one.
    pub fn build(self) -> Result<(FilePlan, ShownDiff), PlanError> {
        let versions = self.files.iter().zip(&self.before).map(|(file, before)| FileVersions {
            path: file.path(),
            before: before.as_deref(),
            after: file.after(),
            mode: file.mode(),
        });
        let shown = ShownDiff::of(versions, self.limits);
        Ok((FilePlan::new(self.root, self.files)?, shown))
    }

    fn add_new(&mut self, path: &Path, content: Content) -> Result<&mut Self, PlanError> {
        let path = self.unused(path)?;
        if let Some(mode) = content.mode.filter(|mode| *mode > 0o777) {
            return Err(PlanError::Mode { path: path.as_str().into(), mode });
        }
        match self.kind(&path)? {
            Kind::Absent => {}
            Kind::File(_) => {
                return Err(PlanError::Exists { path: path.as_str().into() });
            }
            Kind::Other(found) => return Err(unsupported(&path, found)),
        }
        self.files.push(FileChange { path, before: None, after: Some(content) });
        self.before.push(None);
        Ok(self)
    }

    fn add_existing(
        &mut self,
        path: &Path,
        before: Vec<u8>,
        after: Option<Content>,
    ) -> Result<&mut Self, PlanError> {
        let path = self.unused(path)?;
        match self.kind(&path)? {
            Kind::File(_) => {}
            Kind::Absent => {
                return Err(PlanError::Missing { path: path.as_str().into() });
            }
            Kind::Other(found) => return Err(unsupported(&path, found)),
        }
        if after.as_ref().is_some_and(|content| content.bytes == before) {
            return Ok(self);
        }
        self.files.push(FileChange { path, before: Some(Digest::of(&before)), after });
        self.before.push(Some(before));
        Ok(self)
    }

    fn unused(&self, path: &Path) -> Result<RelativePath, PlanError> {
        let path = self.relative(path)?;
        if self.files.iter().any(|file| file.path == path) {
            return Err(PlanError::Duplicate { path: path.as_str().into() });
        }
        Ok(path)
    }

    fn relative(&self, path: &Path) -> Result<RelativePath, PathError> {
        let below = path.strip_prefix(&self.root).or_else(|_| path.strip_prefix(&self.given));
        RelativePath::new(below.unwrap_or(path), &self.root)
    }

    fn kind(&self, path: &RelativePath) -> Result<Kind, PlanError> {
        inspect::kind(&self.root, path)
            .map_err(|source| PlanError::Io { path: path.as_str().into(), source })
    }
}

fn unsupported(path: &RelativePath, found: Found) -> PlanError {
    PlanError::Unsupported { path: path.as_str().into(), found }
}
