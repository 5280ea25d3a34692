//! A directory to change, and snapshots of it.

#![allow(dead_code, unreachable_pub, missing_docs)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use resolve_runtime::fs::{Applied, ApplyError, FilePlan, FilePlanBuilder, WriteOptions};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// A temporary directory; the canonical path of it, so that tests can compare paths.
pub struct Root {
    _directory: TempDir,
    pub path: PathBuf,
}

/// What stands below a directory: the content, or `None` for a directory, by relative path.
/// Temporary files are part of it, so that a left-over one is a difference.
pub type Snapshot = BTreeMap<PathBuf, Option<Vec<u8>>>;

impl Root {
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = fs::canonicalize(directory.path()).unwrap();
        let root = Self { _directory: directory, path };
        for (path, bytes) in files {
            root.write(path, bytes);
        }
        root
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }

    pub fn write(&self, path: &str, bytes: &[u8]) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), bytes).unwrap();
    }

    pub fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.at(path)).unwrap()
    }

    pub fn snapshot(&self) -> Snapshot {
        let mut snapshot = Snapshot::new();
        collect(&self.path, &self.path, &mut snapshot).unwrap();
        snapshot
    }

    pub fn builder(&self) -> FilePlanBuilder {
        FilePlan::builder(&self.path).unwrap()
    }

    /// A plan that gives each file new content; `None` deletes, and a file that is not there is
    /// created.
    pub fn plan(&self, changes: &[(&str, Option<&[u8]>)]) -> FilePlan {
        let mut builder = self.builder();
        for (path, after) in changes {
            match (fs::read(self.at(path)), after) {
                (Ok(before), Some(after)) => builder.edit(path, before, *after).unwrap(),
                (Ok(before), None) => builder.delete(path, before).unwrap(),
                (Err(_), Some(after)) => builder.create(path, *after).unwrap(),
                (Err(error), None) => panic!("{path}: {error}"),
            };
        }
        builder.build().unwrap().0
    }
}

fn collect(root: &Path, directory: &Path, snapshot: &mut Snapshot) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let is_dir = fs::symlink_metadata(&path)?.is_dir();
        let content = if is_dir { None } else { Some(fs::read(&path)?) };
        snapshot.insert(path.strip_prefix(root).unwrap().into(), content);
        if is_dir {
            collect(root, &path, snapshot)?;
        }
    }
    Ok(())
}

pub fn apply(plan: &FilePlan) -> Result<Applied, ApplyError> {
    plan.apply_blocking(&WriteOptions::new(), &CancellationToken::new())
}

/// Whether a name is one that an apply gives to its temporary files.
pub fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_str().unwrap();
    name.starts_with(".resolve-")
        && Path::new(name).extension().is_some_and(|extension| extension == "tmp")
}
