//! A tool as its documentation shows it, from the preview to the apply.

use std::path::PathBuf;

use resolve_runtime::prelude::*;

#[derive(Serialize, Deserialize)]
struct RenamePlan {
    moves: Vec<(PathBuf, PathBuf)>,
}

struct WorkDir(Vec<PathBuf>);

struct Moves(Vec<(PathBuf, PathBuf)>);

impl WorkDir {
    fn plan(&self, pattern: &str, template: &str) -> Result<Vec<(PathBuf, PathBuf)>, ToolError> {
        if pattern.is_empty() {
            return Err(ToolError::new("The pattern is empty."));
        }
        let old = self.0.iter().filter(|path| path.starts_with(pattern));
        let moves = old.map(|old| (old.clone(), old.with_file_name(template)));
        Ok(moves.collect())
    }
}

impl Moves {
    fn listing(&self) -> String {
        format!("{:?}", self.0)
    }
}

/// Rename every file that matches a glob.
#[preview_tool(title = "Batch Rename", apply = rename, reject = forget)]
async fn batch_rename(
    /// Glob of the files to rename, relative to the working directory.
    pattern: String,
    /// New name; `{stem}` and `{ext}` stand for the parts of the old one.
    template: String,
    #[state] dir: &WorkDir,
) -> Result<Preview<RenamePlan>, BoxError> {
    let moves = Moves(dir.plan(&pattern, &template)?);
    if moves.0.is_empty() {
        return Ok(Preview::nothing("No file matches."));
    }
    let shown = moves.listing();
    let moves = moves.0;
    let summary = format!("{} files", moves.len());
    Ok(Preview::stage(RenamePlan { moves }, shown).summary(summary))
}

async fn rename(plan: RenamePlan, cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    let _: &WorkDir = cx.require_state()?;
    tokio::task::yield_now().await;
    Ok(ToolOutput::text(format!("Renamed {}.", plan.moves.len())))
}

async fn forget(
    plan: RenamePlan,
    _: &ResolveContext<'_>,
) -> Result<Option<ToolOutput>, BoxError> {
    drop(plan);
    Ok(None)
}

async fn call(session: &Session, name: &str, arguments: &str) -> String {
    let turn = session.begin_turn().await.unwrap();
    let call = ToolCall::new("1", name, arguments);
    let result = turn.call(call, &CancellationToken::new()).await;
    turn.finish();
    result.text().into_owned()
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let dir = WorkDir(vec!["a/b".into(), "c".into()]);
    let session = Session::builder().tool(BatchRename).state(dir).build().unwrap();
    let arguments = r#"{"pattern":"a","template":"d"}"#;
    let shown = call(&session, "batch_rename", arguments).await;
    assert!(shown.ends_with(r#"[("a/b", "a/d")]"#), "{shown}");
    assert_eq!(session.pending()[0].label.as_ref(), "Batch Rename: 1 files");
    let applied = call(&session, "resolve", r#"{"action":"apply","reason":"fine"}"#).await;
    assert_eq!(applied, "Renamed 1.");
}
