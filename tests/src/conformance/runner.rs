//! Running scenarios.

use std::collections::VecDeque;
use std::sync::Arc;

use resolve_runtime::{
    CallError, CallResult, CancellationToken, Directive, OnRejected, RESOLVE, Session,
    StandingGuard, StandingHandler, ToolCall, ToolChoice, Turn,
};
use serde_json::{Map, Value, json};
use tokio::task::JoinHandle;

use super::callback::{self, Stage};
use super::scenario::{Abort, Choice, Op, ResolveCall, Scenario, Step};

/// How often other tasks are let run, so that all that can go on has gone on.
const ROUNDS: usize = 64;

/// The observations of a scenario, one a step: each has `scenario`, `step` and `op`.
///
/// # Panics
///
/// If no async runtime can be made.
#[must_use]
pub fn observe(scenario: &Scenario) -> Vec<Map<String, Value>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(async {
        let mut runner = Runner::new();
        let mut observations = Vec::new();
        for (index, step) in scenario.steps.iter().enumerate() {
            let mut observation = runner.step(&step.op).await;
            observation.insert("scenario".to_owned(), scenario.name.as_str().into());
            observation.insert("step".to_owned(), index.into());
            observation.insert("op".to_owned(), step.op.name().into());
            observations.push(observation);
        }
        observations
    })
}

struct Runner {
    session: Session,
    stage: Arc<Stage>,
    turn: Option<Turn>,
    standing: Option<StandingGuard>,
    started: VecDeque<JoinHandle<CallResult>>,
    calls: usize,
}

impl Runner {
    fn new() -> Self {
        Self {
            session: Session::builder().build().expect("no tools, no faults"),
            stage: Arc::default(),
            turn: None,
            standing: None,
            started: VecDeque::new(),
            calls: 0,
        }
    }

    async fn step(&mut self, op: &Op) -> Map<String, Value> {
        let mut seen = Map::new();
        match op {
            Op::Queue(callbacks) => {
                self.session.push_pending(callback::action(callbacks.clone(), &self.stage));
            }
            Op::Standing(callbacks) => {
                let action = callback::action(callbacks.clone(), &self.stage);
                let guard = self.session.set_standing(StandingHandler::from(action));
                self.standing = Some(guard);
            }
            Op::ClearStanding => self.standing = None,
            Op::Next => seen = self.next().await,
            Op::TurnResolved => {
                if let Some(turn) = self.turn.take() {
                    turn.finish();
                }
            }
            Op::TurnRejected => drop(self.turn.take()),
            Op::Resolve(call) => seen = self.resolve(arguments(call), call.abort).await,
            Op::ResolveRaw { arguments } => seen = self.resolve(arguments.clone(), None).await,
            Op::ResolveStart(call) => {
                let task = self.start(&arguments(call), CancellationToken::new());
                self.until_begun_or_ended(&task).await;
                self.started.push_back(task);
                self.add_callbacks(&mut seen);
            }
            Op::ResolveAwait => {
                if let Some(task) = self.started.pop_front() {
                    seen = described(&task.await.expect("a call does not panic"));
                }
                self.add_callbacks(&mut seen);
            }
            Op::Release { gate } => {
                self.stage.gate(gate).notify_waiters();
                let_others_run().await;
            }
            Op::PushOnce { choice, label, now, requeue } => {
                let directive = directive(label, *now, *requeue);
                self.session.queue().push_once(tool_choice(choice), directive);
            }
            Op::PushSequence { choices, label, now, requeue } => {
                let choices: Vec<_> = choices.iter().map(tool_choice).collect();
                let directive = directive(label, *now, *requeue);
                self.session.queue().push_sequence(choices, directive);
            }
            Op::RemoveByLabel { label } => {
                self.session.queue().remove_by_label(label);
            }
            Op::Clear => {
                self.session.queue().clear();
            }
            Op::LastServed => {
                let label = self.session.queue().consume_last_served_label();
                seen.insert("label".to_owned(), label.as_deref().into());
            }
            Op::Inspect => seen = self.inspect(),
            Op::Repeat { n, steps } => self.repeat(*n, steps).await,
        }
        seen
    }

