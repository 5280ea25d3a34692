//! The JSON form of a plan: readable by people, and checked when it is read.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::path::RelativePath;
use super::plan::{Content, FileChange, FilePlan};
use super::plan_error::PlanError;

/// Unknown fields are refused: they may hold a condition that this version does not check.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredPlan {
    root: PathBuf,
    files: Vec<StoredFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredFile {
    path: String,
    before: Option<Digest>,
    after: Option<StoredContent>,
}

/// Exactly one of `text` and `base64`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredContent {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mode: Option<u32>,
}

impl From<FilePlan> for StoredPlan {
    fn from(plan: FilePlan) -> Self {
        Self {
            root: plan.root().to_path_buf(),
            files: plan.files().iter().map(StoredFile::from).collect(),
        }
    }
}

impl From<&FileChange> for StoredFile {
    fn from(file: &FileChange) -> Self {
        Self {
            path: file.path().to_owned(),
            before: file.before,
            after: file.after.as_ref().map(StoredContent::from),
        }
    }
}

impl From<&Content> for StoredContent {
    fn from(content: &Content) -> Self {
        let (text, base64) = match str::from_utf8(&content.bytes) {
            Ok(text) => (Some(text.to_owned()), None),
            Err(_) => (None, Some(STANDARD.encode(&content.bytes))),
        };
        Self { text, base64, mode: content.mode }
    }
}

impl TryFrom<StoredPlan> for FilePlan {
    type Error = PlanError;

    fn try_from(stored: StoredPlan) -> Result<Self, PlanError> {
        let StoredPlan { root, files } = stored;
        let files = files.into_iter().map(|file| file.check(&root)).collect::<Result<_, _>>()?;
        Self::new(root, files)
    }
}

impl StoredFile {
    fn check(self, root: &Path) -> Result<FileChange, PlanError> {
        let path = RelativePath::new(Path::new(&self.path), root)?;
        let invalid =
            |reason: &str| PlanError::Stored { path: path.as_str().into(), reason: reason.into() };
        let after = match self.after {
            Some(after) => Some(after.check().map_err(|reason| invalid(&reason))?),
            None => None,
        };
        match (&self.before, &after) {
            (None, None) => Err(invalid("it is absent before and after")),
            (Some(_), Some(Content { mode: Some(_), .. })) => {
                Err(invalid("only a new file can be given a mode"))
            }
            (_, Some(Content { mode: Some(mode), .. })) if *mode > 0o777 => {
                Err(PlanError::Mode { path: path.as_str().into(), mode: *mode })
            }
            _ => Ok(FileChange { path, before: self.before, after }),
        }
    }
}

impl StoredContent {
    fn check(self) -> Result<Content, String> {
        let bytes = match (self.text, self.base64) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(base64)) => STANDARD.decode(base64).map_err(|error| error.to_string())?,
            _ => return Err("expected exactly one of `text` and `base64`".into()),
        };
        Ok(Content { bytes, mode: self.mode })
    }
}
