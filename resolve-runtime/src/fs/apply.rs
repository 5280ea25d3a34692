//! How a plan is applied.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use super::plan::FilePlan;
use super::rollback::NotRolledBack;
use super::step::{Hook, Operation, StepError};
use super::transaction::Transaction;
use super::verify::{Differences, StaleError};

/// Applies of one process run one after the other, so that none of them sees another one's files
/// half-way: a retry waits for the attempt that nobody awaits any more.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// How files are written.
///
/// # Examples
///
/// ```
/// use resolve_runtime::Session;
/// use resolve_runtime::fs::WriteOptions;
///
/// // For all tools whose apply is `apply_plan`.
/// let session = Session::builder().state(WriteOptions::new().sync(true)).build()?;
/// # Ok::<(), resolve_runtime::BuildError>(())
/// ```
#[derive(Clone, Default)]
pub struct WriteOptions {
    pub(super) sync: bool,
    pub(super) hook: Option<Arc<Hook>>,
}

/// A plan that was applied: every file is as it was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// How many files were created, changed and deleted.
    pub files: usize,
    /// Backups that could not be removed. They hold old content and can be deleted.
    pub leftovers: Vec<PathBuf>,
}

/// Why a plan was not applied. All variants but [`PartiallyApplied`](Self::PartiallyApplied) mean
/// that every file is as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// Files are not what the plan was computed from. A new preview is needed.
    #[error(transparent)]
    Stale(#[from] StaleError),
    /// The token was cancelled before the first file was put in place.
    #[error("Aborted before the first file was changed. Nothing was written.")]
    Aborted,
    /// An operation failed, and everything before it was taken back. It can be tried again.
    #[error("{0}. Nothing was changed.")]
    Failed(#[from] StepError),
    /// It failed in the middle, and not everything could be taken back.
    #[error(
        "Partially applied: {}. Not rolled back: {}. Every other file is as it was. Look at these before you try again.",
        Cause(cause),
        List(left)
    )]
    PartiallyApplied {
        /// What failed first.
        #[source]
        cause: Box<ApplyError>,
        /// Exactly what is not as it was.
        left: Vec<NotRolledBack>,
    },
}

impl WriteOptions {
    /// The default: no flush.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether files and directories are flushed to the disk (`fsync`), so that an applied plan
    /// outlives a power failure. Without it a plan only outlives the process. Off by default, as it
    /// takes long.
    #[must_use]
    pub fn sync(mut self, sync: bool) -> Self {
        self.sync = sync;
        self
    }

    /// Calls `hook` before every operation; its error fails the operation. For tests of what
    /// happens when the disk fails.
    #[doc(hidden)]
    #[must_use]
    pub fn before_each(
        mut self,
        hook: impl Fn(Operation, &Path) -> io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        self.hook = Some(Arc::new(hook));
        self
    }
}

impl fmt::Debug for WriteOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WriteOptions").field("sync", &self.sync).finish_non_exhaustive()
    }
}

impl FilePlan {
    /// Makes all changes of the plan, or none.
    ///
    /// 1. Everything is [verified](Self::verify).
    /// 2. Every new content is written to a temporary file beside its target, with the owner and
    ///    the mode of the file that it replaces, and every old file gets a second name.
    /// 3. One file after the other is compared once more and then put in place by a single
    ///    operation of the file system. A new file never replaces one that appeared meanwhile.
    /// 4. The second names are removed.
    ///
    /// A failure takes everything back. If the process is killed, at whatever point, each file has
    /// its old content or its new one and never a mixture; files named `.resolve-*.tmp` may be left
    /// beside them. Applies of one process run one after the other.
    ///
    /// An edited file is a new file under the old name: other hard links to it keep the old
    /// content, and extended attributes are not carried over. The owner is: where this process may
    /// not set it, the apply fails. A directory on the way that is exchanged for a symbolic link
    /// between the last comparison and the rename that follows it is not noticed.
    ///
    /// # Errors
    ///
    /// [`ApplyError`]; unless it is [`PartiallyApplied`](ApplyError::PartiallyApplied), every file
    /// is as it was.
    ///
    /// # Panics
    ///
    /// If it is called outside of a tokio runtime.
    ///
    /// # Cancellation safety
    ///
    /// The work runs on one of tokio's blocking threads. When the future is dropped it goes on to
    /// its end, and only its result is lost: do not drop it, but cancel `abort` and await the
    /// future. The token is honoured until the first file is put in place; from then on the apply
    /// goes on to its end.
    pub async fn apply(
        &self,
        options: &WriteOptions,
        abort: &CancellationToken,
    ) -> Result<Applied, ApplyError> {
        let (plan, options, abort) = (self.clone(), options.clone(), abort.clone());
        let work = move || plan.apply_blocking(&options, &abort);
        match tokio::task::spawn_blocking(work).await {
            Ok(result) => result,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The runtime is shutting down, and the work was never begun.
                Err(_) => Err(ApplyError::Aborted),
            },
        }
    }

    /// As [`apply`](Self::apply), on this thread.
    ///
    /// # Errors
    ///
    /// [`ApplyError`]; unless it is [`PartiallyApplied`](ApplyError::PartiallyApplied), every file
    /// is as it was.
    pub fn apply_blocking(
        &self,
        options: &WriteOptions,
        abort: &CancellationToken,
    ) -> Result<Applied, ApplyError> {
        // The lock guards no data that a panic could have left broken.
        let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        if abort.is_cancelled() {
            return Err(ApplyError::Aborted);
        }
        self.verify_blocking()?;
        let mut transaction = Transaction::new(self, options);
        match transaction.run(abort) {
            Ok(()) => Ok(Applied { files: self.files().len(), leftovers: transaction.finish() }),
            Err(cause) => Err(transaction.roll_back(cause)),
        }
    }
}

impl fmt::Display for Applied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.files == 1 { "" } else { "s" };
        write!(f, "{} file{plural} changed.", self.files)
    }
}

/// A cause without its claim that nothing was changed, which does not hold here.
struct Cause<'a>(&'a ApplyError);

impl fmt::Display for Cause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ApplyError::Stale(stale) => Differences(stale.files()).fmt(f),
            ApplyError::Failed(step) => step.fmt(f),
            ApplyError::Aborted => f.write_str("aborted"),
            // A roll-back is the cause of no other one.
            ApplyError::PartiallyApplied { cause, .. } => Cause(cause).fmt(f),
        }
    }
}

struct List<'a>(&'a [NotRolledBack]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, left) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{left}")?;
        }
        Ok(())
    }
}
