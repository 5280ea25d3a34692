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
