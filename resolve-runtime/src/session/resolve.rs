//! From a decision to the action that it is about.

use std::sync::Arc;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::drive::{self, Errand, Reached};
use super::{Core, Outcome, Session, poll, report};
use crate::RESOLVE;
use crate::arguments::{ArgumentError, Arguments, Parameter};
use crate::call::ToolCall;
use crate::error::{Aborted, CallError, ToolError};
use crate::handler::{AnyExtra, Handler};
use crate::id::ActionId;
use crate::machine::{ActionState, Claim, ClaimError, NewAction};
use crate::output::ToolOutput;
use crate::resolution::{Action, Resolution};

/// The arguments of `resolve`.
const PARAMETERS: &[Parameter] =
    &[Parameter::named("action"), Parameter::named("reason"), Parameter::named("extra")];

/// Decodes the arguments of `resolve`. On discard an `extra` that is no object is dropped.
pub(crate) fn decode_arguments(arguments: &Arguments<'_>) -> Result<Resolution, ArgumentError> {
    let mut split = arguments.in_order::<{ PARAMETERS.len() }>(PARAMETERS);
    let action = match split.take::<String>()?.as_str() {
        "apply" => Action::Apply,
        "discard" => Action::Discard,
        other => {
            let problem = format!("unknown action `{other}`, expected `apply` or `discard`");
            return Err(ArgumentError::new(RESOLVE, "action", problem));
        }
    };
    let mut resolution = Resolution::new(action, split.take::<String>()?);
    resolution.extra = match (split.take::<Option<Value>>()?, action) {
        (Some(Value::Object(extra)), _) => Some(Arc::new(extra)),
        (Some(other), Action::Apply) => {
            let problem = format!("expected a JSON object, found `{other}`; or leave it out");
            return Err(ArgumentError::new(RESOLVE, "extra", problem));
        }
        (Some(_), Action::Discard) | (None, _) => None,
    };
    Ok(resolution)
}

/// Where a decision comes from, and so who hears of its outcome.
pub(crate) enum By {
    /// From the host: a notice tells the model.
    Host,
    /// From a call, whose result tells the model.
    Call(Arc<str>),
}

/// An action that a decision is about, and who carries it out.
struct Target {
    claim: Claim,
    handler: Arc<dyn Handler>,
    tool: Option<Arc<str>>,
    label: Arc<str>,
}

impl Session {
    /// Resolves one action for the host: a person decided, or a policy did. The model is told in
    /// its next turn.
    ///
    /// A decision that comes while the action is being resolved waits for that. It returns the
    /// outcome if it is the same decision, and so does a second apply of an applied action: it never
    /// runs twice. Another decision is carried out then, if there still is something to decide.
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
    /// let output = session.resolve(id, Resolution::apply("polite"), &abort).await?;
    /// assert_eq!(output.joined_text(), "Hello!");
    /// // It does not run twice: this is the output of the first time.
    /// let again = session.resolve(id, Resolution::apply("polite"), &abort).await?;
    /// assert!(std::sync::Arc::ptr_eq(&output, &again));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As a `resolve` call of the model's; [`CallError::AlreadyOver`] if the action ended
    /// otherwise; [`CallError::UnknownAction`] if the session does not know the id. Outside of a
    /// tokio runtime nothing is resolved.
    ///
    /// # Cancellation safety
    ///
    /// When the future is dropped, an apply that has begun goes on in the background.
    pub async fn resolve(
        &self,
        id: ActionId,
        resolution: Resolution,
        abort: &CancellationToken,
    ) -> Result<Arc<ToolOutput>, CallError> {
        self.resolve_by_id(id, resolution, By::Host, abort).await
    }

    /// Resolves one action for whoever names it.
    pub(crate) async fn resolve_by_id(
        &self,
        id: ActionId,
        mut resolution: Resolution,
        by: By,
        abort: &CancellationToken,
    ) -> Outcome {
        if abort.is_cancelled() {
            return Err(Aborted::NotStarted.into());
        }
        let action = resolution.action;
        let handler = self.with_core(|core| {
            core.machine.action(id).map(|entry| Arc::clone(&entry.payload.handler))
        });
        let extra = decode_for(handler.as_deref(), &mut resolution)?;
        loop {
            let claimed = self.with_core(|core| match core.machine.claim(id, action) {
                Ok(claim) => Ok(target(core, claim)),
                Err(ClaimError::StillRunning { .. }) => {
                    let (outcome, waiting) = tokio::sync::oneshot::channel();
                    core.waiters.push((id, outcome));
                    let running = core.machine.action(id).map(|entry| entry.state);
                    let discards = running == Some(ActionState::Discarding);
                    Err(Refused::Running { waiting, same: discards == (action == Action::Discard) })
                }
                Err(error) => Err(Refused::Over(report::over(id, action, &error, &core.machine))),
            });
            return match claimed {
                Ok(Some(target)) => {
                    let errand = self.errand(target, resolution, extra, by);
                    drive::carry_out(errand, abort, &mut Reached::nothing()).await
                }
                Ok(None) => Err(CallError::UnknownAction { id }),
                Err(Refused::Running { waiting, same }) => {
                    match poll::race(waiting, abort).await {
                        Some(Ok(Ok(outcome))) if same => outcome,
                        // It was the other decision, or was given up: now it is this one's turn.
                        Some(_) => continue,
                        None => Err(Aborted::NotStarted.into()),
                    }
                }
                Err(Refused::Over(outcome)) => outcome,
            };
        }
    }

