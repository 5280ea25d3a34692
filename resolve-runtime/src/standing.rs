//! Handlers that stand by for as long as a mode of the host lasts.

use crate::pending::PendingAction;
use crate::session::Session;

/// A handler that takes a `resolve` call whenever nothing is pending; the approval of a plan is
/// the classic. It forces nothing, and a failed apply leaves it standing.
///
/// # Examples
///
/// ```
/// use resolve_runtime::prelude::*;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let session = Session::builder().build()?;
/// let plan = PendingAction::new("Plan approval")
///     .apply(|_| async { Ok::<_, BoxError>("Plan approved.") });
/// let standing = session.set_standing(StandingHandler::from(plan));
///
/// // As long as the mode lasts:
/// let call = ToolCall::new("1", "resolve", r#"{"action": "apply", "reason": "it is ready"}"#);
/// let result = session.call(call, &CancellationToken::new()).await;
/// assert_eq!(result.text(), "Plan approved.");
/// drop(standing);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct StandingHandler(PendingAction);

impl From<PendingAction> for StandingHandler {
    fn from(action: PendingAction) -> Self {
        Self(action)
    }
}

/// Keeps a standing handler in place; dropping it removes the handler.
#[derive(Debug)]
#[must_use = "a standing handler is removed when its guard is dropped"]
pub struct StandingGuard {
    session: Session,
    key: u64,
}

impl StandingGuard {
    pub(crate) fn new(session: Session, StandingHandler(action): StandingHandler) -> Self {
        let (label, payload) = action.into_payload();
        let key = session.with_core(|core| {
            core.standing_keys += 1;
            core.standing.push((core.standing_keys, payload, label));
            core.standing_keys
        });
        Self { session, key }
    }
}

impl Drop for StandingGuard {
    fn drop(&mut self) {
        // The handler is dropped outside the lock: its closures may hold anything.
        let removed = self.session.with_core(|core| {
            let index = core.standing.iter().position(|(key, ..)| *key == self.key);
            index.map(|index| core.standing.remove(index))
        });
        drop(removed);
    }
}
