//! One model call and the tool calls that it returned.

use std::fmt;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::poll::call_caught;
use super::{Reminder, Session};
use crate::RESOLVE;
use crate::call::{CallResult, ToolCall};
use crate::choice::ToolChoice;
use crate::definition::ToolDefinition;
use crate::forcing::{Forcing, ForcingCapability};
use crate::id::ActionId;
use crate::machine::{Served, TurnEnd, TurnError, TurnId};
use crate::queue::{Hooks, OnRejected, Rejection};

/// One model call and the tool calls that it returned.
///
/// Dropping it without [`finish`](Self::finish) aborts it: what it forced is forced again.
///
/// # Examples
///
/// ```
/// use resolve_runtime::prelude::*;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let session = Session::builder().build()?;
/// let action = PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hello!") });
/// let id = session.push_pending(action);
/// let abort = CancellationToken::new();
///
/// // The model call fails: what it would have been forced to comes back.
/// let turn = session.begin_turn().await?;
/// assert_eq!(turn.serves(), Some(id));
/// drop(turn);
///
/// let turn = session.begin_turn().await?;
/// assert_eq!(turn.tool_choice(), Some(&ToolChoice::tool("resolve")));
/// assert!(turn.reminders()[0].text().contains("This is a preview."));
/// let call = ToolCall::new("1", "resolve", r#"{"action": "apply", "reason": "fine"}"#);
/// assert_eq!(turn.call(call, &abort).await.text(), "Hello!");
/// turn.finish();
/// # Ok(())
/// # }
/// ```
#[must_use = "a turn that is dropped is aborted"]
pub struct Turn {
    session: Session,
    id: TurnId,
    /// Set until the turn has ended.
    open: bool,
    serves: Option<ActionId>,
    choice: Option<ToolChoice>,
    forcing: Forcing,
    hooks: Option<Arc<Hooks>>,
    reminders: Vec<Reminder>,
    unanswered: Vec<CallResult>,
}

impl Session {
    /// Begins a turn of a model that honours a tool choice which names a tool, as
    /// [`begin_turn_for`](Self::begin_turn_for) does of every other.
    ///
    /// # Errors
    ///
    /// If the turn before is still open.
    ///
    /// # Panics
    ///
    /// As for [`begin_turn_for`](Self::begin_turn_for).
    ///
    /// # Cancellation safety
    ///
    /// Nothing is lost when the future is dropped.
    pub async fn begin_turn(&self) -> Result<Turn, TurnError> {
        self.begin_turn_for(ForcingCapability::default()).await
    }

    /// Begins a turn: takes the next choice from the queue and marks it in flight.
    ///
    /// `capability` says what the model honours. A pending action that it cannot be forced to
    /// resolve is asked for, and [`Event::NotForced`](crate::Event::NotForced) says so.
    ///
    /// # Examples
    ///
    /// ```
    /// use resolve_runtime::prelude::*;
    /// use resolve_runtime::{Forcing, ForcingCapability, Provider, Thinking};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), BoxError> {
    /// let session = Session::builder().build()?;
    /// session.push_pending(PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hi!") }));
    ///
    /// let thinks = ForcingCapability::of(Provider::Anthropic, "claude-opus-4-5", Thinking::Manual);
    /// let turn = session.begin_turn_for(thinks).await?;
    /// assert_eq!((turn.forcing(), turn.tool_choice()), (Forcing::Soft, None));
    /// assert_eq!(turn.reminders().len(), 1, "the model is asked");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// If the turn before is still open, or a directive of the host's own forces what the model does
    /// not honour: that is an error before any request, and nothing is taken from the queue.
    ///
    /// # Panics
    ///
    /// If the iterator of a sequence panics that was given to
    /// [`push_sequence`](crate::ToolChoiceQueue::push_sequence). No turn has begun then.
    ///
    /// # Cancellation safety
    ///
    /// Nothing is lost when the future is dropped.
    #[expect(clippy::unused_async, reason = "a session whose actions are stored will have to wait")]
    pub async fn begin_turn_for(&self, capability: ForcingCapability) -> Result<Turn, TurnError> {
        let (began, unanswered) = self.with_core(|core| {
            let began = core.machine.begin_turn(capability)?;
            Ok((began, std::mem::take(&mut core.unanswered)))
        })?;
        let (id, forcing, mut reminders) = (began.id, began.forcing, began.notices);
        let (serves, choice, hooks) = match began.served {
            Served::Nothing => (None, None, None),
            Served::Action(id) => {
                reminders.push(Reminder::preview());
                (Some(id), forcing.forces().then(|| ToolChoice::tool(RESOLVE)), None)
            }
            Served::Host { choice, hooks } => {
                // `resolve` may be forced by the host as well; then the model has to know why.
                if choice.forced_tool() == Some(RESOLVE) {
                    reminders.push(Reminder::preview());
                }
                (None, Some(choice), Some(hooks))
            }
        };
        let session = self.clone();
        Ok(Turn { session, id, open: true, serves, choice, forcing, hooks, reminders, unanswered })
    }
}

