//! What stands at a path of the plan right now, without following a link.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::digest::Digest;
use super::path::{RelativePath, Shown, join};

/// What was found where the plan expects a file, or none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Found {
    /// Nothing.
    #[error("absent")]
    Absent,
    /// A regular file with this content.
    #[error("{0}")]
    File(Digest),
    /// The file, or a directory on the way to it, is a symbolic link. Links are never followed, as
    /// they may lead out of the root.
    #[error("a symbolic link at {}", Shown(.0))]
    Symlink(PathBuf),
    /// A directory, a device, a pipe; or a file where a directory has to be.
    #[error("no regular file at {}", Shown(.0))]
    NotAFile(PathBuf),
    /// It could not be looked at, for this reason.
    #[error("unreadable ({0})")]
    Unreadable(String),
}

/// The kind of thing at a path; the content is not read.
pub(super) enum Kind {
    Absent,
    File(Metadata),
    Other(Found),
}

/// Looks at every component below the root, so that no link on the way is followed.
pub(super) fn kind(root: &Path, path: &RelativePath) -> io::Result<Kind> {
    let mut components = path.prefixes().peekable();
    while let Some(component) = components.next() {
        let at = join(root, component);
        let is_last = components.peek().is_none();
        let metadata = match fs::symlink_metadata(&at) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Kind::Absent),
            Err(error) => return Err(error),
        };
        if metadata.is_symlink() {
            return Ok(Kind::Other(Found::Symlink(at)));
        }
        if is_last && metadata.is_file() {
            return Ok(Kind::File(metadata));
        }
        if is_last || !metadata.is_dir() {
            return Ok(Kind::Other(Found::NotAFile(at)));
        }
    }
    // A path has at least one component, and the last one always returns.
    Ok(Kind::Absent)
}

/// What stands at a path, with the digest of its content.
pub(super) fn found(root: &Path, path: &RelativePath) -> Found {
    try_found(root, path).unwrap_or_else(|error| Found::Unreadable(error.to_string()))
}

fn try_found(root: &Path, path: &RelativePath) -> io::Result<Found> {
    match kind(root, path)? {
        Kind::Absent => Ok(Found::Absent),
        Kind::Other(found) => Ok(found),
        Kind::File(metadata) => {
            let file = open(&path.below(root), &metadata)?;
            Ok(Found::File(Digest::of_reader(file)?))
        }
    }
}

/// Opens the very file that was looked at, not one that took its place since.
pub(super) fn open(path: &Path, looked_at: &Metadata) -> io::Result<File> {
    let file = File::open(path)?;
    if is_same_file(&file.metadata()?, looked_at) {
        Ok(file)
    } else {
        Err(io::Error::other("it was replaced while it was being opened"))
    }
}

#[cfg(unix)]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Where there is no stable identity to compare, the kind has to do.
#[cfg(not(unix))]
fn is_same_file(one: &Metadata, _other: &Metadata) -> bool {
    one.is_file()
}
