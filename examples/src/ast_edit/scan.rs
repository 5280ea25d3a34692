//! The walk over the files, in parallel.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use ast_grep_language::SupportLang;
use ignore::{DirEntry, WalkBuilder, WalkState};

use super::pattern::Rules;
use super::rewrite::{Rewritten, rewrite};
use super::target::Targets;
use super::{FileRewrite, Op, Options, Problem, ProblemKind, Scan, ScanError, language};

/// Above both of these a file is data rather than source. The limits are those of ast-grep.
const MAX_BYTES: usize = 3_000_000;
const MAX_LINES: usize = 200_000;

/// Computes what `ops` would do to the files under `paths`. Nothing is written.
///
/// A path is a file, a folder or a glob. Folders are walked without hidden files, without what ignore files exclude,
/// and without following symbolic links; a file that is reached twice counts once.
///
/// # Errors
///
/// What keeps the scan as a whole from being done, see [`ScanError`]. What goes wrong in single files is in
/// [`Scan::problems`].
pub fn scan(ops: &[Op], paths: &[String], options: &Options<'_>) -> Result<Scan, ScanError> {
    let walk = Walk {
        rules: Rules::new(ops)?,
        targets: Targets::new(paths, options.root, options.confined)?,
        options,
        seen: Mutex::default(),
        done: AtomicUsize::new(0),
        cancelled: AtomicBool::new(false),
    };
    let outcomes = walk.run();
    if walk.cancelled.load(Ordering::Relaxed) {
        return Err(ScanError::Cancelled);
    }
    walk.targets.check_globs()?;

    let mut scan =
        Scan { files_scanned: walk.done.into_inner(), gaps: walk.rules.gaps()?, ..Scan::default() };
    for outcome in outcomes {
        match outcome {
            Outcome::Change(mut change) => {
                change.path = walk.targets.spell(&change.path);
                scan.changes.push(change);
            }
            Outcome::Problem(mut problem) => {
                problem.path = walk.targets.spell(&problem.path);
                scan.problems.push(problem);
            }
        }
    }
    scan.changes.sort_by(|a, b| a.path.cmp(&b.path));
    scan.problems.sort();
    Ok(scan)
}

/// What there is to say about a file. Its path is canonical until the scan is over.
enum Outcome {
    Change(FileRewrite),
    Problem(Problem),
}

impl Outcome {
    fn problem(path: PathBuf, kind: ProblemKind) -> Self {
        Self::Problem(Problem { path, kind })
    }
}

struct Walk<'a> {
    rules: Rules<'a>,
    targets: Targets,
    options: &'a Options<'a>,
    seen: Mutex<HashSet<PathBuf>>,
    done: AtomicUsize,
    cancelled: AtomicBool,
}

impl Walk<'_> {
    fn run(&self) -> Vec<Outcome> {
        let mut starts = self.targets.paths();
        let Some(first) = starts.next() else {
            return Vec::new();
        };
        let mut builder = WalkBuilder::new(first);
        for start in starts {
            builder.add(start);
        }
        let threads = self.options.threads.or_else(|| thread::available_parallelism().ok());
        builder.threads(threads.map_or(1, std::num::NonZero::get));
        // Ignore files are meant to be honoured, whether the folder happens to be a repository or not.
        builder.require_git(false);

        let (outcomes, collected) = mpsc::channel();
        builder.build_parallel().run(|| {
            let outcomes = outcomes.clone();
            Box::new(move |entry| {
                if self.options.cancelled.is_some_and(|cancelled| cancelled()) {
                    self.cancelled.store(true, Ordering::Relaxed);
                    return WalkState::Quit;
                }
                // The receiver lives as long as the walk, so nothing is lost here.
                let mut send = |outcome| drop(outcomes.send(outcome));
                match entry {
                    Ok(entry) => self.visit(entry, &mut send),
                    Err(error) => send(walk_problem(&error)),
                }
                WalkState::Continue
            })
        });
        drop(outcomes);
        collected.into_iter().collect()
    }

    fn visit(&self, entry: DirEntry, send: &mut dyn FnMut(Outcome)) {
        let depth = entry.depth();
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            return;
        }
        let path = entry.into_path();
        if !self.targets.wants(&path, depth) {
            return;
        }
        let Some(language) = language::of_path(&path) else {
            if depth == 0 {
                send(Outcome::problem(path, ProblemKind::UnknownLanguage));
            }
            return;
        };
        if self.targets.may_overlap() {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            if !seen.insert(path.clone()) {
                return;
            }
        }
        self.file(path, language, send);
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(progress) = self.options.progress {
            progress(done);
        }
    }

    fn file(&self, path: PathBuf, language: SupportLang, send: &mut dyn FnMut(Outcome)) {
        let text = match read(&path) {
            Ok(text) => text,
            Err(kind) => return send(Outcome::problem(path, kind)),
        };
        let rewritten = match rewrite(&text, language, &self.rules, self.options.parse_errors) {
            Ok(rewritten) => rewritten,
            Err(reason) => {
                return send(Outcome::problem(path, ProblemKind::Failed { reason }));
            }
        };
        let Rewritten { text: after, replacements, error_line } = rewritten;
        if let Some(line) = error_line {
            send(Outcome::problem(path.clone(), ProblemKind::ParseError { line }));
        }
        if let Some(after) = after {
            send(Outcome::Change(FileRewrite {
                path,
                before: text.into_bytes(),
                after: after.into_bytes(),
                replacements,
            }));
        }
    }
}

fn read(path: &Path) -> Result<String, ProblemKind> {
    let bytes = std::fs::read(path)
        .map_err(|error| ProblemKind::Unreadable { reason: error.to_string() })?;
    if bytes.len() > MAX_BYTES {
        let lines = bytes.split(|byte| *byte == b'\n').count();
        if lines > MAX_LINES {
            return Err(ProblemKind::TooLarge { size: bytes.len(), lines });
        }
    }
    String::from_utf8(bytes)
        .map_err(|error| ProblemKind::NotUtf8 { offset: error.utf8_error().valid_up_to() })
}

/// What the walk itself could not read: most often a folder.
fn walk_problem(error: &ignore::Error) -> Outcome {
    let reason = match error.io_error() {
        Some(error) => error.to_string(),
        None => error.to_string(),
    };
    Outcome::problem(
        error_path(error).map(Path::to_owned).unwrap_or_default(),
        ProblemKind::Unreadable { reason },
    )
}

fn error_path(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::Loop { child, .. } => Some(child),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            error_path(err)
        }
        ignore::Error::Partial(errors) => errors.iter().find_map(error_path),
        _ => None,
    }
}
