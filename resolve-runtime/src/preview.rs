//! What a preview tool returns.

use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::__private::Failure;
use crate::error::BoxError;
use crate::handler::{ErasedKind, ErasedPreview, Handler};
use crate::output::{Content, Details, Pieces, ToolOutput};

/// What can be staged: plain data that can be stored and loaded again.
///
/// Every type that is `Serialize + DeserializeOwned + Send + Sync + 'static` is a plan.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be staged as a plan",
    label = "not a plan",
    note = "a plan is stored until it is resolved: it needs `#[derive(Serialize, Deserialize)]`, \
            no borrowed fields, and fields that are `Send + Sync`"
)]
pub trait Plan: Serialize + DeserializeOwned + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned + Send + Sync + 'static> Plan for T {}

/// What a preview tool computed: a plan to stage with what is shown of it, or nothing to do.
///
/// # Examples
///
/// ```
/// use resolve_runtime::Preview;
///
/// let moves = vec![("a.txt", "b.txt")];
/// let preview = match moves.len() {
///     0 => Preview::nothing("No file matches."),
///     n => Preview::stage(n, "a.txt -> b.txt").summary(format!("{n} file")),
/// };
/// # let _ = preview;
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Preview<P> {
    pub(crate) kind: PreviewKind<P>,
}

#[derive(Debug, Clone)]
pub(crate) enum PreviewKind<P> {
    Stage(Staged<P>),
    Nothing(ToolOutput),
}

/// A plan and what goes with it.
#[derive(Debug, Clone)]
pub(crate) struct Staged<P> {
    pub(crate) plan: P,
    pub(crate) shown: Pieces,
    pub(crate) title: Option<String>,
    pub(crate) summary: Option<String>,
    pub(crate) details: Option<Details>,
}

impl<P> Preview<P> {
    /// Stages a plan, showing `shown`.
    ///
    /// A plan that is shown as blank text is refused when it is staged: nobody could decide on it.
    pub fn stage(plan: P, shown: impl Into<Content>) -> Self {
        let staged = Staged {
            plan,
            shown: Pieces::One(shown.into()),
            title: None,
            summary: None,
            details: None,
        };
        Self { kind: PreviewKind::Stage(staged) }
    }

    /// Stages nothing and forces nothing; the model reads `output`.
    pub fn nothing(output: impl Into<ToolOutput>) -> Self {
        Self { kind: PreviewKind::Nothing(output.into()) }
    }

    /// A few words about the plan, such as `3 files`. With the title it makes the action's label.
    pub fn summary(self, summary: impl Into<String>) -> Self {
        self.map_staged(|staged| staged.summary = Some(summary.into()))
    }

    /// A title for this action alone, instead of the tool's.
    pub fn title(self, title: impl Into<String>) -> Self {
        self.map_staged(|staged| staged.title = Some(title.into()))
    }

    /// Shows one more piece of content.
    pub fn show(self, content: impl Into<Content>) -> Self {
        self.map_staged(|staged| staged.shown.push(content.into()))
    }

    /// Structured details of the preview, for hosts and renderers; null stands for none.
    pub fn details(self, details: impl Into<Value>) -> Self {
        let details = Some(details.into()).filter(|value| !value.is_null()).map(Details::Tool);
        self.map_staged(|staged| staged.details = details)
    }

    /// Whether there is a plan to stage.
    #[must_use]
    pub fn is_staged(&self) -> bool {
        matches!(self.kind, PreviewKind::Stage(_))
    }

    /// The plan, if there is one.
    #[must_use]
    pub fn plan(&self) -> Option<&P> {
        match &self.kind {
            PreviewKind::Stage(staged) => Some(&staged.plan),
            PreviewKind::Nothing(_) => None,
        }
    }

    /// The same with the plan as part of a handler.
    pub(crate) fn erase<H: Handler>(self, handler: impl FnOnce(P) -> Arc<H>) -> ErasedPreview {
        ErasedPreview(match self.kind {
            PreviewKind::Nothing(output) => ErasedKind::Nothing(Arc::new(output)),
            PreviewKind::Stage(Staged { plan, shown, title, summary, details }) => {
                let plan: Arc<dyn Handler> = handler(plan);
                ErasedKind::Stage(Box::new(Staged { plan, shown, title, summary, details }))
            }
        })
    }

    fn map_staged(mut self, change: impl FnOnce(&mut Staged<P>)) -> Self {
        if let PreviewKind::Stage(staged) = &mut self.kind {
            change(staged);
        }
        self
    }
}

/// What a function under `#[preview_tool]` may return: `Result<Preview<P>, E>`, under any alias,
/// for any error that turns into a [`BoxError`].
#[diagnostic::on_unimplemented(
    message = "a preview tool cannot return `{Self}`",
    label = "expected `Result<Preview<Plan>, BoxError>`",
    note = "return `Ok(Preview::stage(plan, shown))`, or `Ok(Preview::nothing(text))`",
    note = "a future of that is the result of an `async fn`, or `impl Future<Output = ..> + Send`"
)]
pub trait PreviewResult {
    /// What the function stages.
    type Plan: Plan;

    /// The result with its error boxed.
    ///
    /// # Errors
    ///
    /// The function's own.
    fn into_preview(self) -> Result<Preview<Self::Plan>, BoxError>;
}

impl<P: Plan, E: Failure> PreviewResult for Result<Preview<P>, E> {
    type Plan = P;

    fn into_preview(self) -> Result<Preview<P>, BoxError> {
        self.map_err(E::into_box)
    }
}

/// A plan that can tell by itself whether the world is still the one that it was made for.
///
/// Runs right before the apply of every generated tool that does not name its own `verify`.
///
/// # Examples
///
/// ```
/// use std::path::PathBuf;
///
/// use resolve_runtime::prelude::*;
///
/// #[derive(Serialize, Deserialize)]
/// struct Delete {
///     file: PathBuf,
/// }
///
/// impl VerifyPlan for Delete {
///     async fn verify(&self) -> Result<(), BoxError> {
///         if self.file.exists() { Ok(()) } else { Err("The file is gone.".into()) }
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let plan = Delete { file: "no such file".into() };
/// assert_eq!(plan.verify().await.unwrap_err().to_string(), "The file is gone.");
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "the plan `{Self}` cannot verify itself",
    label = "has no `VerifyPlan`",
    note = "add an `impl VerifyPlan for {Self}`, or name a function: `verify = still_there`"
)]
pub trait VerifyPlan: Plan {
    /// Looks, and changes nothing.
    ///
    /// # Errors
    ///
    /// What moved. The error ends the action as stale; its message reaches the model.
    ///
    /// # Cancellation safety
    ///
    /// The future is dropped when the resolution is aborted; the action is pending as before.
    fn verify(&self) -> impl Future<Output = Result<(), BoxError>> + Send;
}