impl Turn {
    /// The definitions for this model call: those of the session's tools and `resolve`. They are
    /// the same in every turn.
    #[must_use]
    pub fn tools(&self) -> &[Arc<ToolDefinition>] {
        &self.session.shared.definitions
    }

    /// The tool choice for this model call, if it has to have one. [`forcing`](Self::forcing) says
    /// how the request puts it.
    #[must_use]
    pub fn tool_choice(&self) -> Option<&ToolChoice> {
        self.choice.as_ref()
    }

    /// How the request is to put its tool choice, or the want of one: the best of what the model
    /// honours. It is [`Forcing::Named`] unless the turn was begun for a model that does not.
    #[must_use]
    pub fn forcing(&self) -> Forcing {
        self.forcing
    }

    /// What to append to the messages of this model call, behind everything that answers the turn
    /// before.
    #[must_use]
    pub fn reminders(&self) -> &[Reminder] {
        &self.reminders
    }

    /// Takes the results of calls whose futures were dropped before they ended. The model's calls
    /// need one each: put these where the missing ones belong. What is not taken comes back in the
    /// next turn.
    #[must_use]
    pub fn take_unanswered(&mut self) -> Vec<CallResult> {
        std::mem::take(&mut self.unanswered)
    }

    /// The action whose resolution is forced.
    #[must_use]
    pub fn serves(&self) -> Option<ActionId> {
        self.serves
    }

    /// Carries one of the model's calls out. There is exactly one result, in every case. Calls may
    /// go on side by side.
    ///
    /// # Panics
    ///
    /// If the call-back of [`Directive::on_invoked`](crate::Directive::on_invoked) panics. A panic
    /// of a tool is caught, and is the call's result.
    ///
    /// # Cancellation safety
    ///
    /// When the future is dropped a preview is dropped with it, an apply goes on in the
    /// background, and a later turn has the call's result in
    /// [`take_unanswered`](Self::take_unanswered).
    pub fn call<'c>(
        &'c self,
        call: ToolCall<'c>,
        abort: &'c CancellationToken,
    ) -> impl Future<Output = CallResult> + Send + 'c {
        if let Some(hooks) = &self.hooks
            && !abort.is_cancelled()
            && self.session.with_core(|core| core.machine.invoke_host_directive(&call.name))
        {
            hooks.invoked(&call);
        }
        self.session.call(call, abort)
    }

    /// Ends the turn: all calls that the model returned were carried out.
    ///
    /// # Panics
    ///
    /// If a call-back of the directive that it serves panics. The turn has ended nevertheless.
    pub fn finish(mut self) {
        let Some(hooks) = self.take_hooks() else {
            self.end(TurnEnd::Finished);
            return;
        };
        // Until it has ended, a panic of a call-back aborts it.
        if self.session.with_core(|core| core.machine.host_directive_ignored()) {
            let requeue = hooks.rejected(Rejection::Ignored) == OnRejected::Requeue;
            self.end(TurnEnd::Ignored { requeue });
        } else {
            self.end(TurnEnd::Finished);
            hooks.resolved();
        }
    }

    /// Ends the turn as cancelled or failed, which is what dropping it does.
    pub fn abort(self) {
        drop(self);
    }

    /// The call-backs of the directive in flight, unless it was removed meanwhile.
    fn take_hooks(&mut self) -> Option<Arc<Hooks>> {
        let hooks = self.hooks.take()?;
        let serves = self.session.with_core(|core| core.machine.serves_host_directive());
        serves.then_some(hooks)
    }

    fn end(&mut self, end: TurnEnd) {
        self.open = false;
        let (id, unanswered) = (self.id, self.take_unanswered());
        self.session.with_core(|core| {
            core.machine.end_turn(id, end);
            if !unanswered.is_empty() {
                core.unanswered.splice(0..0, unanswered);
            }
        });
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if !self.open {
            return;
        }
        // A destructor must not panic: a call-back that does is one that was not asked.
        let requeue = call_caught(|| {
            let hooks = self.take_hooks();
            hooks.is_some_and(|hooks| hooks.rejected(Rejection::Aborted) == OnRejected::Requeue)
        });
        self.end(TurnEnd::Aborted { requeue: requeue.unwrap_or(false) });
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turn")
            .field("id", &self.id)
            .field("serves", &self.serves)
            .field("choice", &self.choice)
            .field("reminders", &self.reminders.len())
            .finish_non_exhaustive()
    }
}
