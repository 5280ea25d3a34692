//! File plans as the plans of preview tools.

use serde_json::json;

use super::{FilePlan, WriteOptions};
use crate::context::ResolveContext;
use crate::error::BoxError;
use crate::output::ToolOutput;
use crate::preview::VerifyPlan;

impl VerifyPlan for FilePlan {
    async fn verify(&self) -> Result<(), BoxError> {
        Ok(Self::verify(self).await?)
    }
}

/// The apply handler of a tool whose plan is a [`FilePlan`]:
/// `#[preview_tool(apply = resolve_runtime::fs::apply_plan)]`.
///
/// Writes with the [`WriteOptions`] that the host gave to the session as a state, or without
/// flushing. The details of the output hold the paths of the files.
///
/// # Examples
///
/// ```
/// use resolve_runtime::fs::{FilePlan, apply_plan};
/// use resolve_runtime::prelude::*;
///
/// struct Folder(std::path::PathBuf);
///
/// /// Create a file.
/// #[preview_tool(apply = apply_plan)]
/// async fn create_file(
///     name: &str,
///     text: &str,
///     #[state] folder: &Folder,
/// ) -> Result<Preview<FilePlan>, BoxError> {
///     let mut changes = FilePlan::builder(&folder.0)?;
///     changes.create(name, text)?;
///     let (plan, shown) = changes.build()?;
///     Ok(Preview::stage(plan, shown.text()))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let folder = tempfile::tempdir()?;
/// let state = Folder(folder.path().to_owned());
/// let session = Session::builder().tool(CreateFile).state(state).build()?;
/// let abort = CancellationToken::new();
/// let call = ToolCall::new("1", "create_file", r#"{"name": "a.txt", "text": "hello"}"#);
/// let id = session.call(call, &abort).await.staged().ok_or("nothing was staged")?;
/// let output = session.resolve(id, Resolution::apply("fine"), &abort).await?;
/// assert_eq!(output.joined_text(), "1 file changed.");
/// assert_eq!(std::fs::read(folder.path().join("a.txt"))?, b"hello");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Those of [`FilePlan::apply`].
///
/// # Cancellation safety
///
/// As for [`FilePlan::apply`]. A session never drops it half-way.
pub async fn apply_plan<E: Sync>(
    plan: &FilePlan,
    cx: &ResolveContext<'_, E>,
) -> Result<ToolOutput, BoxError> {
    let default = WriteOptions::new();
    let options = cx.state::<WriteOptions>().unwrap_or(&default);
    let applied = plan.apply(options, cx.abort()).await?;
    let paths: Vec<_> = plan.files().iter().map(super::FileChange::path).collect();
    Ok(ToolOutput::text(applied.to_string()).with_details(json!({ "files": paths })))
}
