//! A preview tool by hand that writes into a text in memory.

use std::sync::{Arc, Mutex};

use resolve_runtime::prelude::*;
use resolve_runtime::{Arguments, CallContext, Parameter, ToolDefinition};
use tests::effects::Gate;

/// The tool and its world. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Writer {
    pub(crate) content: Arc<Mutex<(String, usize)>>,
    /// What a preview waits at before it ends, if at anything.
    pub(crate) preview_gate: Option<Gate>,
    /// The same of a verification.
    pub(crate) verify_gate: Option<Gate>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Write {
    before: String,
    after: String,
}

impl Writer {
    pub(crate) fn content(&self) -> String {
        self.content.lock().unwrap().0.clone()
    }

    /// How often the tool has written.
    pub(crate) fn writes(&self) -> usize {
        self.content.lock().unwrap().1
    }

    /// What somebody else writes.
    pub(crate) fn set(&self, content: &str) {
        content.clone_into(&mut self.content.lock().unwrap().0);
    }
}

/// A call of the tool.
pub(crate) fn write_call(content: &str) -> ToolCall<'static> {
    let arguments = serde_json::json!({ "content": content });
    ToolCall::from_value(format!("write {content}"), "write", &arguments)
}

impl PreviewTool for Writer {
    type Plan = Write;
    type Extra = FreeForm;

    fn definition(&self) -> Arc<ToolDefinition> {
        let parameters = [Parameter::new::<String>("content", "What to write.")];
        Arc::new(ToolDefinition::new("write").with_parameters(&parameters))
    }

    async fn preview(
        &self,
        arguments: &Arguments<'_>,
        _: &CallContext<'_>,
    ) -> Result<Preview<Write>, BoxError> {
        #[derive(Deserialize)]
        struct Input {
            content: String,
        }
        let Input { content: after } = arguments.decode()?;
        if let Some(gate) = &self.preview_gate {
            gate.pass().await;
        }
        let before = self.content();
        if before == after {
            return Ok(Preview::nothing("It says so already."));
        }
        let shown = format!("-{before}\n+{after}");
        Ok(Preview::stage(Write { before, after }, shown))
    }

    async fn verify(&self, plan: &Write, _: &ResolveContext<'_>) -> Result<(), BoxError> {
        if let Some(gate) = &self.verify_gate {
            gate.pass().await;
        }
        if self.content() == plan.before {
            Ok(())
        } else {
            Err("the content is not the one that was previewed".into())
        }
    }

    async fn apply(&self, plan: &Write, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
        let mut content = self.content.lock().unwrap();
        *content = (plan.after.clone(), content.1 + 1);
        Ok(ToolOutput::text("Wrote."))
    }
}
