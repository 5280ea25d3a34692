//! Paths that cannot leave the root: the lexical half of the rule. What stands on the disk at such
//! a path is looked at in [`super::inspect`].

use std::fmt;
use std::path::{Component, Path, PathBuf};

/// A path that cannot be part of a plan, by its text alone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// An absolute path that does not lie below the root.
    #[error("{} is outside of the root {}: use a path below the root", Shown(path), Shown(root))]
    Outside {
        /// The path as it was given.
        path: PathBuf,
        /// The root of the plan.
        root: PathBuf,
    },
    /// A path with a `..` component, which may leave the root through a link.
    #[error("{} has a `..` component: write the path without it", Shown(path))]
    Parent {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The root itself, or an empty path.
    #[error("{} names no file below the root: give the path of a file", Shown(path))]
    NoFile {
        /// The path as it was given.
        path: PathBuf,
    },
    /// A path that is not UTF-8 or holds a NUL, so that a plan could not store it.
    #[error("{} is not UTF-8 or holds a NUL: a plan cannot store this path", Shown(path))]
    NotText {
        /// The path as it was given.
        path: PathBuf,
    },
}

/// A path below the root: at least one component, all of them plain names, joined by `/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RelativePath(String);

impl RelativePath {
    /// Brings a relative path into its one form. An absolute one is [`PathError::Outside`].
    pub(super) fn new(path: &Path, root: &Path) -> Result<Self, PathError> {
        let mut names = Vec::new();
        for component in path.components() {
            match component {
                Component::Normal(name) => names.push(text(name.as_ref(), path)?),
                Component::CurDir => {}
                Component::ParentDir => return Err(PathError::Parent { path: path.into() }),
                Component::RootDir | Component::Prefix(_) => {
                    return Err(PathError::Outside { path: path.into(), root: root.into() });
                }
            }
        }
        if names.is_empty() {
            return Err(PathError::NoFile { path: path.into() });
        }
        Ok(Self(names.join("/")))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Every directory between the root and the file, outermost first, then the file itself.
    pub(super) fn prefixes(&self) -> impl Iterator<Item = &str> {
        let directories = self.0.match_indices('/').map(|(at, _)| &self.0[..at]);
        directories.chain(std::iter::once(self.as_str()))
    }

    /// The path on the disk.
    pub(super) fn below(&self, root: &Path) -> PathBuf {
        join(root, &self.0)
    }
}

/// Joins a `/`-separated relative path, with the separators of this system.
pub(super) fn join(root: &Path, relative: &str) -> PathBuf {
    let mut path = root.to_path_buf();
    path.extend(relative.split('/'));
    path
}

fn text<'a>(part: &'a Path, whole: &Path) -> Result<&'a str, PathError> {
    let text = part.to_str().filter(|text| !text.contains('\0'));
    text.ok_or_else(|| PathError::NotText { path: whole.into() })
}

/// A path in a message or a header: in backticks, on one line whatever characters it holds.
pub(super) struct Shown<P>(pub(super) P);

impl<P: AsRef<Path>> fmt::Display for Shown<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", one_line(&self.0.as_ref().to_string_lossy()))
    }
}

/// Control characters escaped, everything else as it is.
pub(super) fn one_line(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut shown, char| {
        if char.is_control() || matches!(char, '\u{2028}' | '\u{2029}') {
            shown.extend(char.escape_default());
        } else {
            shown.push(char);
        }
        shown
    })
}
