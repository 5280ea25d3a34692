//! What a turn tells the model beside the conversation.

use std::borrow::Cow;
use std::fmt;

use crate::id::ActionId;
use crate::machine::ActionState;
use crate::resolution::Decider;

/// What stands in every turn that forces `resolve`.
pub(crate) const PREVIEW_REMINDER: &str = "<system-reminder>\nThis is a preview. Call the \
     `resolve` tool to apply or discard these changes.\n</system-reminder>";

/// What a reminder is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReminderKind {
    /// A preview waits for its resolution. Comes back as long as it does.
    Preview,
    /// An action ended while the model was not looking. Told once.
    Notice {
        /// The action.
        id: ActionId,
        /// How it ended.
        state: ActionState,
    },
}

/// A text to append to the messages of a model call, behind the results of the turn before.
///
/// # Examples
///
/// ```
/// use resolve_runtime::prelude::*;
/// use resolve_runtime::{ActionState, ReminderKind};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let session = Session::builder().build()?;
/// let action = PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hello!") });
/// let id = session.push_pending(action);
/// session.resolve(id, Resolution::discard("too early"), &CancellationToken::new()).await?;
///
/// let turn = session.begin_turn().await?;
/// let reminder = &turn.reminders()[0];
/// let state = ActionState::Discarded;
/// assert_eq!(reminder.kind(), ReminderKind::Notice { id, state });
/// assert_eq!(
///     reminder.to_string(),
///     "<system-reminder>\nGreet: was discarded by a person; nothing was changed. \
///      Reason: too early\n</system-reminder>"
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reminder {
    kind: ReminderKind,
    text: Cow<'static, str>,
}

impl Reminder {
    pub(super) fn preview() -> Self {
        Self { kind: ReminderKind::Preview, text: Cow::Borrowed(PREVIEW_REMINDER) }
    }

    /// Tells of an action that was resolved by somebody else than the model.
    pub(super) fn decided(
        id: ActionId,
        state: ActionState,
        label: &str,
        decider: Decider,
        reason: &str,
    ) -> Self {
        let reason = if reason.is_empty() { "none given" } else { reason };
        let text = match state {
            ActionState::Applied => format!("{label}: was applied by {decider}. Reason: {reason}"),
            ActionState::Discarded => format!(
                "{label}: was discarded by {decider}; nothing was changed. Reason: {reason}"
            ),
            other => return Self::ended(id, other, label),
        };
        Self::notice(id, state, &text)
    }

    /// Tells of an action whose caller had stopped waiting.
    pub(super) fn ended(id: ActionId, state: ActionState, label: &str) -> Self {
        let text = match state {
            ActionState::Applied => {
                format!("{label}: was applied after all, although the call was aborted.")
            }
            ActionState::Stale => {
                format!("{label}: the preview went stale; nothing was changed by it.")
            }
            ActionState::Withdrawn => format!(
                "{label}: was applied although it was withdrawn, since the apply had begun."
            ),
            ActionState::Interrupted => format!(
                "{label}: the apply was cut off and nobody knows how far it came. Look before you \
                 go on."
            ),
            other => format!("{label}: is {other}."),
        };
        Self::notice(id, state, &text)
    }

    fn notice(id: ActionId, state: ActionState, text: &str) -> Self {
        let text = format!("<system-reminder>\n{text}\n</system-reminder>").into();
        Self { kind: ReminderKind::Notice { id, state }, text }
    }

    /// What it is about.
    #[must_use]
    pub fn kind(&self) -> ReminderKind {
        self.kind
    }

    /// Whether it tells, once, of an action that ended.
    #[must_use]
    pub fn is_notice(&self) -> bool {
        matches!(self.kind, ReminderKind::Notice { .. })
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Reminder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
