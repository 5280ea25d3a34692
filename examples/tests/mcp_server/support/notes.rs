//! Tools that write notes, one of which waits to be let on.

use std::sync::{Arc, Mutex};

use resolve_runtime::prelude::*;
use resolve_runtime::schemars;
use tokio::sync::Semaphore;

/// What was written, and where the slow notes wait.
#[derive(Default)]
pub(crate) struct Desk {
    written: Mutex<Vec<String>>,
    pub(crate) preview: Gate,
    pub(crate) apply: Gate,
}

impl Desk {
    pub(crate) fn written(&self) -> Vec<String> {
        self.written.lock().unwrap().clone()
    }

    fn write(&self, text: &str) {
        self.written.lock().unwrap().push(text.to_owned());
    }
}

/// A place where a tool says that it has come and waits to be let on.
pub(crate) struct Gate {
    reached: Semaphore,
    open: Semaphore,
    left: Semaphore,
}

/// Somebody at a gate.
struct Waiting<'g>(&'g Gate);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.left.add_permits(1);
    }
}

impl Default for Gate {
    fn default() -> Self {
        Self { reached: Semaphore::new(0), open: Semaphore::new(0), left: Semaphore::new(0) }
    }
}

impl Gate {
    async fn pass(&self) {
        let _waiting = Waiting(self);
        self.reached.add_permits(1);
        self.open.acquire().await.unwrap().forget();
    }

    /// Waits until somebody stands at the gate.
    pub(crate) async fn reached(&self) {
        self.reached.acquire().await.unwrap().forget();
    }

    /// Waits until somebody stands there no more, whether let through or dropped.
    pub(crate) async fn left(&self) {
        self.left.acquire().await.unwrap().forget();
    }

    /// Lets one through.
    pub(crate) fn open(&self) {
        self.open.add_permits(1);
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Length {
    letters: usize,
    /// Of the same form: the schema refers to itself.
    parts: Vec<Length>,
}

/// Write a note. An empty one is none, and one that is called `broken` cannot be written.
#[preview_tool(apply = write, output = Length, idempotent)]
pub(crate) async fn note(text: String) -> Result<Preview<String>, BoxError> {
    if text.is_empty() {
        return Ok(Preview::nothing("There is nothing to write."));
    }
    let shown = format!("Would write: {text}");
    let length = Length { letters: text.len(), parts: Vec::new() };
    let summary = text.clone();
    Ok(Preview::stage(text, shown).summary(summary).details(serde_json::to_value(length)?))
}

async fn write(text: String, cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    if text == "broken" {
        return Err("the pen is broken".into());
    }
    cx.require_state::<Arc<Desk>>()?.write(&text);
    Ok(ToolOutput::text(format!("Wrote: {text}")))
}

/// Write a note, slowly.
#[preview_tool(apply = write_slowly)]
pub(crate) async fn slow_note(
    text: String,
    #[state] desk: &Arc<Desk>,
    #[context] cx: &CallContext<'_>,
) -> Result<Preview<String>, BoxError> {
    cx.report_progress(1, Some(3), "thinking");
    cx.report_progress(1, Some(3), "still thinking");
    cx.report_progress(2, Some(3), "");
    desk.preview.pass().await;
    cx.report_progress(3, Some(3), "done");
    let shown = format!("Would write: {text}");
    Ok(Preview::stage(text, shown))
}

async fn write_slowly(text: String, cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    let desk = cx.require_state::<Arc<Desk>>()?;
    cx.report_progress(5, None, "writing");
    desk.apply.pass().await;
    desk.write(&text);
    Ok(ToolOutput::text(format!("Wrote: {text}")))
}
