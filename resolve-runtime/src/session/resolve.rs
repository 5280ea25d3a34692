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
use crate::machine::{Claim, ClaimError, NewAction};
use crate::output::ToolOutput;
use crate::pending::Payload;
use crate::resolution::{Action, Resolution};

/// The arguments of `resolve`.
const PARAMETERS: &[Parameter] =
    &[Parameter::named("action"), Parameter::named("reason"), Parameter::named("extra")];

/// Decodes the arguments of `resolve`. On discard an `extra` that is no object is dropped.
fn decode_arguments(arguments: &Arguments<'_>) -> Result<Resolution, ArgumentError> {
    let mut split = arguments.split::<{ PARAMETERS.len() }>(PARAMETERS)?;
    let action: Action = split.take()?;
    let mut resolution = Resolution::new(action, split.take::<String>()?);
    if let Some(text) = split.take_text() {
        resolution.extra = match (text.parse(), action) {
            (Ok(Value::Object(extra)), _) => Some(Arc::new(extra)),
            (_, Action::Discard) => None,
            (_, Action::Apply) => {
                let problem = format!("expected a JSON object, found `{text}`; or leave it out");
                return Err(ArgumentError::new(RESOLVE, "extra", problem));
            }
        };
    }
    Ok(resolution)
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
    /// A decision that comes while the same action is being resolved waits for that outcome and
    /// returns it, and so does a second apply of an applied action: it never runs twice.
    ///
    /// # Errors
    ///
    /// As a `resolve` call of the model's; [`CallError::AlreadyOver`] if the action ended
    /// otherwise; [`CallError::UnknownAction`] if the session does not know the id.
    ///
    /// # Cancellation safety
    ///
    /// When the future is dropped, an apply that has begun goes on in the background.
    pub async fn resolve(
        &self,
        id: ActionId,
        mut resolution: Resolution,
        abort: &CancellationToken,
    ) -> Result<Arc<ToolOutput>, CallError> {
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
                    Err(Refused::Running(waiting))
                }
                Err(error) => Err(Refused::Over(report::over(id, action, &error, &core.machine))),
            });
            return match claimed {
                Ok(Some(target)) => {
                    let errand = self.errand(target, resolution, extra, "".into(), true);
                    drive::carry_out(errand, abort, &mut Reached::nothing()).await
                }
                Ok(None) => Err(CallError::UnknownAction { id }),
                Err(Refused::Running(waiting)) => match poll::race(waiting, abort).await {
                    Some(Ok(Ok(outcome))) => outcome,
                    // The other decision was given up before it had begun.
                    Some(_) => continue,
                    None => Err(Aborted::NotStarted.into()),
                },
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
        let errand = self.errand(target, resolution, extra, call_id, false);
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
        loop {
            let found = self.with_core(|core| {
                let id = match core.machine.candidate() {
                    Ok(id) => id,
                    Err(error) => return Found::None(core.standing.last().cloned(), error),
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
                Found::None(standing, error) => {
                    return self.standing_target(standing, &error, action).map(|t| (t, None));
                }
            }
        }
    }

    fn standing_target(
        &self,
        standing: Option<(u64, Payload, Arc<str>)>,
        error: &ClaimError,
        action: Action,
    ) -> Result<Target, CallError> {
        let (Some((_, payload, label)), ClaimError::NothingPending) = (standing, error) else {
            return Err(report::no_target(error));
        };
        let id = self.shared.ids.next_id();
        let target_of = (Arc::clone(&payload.handler), payload.tool.clone(), Arc::clone(&label));
        let new = NewAction { label, directive_label: "standing".into(), payload };
        let claim = self.with_core(|core| core.machine.claim_standing(id, new, action));
        let (handler, tool, label) = target_of;
        Ok(Target { claim, handler, tool, label })
    }

    fn errand(
        &self,
        target: Target,
        resolution: Resolution,
        extra: Option<AnyExtra>,
        call_id: Arc<str>,
        by_host: bool,
    ) -> Errand {
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
    Running(tokio::sync::oneshot::Receiver<Outcome>),
    Over(Outcome),
}

enum Found {
    Claimed(Option<Target>),
    Peeked(ActionId, Option<Arc<dyn Handler>>),
    None(Option<(u64, Payload, Arc<str>)>, ClaimError),
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

/// On discard an `extra` that does not fit is dropped.
fn decode_for(
    handler: Option<&dyn Handler>,
    resolution: &mut Resolution,
) -> Result<Option<AnyExtra>, CallError> {
    let (Some(handler), Some(extra)) = (handler, &resolution.extra) else {
        return Ok(None);
    };
    match handler.decode_extra(extra) {
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
