//! The preview tool on top of the engine.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use resolve_runtime::fs::{FilePlan, PlanError, apply_plan};
use resolve_runtime::prelude::*;
use resolve_runtime::schemars;
use tokio::sync::watch;

use super::{Limits, NO_REPLACEMENTS, Op, Options, Scan, ScanError, listing, scan, summary};

/// How often a scan tells how far it has come: more than this nobody can read.
const REPORT_EVERY: Duration = Duration::from_millis(50);

/// Where `ast_edit` looks for files and how it scans; a state of the session.
#[derive(Debug, Clone)]
pub struct Workspace {
    root: PathBuf,
    confined: bool,
}

impl Workspace {
    /// A workspace whose relative paths start at `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), confined: false }
    }

    /// The same, but a path that leads out of `root` is refused.
    #[must_use]
    pub fn confined(mut self) -> Self {
        self.confined = true;
        self
    }
}

/// The details of a preview.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// How many pieces of code would be replaced.
    pub replacements: usize,
    /// In how many files.
    pub files: usize,
    /// The whole change as a unified diff.
    pub diff: String,
    /// Whether the diff shows everything: a very long one is cut.
    pub diff_is_complete: bool,
}

/// Rewrite code by its structure: every piece of code that matches a pattern is replaced.
///
/// In a pattern, `$NAME` stands for one syntax node and `$$$NAME` for any number of them; the
/// replacement may use the same names. Files that the repository ignores are left alone.
#[preview_tool(title = "AST Edit", apply = apply_plan, output = Found, destructive)]
pub async fn ast_edit(
    /// The rewrites, carried out in this order, each on what the one before left.
    ops: Vec<Op>,
    /// Files, folders and globs to look in.
    paths: Vec<String>,
    #[state] workspace: &Workspace,
    #[context] cx: &CallContext<'_>,
) -> Result<Preview<FilePlan>, BoxError> {
    let found = scan_in_background(workspace.clone(), ops, paths, cx).await?;
    let shown = listing(&found, &Limits::default());
    if found.changes.is_empty() {
        return Ok(Preview::nothing(if found.problems.is_empty() && found.gaps.is_empty() {
            NO_REPLACEMENTS.to_owned()
        } else {
            shown
        }));
    }
    let summary = summary(&found);
    let counts = (found.replacement_count(), found.changes.len());
    let root = workspace.root.clone();
    let (plan, diff) = tokio::task::spawn_blocking(move || plan(&root, found)).await??;
    let details = serde_json::to_value(Found {
        replacements: counts.0,
        files: counts.1,
        diff: diff.text().to_owned(),
        diff_is_complete: diff.is_complete(),
    })?;
    Ok(Preview::stage(plan, shown).summary(summary).details(details))
}

/// Scans on a thread of its own, which stops when this future is dropped, and reports how far it
/// has come.
async fn scan_in_background(
    workspace: Workspace,
    ops: Vec<Op>,
    paths: Vec<String>,
    cx: &CallContext<'_>,
) -> Result<Scan, BoxError> {
    let abort = cx.abort().child_token();
    let _stops_when_dropped = abort.clone().drop_guard();
    let (progress, mut done) = watch::channel(0);
    let scanning = tokio::task::spawn_blocking(move || {
        let options = Options {
            root: &workspace.root,
            confined: workspace.confined,
            cancelled: Some(&|| abort.is_cancelled()),
            progress: Some(&|files| {
                // The threads of the scan may get here in another order than they counted.
                progress.send_modify(|most| *most = files.max(*most));
            }),
            ..Options::default()
        };
        scan(&ops, &paths, &options)
    });
    let report = |files: usize| cx.report_progress(files as u64, None, "files scanned");
    let (mut reported, mut reported_at) = (0, None::<Instant>);
    // The sender goes when the scan has ended.
    while done.changed().await.is_ok() {
        if reported_at.is_none_or(|at| at.elapsed() >= REPORT_EVERY) {
            reported = *done.borrow_and_update();
            report(reported);
            reported_at = Some(Instant::now());
        }
    }
    let all = *done.borrow();
    if all > reported {
        report(all);
    }
    let found: Result<Scan, ScanError> = scanning.await?;
    Ok(found?)
}

/// The rewrites as a plan, under the folder that holds all of their files.
fn plan(root: &Path, found: Scan) -> Result<(FilePlan, resolve_runtime::fs::ShownDiff), PlanError> {
    let absolute: Vec<PathBuf> =
        found.changes.iter().map(|change| absolute(root, &change.path)).collect();
    let mut plan = FilePlan::builder(common_folder(&absolute))?;
    for (path, change) in absolute.iter().zip(found.changes) {
        plan.edit(path, change.before, change.after)?;
    }
    plan.build()
}

/// The absolute path with the folders above the file resolved: the root of a plan holds no links,
/// and a stored plan means the same files from everywhere.
fn absolute(root: &Path, path: &Path) -> PathBuf {
    let path = root.join(path);
    let path = std::path::absolute(&path).unwrap_or(path);
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// The deepest folder above all files.
fn common_folder(files: &[PathBuf]) -> PathBuf {
    let mut folders = files.iter().filter_map(|file| file.parent());
    let mut common = folders.next().unwrap_or(Path::new("/")).to_path_buf();
    for folder in folders {
        while !folder.starts_with(&common) && common.pop() {}
    }
    common
}