    /// Carries a `resolve` call of the model's out.
    pub(super) async fn resolve_for_model(
        &self,
        call: &ToolCall<'_>,
        call_id: Arc<str>,
        abort: &CancellationToken,
        reached: &mut Reached,
    ) -> Outcome {
        let arguments = Arguments::new(RESOLVE, &call.arguments);
        let mut resolution = decode_arguments(&arguments).map_err(|error| refuse(&error))?;
        let (target, extra) = self.target_for_model(&mut resolution)?;
        let errand = self.errand(target, resolution, extra, By::Call(call_id));
        drive::carry_out(errand, abort, reached).await
    }

    /// Finds and claims the action that a `resolve` call reaches. Its `extra` is decoded first,
    /// so that one which does not fit consumes nothing.
    fn target_for_model(
        &self,
        resolution: &mut Resolution,
    ) -> Result<(Target, Option<AnyExtra>), CallError> {
        let action = resolution.action;
        let mut decoded: Option<(ActionId, Option<AnyExtra>)> = None;
        let mut standing_id = None;
        loop {
            let found = self.with_core(|core| {
                let id = match core.machine.candidate() {
                    Ok(id) => id,
                    Err(ClaimError::NothingPending) if !core.standing.is_empty() => {
                        return Found::Standing(
                            standing_id.and_then(|id| standing(core, id, action)),
                        );
                    }
                    Err(error) => return Found::None(error),
                };
                if resolution.extra.is_some() && decoded.as_ref().is_none_or(|(of, _)| *of != id) {
                    let entry = core.machine.action(id);
                    return Found::Peeked(id, entry.map(|entry| entry.payload.handler.clone()));
                }
                let claim = core.machine.claim_for_model(id, action);
                Found::Claimed(claim.ok().and_then(|claim| target(core, claim)))
            });
            match found {
                Found::Claimed(Some(target)) => {
                    return Ok((target, decoded.and_then(|(_, extra)| extra)));
                }
                Found::Claimed(None) => {}
                Found::Peeked(id, handler) => {
                    let extra = decode_for(handler.as_deref(), resolution)?;
                    decoded = Some((id, extra));
                }
                Found::Standing(Some(target)) => return Ok((target, None)),
                // The id is made outside the lock, and then everything is looked at again.
                Found::Standing(None) => standing_id = Some(self.shared.fresh_id()),
                Found::None(error) => return Err(report::no_target(&error)),
            }
        }
    }

    fn errand(
        &self,
        target: Target,
        resolution: Resolution,
        extra: Option<AnyExtra>,
        by: By,
    ) -> Errand {
        let (call_id, by_host) = match by {
            By::Host => ("".into(), true),
            By::Call(id) => (id, false),
        };
        Errand {
            shared: Arc::clone(&self.shared),
            claim: target.claim,
            handler: target.handler,
            tool: target.tool,
            label: target.label,
            resolution,
            extra,
            call_id,
            by_host,
        }
    }
}

enum Refused {
    Running {
        waiting: tokio::sync::oneshot::Receiver<Outcome>,
        /// Whether it is the same decision.
        same: bool,
    },
    Over(Outcome),
}

enum Found {
    Claimed(Option<Target>),
    Peeked(ActionId, Option<Arc<dyn Handler>>),
    Standing(Option<Target>),
    None(ClaimError),
}

fn target(core: &Core, claim: Claim) -> Option<Target> {
    let entry = core.machine.action(claim.id)?;
    Some(Target {
        claim,
        handler: Arc::clone(&entry.payload.handler),
        tool: entry.payload.tool.clone(),
        label: Arc::clone(entry.label),
    })
}

/// Claims an invocation of the standing handler that counts now.
fn standing(core: &mut Core, id: ActionId, action: Action) -> Option<Target> {
    let (_, payload, label) = core.standing.last()?.clone();
    let (handler, tool) = (Arc::clone(&payload.handler), payload.tool.clone());
    let new = NewAction { label: Arc::clone(&label), directive_label: "standing".into(), payload };
    let claim = core.machine.claim_standing(id, new, action);
    Some(Target { claim, handler, tool, label })
}

/// On discard an `extra` that does not fit is dropped.
fn decode_for(
    handler: Option<&dyn Handler>,
    resolution: &mut Resolution,
) -> Result<Option<AnyExtra>, CallError> {
    let (Some(handler), Some(extra)) = (handler, &resolution.extra) else {
        return Ok(None);
    };
    let decoded = poll::call_caught(|| handler.decode_extra(extra)).unwrap_or_else(|panic| {
        Err(ArgumentError::new(RESOLVE, "extra", format!("decoding panicked: {panic}")))
    });
    match decoded {
        Ok(extra) => Ok(extra),
        Err(error) if resolution.action == Action::Apply => Err(refuse(&error)),
        Err(_) => {
            resolution.extra = None;
            Ok(None)
        }
    }
}

fn refuse(error: &ArgumentError) -> CallError {
    ToolError::new(error.to_string()).into()
}
