//! A crate that forbids what can be forbidden.
#![deny(
    warnings,
    clippy::all,
    clippy::pedantic,
    missing_docs,
    unused_qualifications,
    unreachable_pub,
    rust_2018_idioms,
    rust_2024_compatibility,
    future_incompatible,
    let_underscore,
    keyword_idents,
    unused
)]
#![forbid(missing_copy_implementations, missing_debug_implementations, unsafe_code)]

use std::path::Path;

use resolve_runtime::prelude::*;

async fn done(plan: u8, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    tokio::task::yield_now().await;
    Ok(plan.to_string().into())
}

/// Documented.
#[preview_tool(apply = done, reject = undone, verify = unmoved)]
#[deprecated = "for a test"]
pub async fn documented(
    /// A path.
    path: &Path,
    #[allow(unused_variables)] unused: Option<u8>,
    #[serde(default)] number: u8,
    #[state] state: &u8,
    #[context] cx: &CallContext<'_>,
) -> Result<Preview<u8>, BoxError> {
    tokio::task::yield_now().await;
    let shown = format!("{} {} {state}", path.display(), cx.call_id());
    Ok(Preview::stage(number, shown))
}

async fn undone(plan: u8, _: &ResolveContext<'_>) -> Result<Option<ToolOutput>, BoxError> {
    tokio::task::yield_now().await;
    Ok((plan > 0).then(|| "Undone.".into()))
}

async fn unmoved(plan: &u8, _: &ResolveContext<'_>) -> Result<(), BoxError> {
    tokio::task::yield_now().await;
    if *plan > 9 { Err("moved".into()) } else { Ok(()) }
}

#[preview_tool(apply = done)]
fn undocumented(#[serde(alias = "size")] length: u8) -> Result<Preview<u8>, std::fmt::Error> {
    Ok(Preview::stage(length, "Nothing much."))
}

#[expect(deprecated)]
fn main() {
    let builder = Session::builder().tool(Documented).tool(Undocumented).state(1_u8);
    assert!(builder.build().is_ok());
}
