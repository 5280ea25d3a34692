//! What the caller named: files, folders and globs.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use globset::{GlobBuilder, GlobMatcher};

use super::ScanError;

/// The places that a walk starts from.
pub(super) struct Targets {
    starts: Vec<Start>,
    by_path: HashMap<PathBuf, usize>,
}

/// A place that a walk starts from, whether one argument leads to it or several.
struct Start {
    /// Canonical, so that a file has one name however it is reached.
    path: PathBuf,
    /// As the caller spelled it.
    spelled: PathBuf,
    /// Named itself: everything below it is wanted.
    whole: bool,
    globs: Vec<StartGlob>,
}

struct StartGlob {
    glob: String,
    matcher: GlobMatcher,
    matched: AtomicBool,
}

impl Targets {
    /// Looks up the arguments; relative ones start from `root`.
    pub(super) fn new(paths: &[String], root: &Path, confined: bool) -> Result<Self, ScanError> {
        if paths.is_empty() {
            return Err(ScanError::NoPaths);
        }
        // Without its own path nothing can be told to lie below it.
        let within = match fs::canonicalize(root) {
            Ok(within) => Some(within),
            Err(source) if confined => {
                return Err(ScanError::Path { path: root.display().to_string(), source });
            }
            Err(_) => None,
        };
        let leaves = |path: &Path| {
            confined && !within.as_ref().is_some_and(|within| path.starts_with(within))
        };
        let mut targets = Self { starts: Vec::new(), by_path: HashMap::new() };
        for (index, path) in paths.iter().enumerate() {
            if path.is_empty() {
                return Err(ScanError::EmptyPath { number: index + 1 });
            }
            // What exists under exactly this name is meant, even if the name looks like a glob.
            match fs::canonicalize(root.join(path)) {
                Ok(canonical) if leaves(&canonical) => {
                    return Err(ScanError::Outside { path: path.clone() });
                }
                Ok(canonical) => targets.start(canonical, path, root).whole = true,
                Err(_) if is_glob(path) => targets.add_glob(path, root, &leaves)?,
                Err(source) => {
                    return Err(ScanError::Path { path: path.clone(), source });
                }
            }
        }
        Ok(targets)
    }

    fn add_glob(
        &mut self,
        glob: &str,
        root: &Path,
        leaves: &dyn Fn(&Path) -> bool,
    ) -> Result<(), ScanError> {
        let invalid = |error: &globset::Error| ScanError::Glob {
            glob: glob.to_owned(),
            reason: error.kind().to_string(),
        };
        let (folder, pattern) = split_glob(glob);
        let matcher = GlobBuilder::new(pattern)
            .literal_separator(true)
            .build()
            .map_err(|error| invalid(&error))?
            .compile_matcher();
        let folder = if folder.is_empty() { "." } else { folder };
        let canonical = fs::canonicalize(root.join(folder))
            .map_err(|_| ScanError::GlobMatchesNothing { glob: glob.to_owned() })?;
        if leaves(&canonical) {
            return Err(ScanError::Outside { path: glob.to_owned() });
        }
        self.start(canonical, folder, root).globs.push(StartGlob {
            glob: glob.to_owned(),
            matcher,
            matched: AtomicBool::new(false),
        });
        Ok(())
    }

    fn start(&mut self, canonical: PathBuf, spelled: &str, root: &Path) -> &mut Start {
        let index = *self.by_path.entry(canonical.clone()).or_insert_with(|| {
            // A link is resolved once and for all here; whoever writes later must not follow it again.
            let link =
                fs::symlink_metadata(root.join(spelled)).is_ok_and(|found| found.is_symlink());
            let spelled = if link { canonical.clone() } else { tidy(spelled) };
            self.starts.push(Start { path: canonical, spelled, whole: false, globs: Vec::new() });
            self.starts.len() - 1
        });
        &mut self.starts[index]
    }

    /// The places themselves.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.starts.iter().map(|start| start.path.as_path())
    }

    /// Whether a file may be reached twice, because one place lies within another.
    pub(super) fn may_overlap(&self) -> bool {
        self.starts.len() > 1
    }

    /// Whether a file is wanted that was found `depth` levels below a starting place.
    pub(super) fn wants(&self, path: &Path, depth: usize) -> bool {
        let start = path.ancestors().nth(depth).and_then(|start| self.by_path.get(start));
        let Some(start) = start.map(|index| &self.starts[*index]) else {
            return false;
        };
        let mut wanted = start.whole;
        if !start.globs.is_empty() {
            let below = path.strip_prefix(&start.path).unwrap_or(path);
            for glob in &start.globs {
                if glob.matcher.is_match(below) {
                    glob.matched.store(true, Ordering::Relaxed);
                    wanted = true;
                }
            }
        }
        wanted
    }

    /// A path as the caller would spell it, through the first argument that leads to it.
    pub(super) fn spell(&self, path: &Path) -> PathBuf {
        let start = path.ancestors().filter_map(|start| self.by_path.get(start)).min();
        let Some(start) = start.map(|index| &self.starts[*index]) else {
            return path.to_owned();
        };
        match path.strip_prefix(&start.path) {
            // Joining an empty path would add a separator.
            Ok(below) if below.as_os_str().is_empty() => start.spelled.clone(),
            Ok(below) => start.spelled.join(below),
            Err(_) => path.to_owned(),
        }
    }

    /// After the walk: an error if a glob has selected nothing.
    pub(super) fn check_globs(&self) -> Result<(), ScanError> {
        let mut globs = self.starts.iter().flat_map(|start| &start.globs);
        match globs.find(|glob| !glob.matched.load(Ordering::Relaxed)) {
            Some(glob) => Err(ScanError::GlobMatchesNothing { glob: glob.glob.clone() }),
            None => Ok(()),
        }
    }
}

const GLOB_CHARACTERS: [char; 4] = ['*', '?', '[', '{'];

fn is_glob(path: &str) -> bool {
    path.contains(GLOB_CHARACTERS)
}

/// The folder that a glob starts from, and what has to match below it.
fn split_glob(glob: &str) -> (&str, &str) {
    let fixed = glob.find(GLOB_CHARACTERS).unwrap_or(glob.len());
    match glob[..fixed].rfind('/') {
        Some(slash) => (&glob[..=slash], &glob[slash + 1..]),
        None => ("", glob),
    }
}

/// Without the dots that say nothing, so that `.` and `./src` give `a.rs` and `src/a.rs`.
fn tidy(path: &str) -> PathBuf {
    Path::new(path).components().filter(|part| *part != std::path::Component::CurDir).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_is_split_at_its_fixed_folder() {
        for (glob, expected) in [
            ("*.rs", ("", "*.rs")),
            ("src/**/*.rs", ("src/", "**/*.rs")),
            ("/a/b/{c,d}/*.py", ("/a/b/", "{c,d}/*.py")),
            ("src/lib?.rs", ("src/", "lib?.rs")),
        ] {
            assert_eq!(split_glob(glob), expected);
        }
    }

    #[test]
    fn paths_are_tidied() {
        for (path, expected) in [(".", ""), ("./src/", "src"), ("../a/./b", "../a/b"), ("/x", "/x")]
        {
            assert_eq!(tidy(path), Path::new(expected));
        }
    }
}
