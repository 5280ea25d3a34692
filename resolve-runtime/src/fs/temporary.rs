//! Files beside their target, on the same file system, so that a rename can put them in its place.

use std::fs::{self, File, Metadata};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::{Builder, NamedTempFile, TempPath};

use super::digest::Digest;
use super::step::{Operation, StepError, Steps};

/// What is left beside a target after a crash can be recognised by this name.
fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".resolve-").suffix(".tmp");
    builder
}

/// The permissions that a file beside the target gets.
#[derive(Clone, Copy)]
pub(super) enum Permissions<'a> {
    /// Those of the file that it replaces.
    Like(&'a Metadata),
    /// Exactly these bits.
    Mode(u32),
    /// What the system gives to a new file.
    Default,
}

/// Writes a whole file beside `target`; it is complete, and on the disk if `sync`, when this
/// returns. Dropping the path removes it.
pub(super) fn write(
    steps: &Steps,
    target: &Path,
    bytes: &[u8],
    permissions: Permissions<'_>,
    sync: bool,
) -> Result<TempPath, StepError> {
    let mut file = steps.run(Operation::CreateTemporary, target, || create(target, permissions))?;
    steps.run(Operation::Write, target, || file.write_all(bytes))?;
    steps
        .run(Operation::SetPermissions, target, || set_permissions(file.as_file(), permissions))?;
    if sync {
        steps.run(Operation::SyncFile, target, || file.as_file().sync_all())?;
    }
    // Closed at once: a plan may have more files than a process may have open.
    Ok(file.into_temp_path())
}

/// The old file under a second name: the very same file where the file system has links (so that
/// the roll-back restores its times and links too), a copy where it has not.
pub(super) fn back_up(
    steps: &Steps,
    target: &Path,
    before: Digest,
    sync: bool,
) -> Result<TempPath, StepError> {
    let linked = steps.run(Operation::LinkBackup, target, || {
        builder().make_in(directory(target), |path| fs::hard_link(target, path))
    });
    if let Ok(link) = linked {
        return Ok(link.into_temp_path());
    }
    let (bytes, metadata) = steps.run(Operation::CopyBackup, target, || {
        let metadata = fs::symlink_metadata(target)?;
        let bytes = fs::read(target)?;
        if Digest::of(&bytes) == before {
            Ok((bytes, metadata))
        } else {
            Err(io::Error::other("its content changed while it was copied"))
        }
    })?;
    write(steps, target, &bytes, Permissions::Like(&metadata), sync)
}

/// The directory that a target is in.
pub(super) fn directory(target: &Path) -> &Path {
    // A target is a root joined with at least one name, so it has a parent.
    target.parent().unwrap_or(target)
}

/// Nobody but the owner can read the file before it has its final permissions; only one that gets
/// the default ones has them from the start, as the system knows them and the process does not.
#[cfg(unix)]
fn create(target: &Path, permissions: Permissions<'_>) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;

    let mut builder = builder();
    if matches!(permissions, Permissions::Default) {
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(directory(target))
}

#[cfg(not(unix))]
fn create(target: &Path, _permissions: Permissions<'_>) -> io::Result<NamedTempFile> {
    builder().tempfile_in(directory(target))
}

#[cfg(unix)]
fn set_permissions(file: &File, permissions: Permissions<'_>) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let mode = match permissions {
        Permissions::Default => return Ok(()),
        Permissions::Mode(mode) => mode,
        Permissions::Like(old) => {
            let new = file.metadata()?;
            // Before the mode: a change of the owner clears the set-user-id bit.
            if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
                fchown(file, Some(old.uid()), Some(old.gid()))?;
            }
            old.mode() & 0o7777
        }
    };
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_permissions(file: &File, permissions: Permissions<'_>) -> io::Result<()> {
    match permissions {
        Permissions::Like(old) => file.set_permissions(old.permissions()),
        // There are no such bits here.
        Permissions::Mode(_bits) => Ok(()),
        Permissions::Default => Ok(()),
    }
}
