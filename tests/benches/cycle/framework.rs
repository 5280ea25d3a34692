//! The same through a session.

use std::sync::{Arc, LazyLock};

use resolve_runtime::prelude::*;
use resolve_runtime::{Arguments, Parameter, RESOLVE, ToolDefinition};
use tests::measure::ready;

use super::rename::{Move, listing, plan, renamed, summary};

const PARAMETERS: &[Parameter] = &[
    Parameter::new::<String>("pattern", "Glob of the files to rename."),
    Parameter::new::<String>("template", "New name; `{stem}` stands for a part of the old one."),
    Parameter::new::<Option<usize>>("limit", "How many files at most."),
];

struct BatchRename;

impl PreviewTool for BatchRename {
    type Plan = Vec<Move>;
    type Extra = FreeForm;

    fn definition(&self) -> Arc<ToolDefinition> {
        static DEFINITION: LazyLock<Arc<ToolDefinition>> = LazyLock::new(|| {
            Arc::new(ToolDefinition::new("batch_rename").with_parameters(PARAMETERS))
        });
        Arc::clone(&DEFINITION)
    }

    async fn preview(
        &self,
        arguments: &Arguments<'_>,
        _cx: &CallContext<'_>,
    ) -> Result<Preview<Vec<Move>>, BoxError> {
        let mut arguments = arguments.split::<{ PARAMETERS.len() }>(PARAMETERS)?;
        let pattern: String = arguments.take()?;
        let template: String = arguments.take()?;
        let limit: Option<usize> = arguments.take()?;
        let moves = plan(&pattern, &template, limit.unwrap_or(usize::MAX));
        let (shown, summary) = (listing(&moves), summary(&moves));
        Ok(Preview::stage(moves, shown).summary(summary))
    }

    async fn apply(
        &self,
        plan: &Vec<Move>,
        _cx: &ResolveContext<'_>,
    ) -> Result<ToolOutput, BoxError> {
        Ok(ToolOutput::text(renamed(plan)))
    }
}

/// Another tool, which only has to be there.
struct Bystander(Arc<ToolDefinition>);

impl PreviewTool for Bystander {
    type Plan = ();
    type Extra = FreeForm;

    fn definition(&self) -> Arc<ToolDefinition> {
        Arc::clone(&self.0)
    }

    async fn preview(
        &self,
        _arguments: &Arguments<'_>,
        _cx: &CallContext<'_>,
    ) -> Result<Preview<()>, BoxError> {
        Ok(Preview::nothing("Nothing."))
    }

    async fn apply(&self, _plan: &(), _cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
        Ok(ToolOutput::text("Nothing."))
    }
}

/// A host with a session.
pub(crate) struct Host {
    session: Session,
    abort: CancellationToken,
}

impl Host {
    /// So many tools, and so many actions that are pending all the while.
    pub(crate) fn new(tools: usize, pending: usize) -> Self {
        let mut builder = Session::builder().tool(BatchRename);
        for index in 1..tools {
            let definition = ToolDefinition::new(&format!("bystander_{index}"));
            builder = builder.tool(Bystander(Arc::new(definition)));
        }
        let session = builder.build().expect("tools without a fault");
        for _ in 0..pending {
            let action = PendingAction::new("Bystander").source_tool("bystander");
            session.push_pending(action.apply(|_| async { Ok::<_, BoxError>("Applied.") }));
        }
        Self { session, abort: CancellationToken::new() }
    }

    /// A turn with a preview call, and one with its resolution.
    pub(crate) fn cycle(&self, preview: &str, resolve: &str) -> (String, String) {
        ready(async {
            let abort = &self.abort;
            // Others may be pending, so that this turn forces one of them; a model may still call
            // another tool.
            let turn = self.session.begin_turn().await.expect("no open turn");
            let call = ToolCall::new("call_1", "batch_rename", preview);
            let previewed = turn.call(call, abort).await.to_json();
            turn.abort();
            let turn = self.session.begin_turn().await.expect("no open turn");
            let call = ToolCall::new("call_2", RESOLVE, resolve);
            let resolved = turn.call(call, abort).await.to_json();
            turn.finish();
            (previewed, resolved)
        })
    }
}