    async fn repeat(&mut self, n: usize, steps: &[Step]) {
        for _ in 0..n {
            for step in steps {
                Box::pin(self.step(&step.op)).await;
            }
        }
        self.stage.take_begun();
    }

    async fn next(&mut self) -> Map<String, Value> {
        drop(self.turn.take());
        let turn = self.session.begin_turn().await.expect("the turn before was dropped");
        let choice = match turn.tool_choice() {
            None => Value::Null,
            Some(ToolChoice::Tool(name)) => json!({ "tool": name }),
            Some(word) => word.to_string().into(),
        };
        let notices = turn.reminders().iter().filter(|reminder| reminder.is_notice()).count();
        let reminders = turn.reminders().len() - notices;
        self.turn = Some(turn);
        object(json!({ "choice": choice, "reminders": reminders, "notices": notices }))
    }

    async fn resolve(&mut self, arguments: Value, abort: Option<Abort>) -> Map<String, Value> {
        self.stage.take_begun();
        let token = CancellationToken::new();
        if abort == Some(Abort::Before) {
            token.cancel();
        }
        let task = self.start(&arguments, token.clone());
        if abort == Some(Abort::During) {
            self.until_begun_or_ended(&task).await;
            token.cancel();
        }
        let mut seen = described(&task.await.expect("a call does not panic"));
        self.add_callbacks(&mut seen);
        seen
    }

    /// A call in a task of its own, in the open turn if there is one.
    fn start(&mut self, arguments: &Value, token: CancellationToken) -> JoinHandle<CallResult> {
        self.calls += 1;
        let (session, id) = (self.session.clone(), format!("call-{}", self.calls));
        let call = ToolCall::from_value(id, RESOLVE, arguments);
        tokio::spawn(async move { session.call(call, &token).await })
    }

    async fn until_begun_or_ended(&self, task: &JoinHandle<CallResult>) {
        while !self.stage.has_begun() && !task.is_finished() {
            tokio::task::yield_now().await;
        }
        let_others_run().await;
    }

    fn add_callbacks(&self, seen: &mut Map<String, Value>) {
        seen.insert("callbacks".to_owned(), self.stage.take_begun().into());
    }

    fn inspect(&self) -> Map<String, Value> {
        let labels: Vec<_> =
            self.session.queue().inspect().iter().map(ToString::to_string).collect();
        let pending: Vec<_> = self
            .session
            .pending()
            .into_iter()
            .filter(|action| action.state == resolve_runtime::ActionState::Pending)
            .map(|action| action.label.to_string())
            .collect();
        object(json!({ "labels": labels, "pending": pending }))
    }
}

async fn let_others_run() {
    for _ in 0..ROUNDS {
        tokio::task::yield_now().await;
    }
}

fn arguments(call: &ResolveCall) -> Value {
    let mut arguments = json!({ "action": call.action, "reason": call.reason });
    if let Some(extra) = &call.extra {
        arguments["extra"] = extra.clone();
    }
    arguments
}

fn described(result: &CallResult) -> Map<String, Value> {
    match result.outcome() {
        Ok(output) => object(json!({
            "text": output.joined_text(),
            "isError": output.is_error(),
            "details": output.details(),
        })),
        Err(error) => {
            let kind = match error {
                CallError::Tool(_) => "tool",
                CallError::Aborted(_) => "aborted",
                _ => "other",
            };
            object(json!({ "error": { "kind": kind, "message": error.to_string() } }))
        }
    }
}

fn directive(label: &str, now: bool, requeue: bool) -> Directive {
    let directive = Directive::labelled(label);
    let directive = if now { directive.now() } else { directive };
    let rejected = if requeue { OnRejected::Requeue } else { OnRejected::Drop };
    directive.on_rejected(move |_| rejected)
}

fn tool_choice(choice: &Choice) -> ToolChoice {
    match choice {
        Choice::Tool { name } => ToolChoice::tool(name.clone()),
        Choice::Word(word) => match word.as_str() {
            "none" => ToolChoice::None,
            "required" => ToolChoice::Required,
            _ => ToolChoice::Auto,
        },
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
