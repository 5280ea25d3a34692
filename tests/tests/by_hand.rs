//! One tool twice, by the attribute and by hand: nothing that a session hands out differs.

use resolve_runtime::prelude::*;
use resolve_runtime::{ActionId, CallResult, IdSource};
use serde_json::{Value, json};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Shift {
    by: i64,
    from: i64,
}

struct Limit(i64);

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Options {
    factor: i64,
}

async fn shift_up(plan: Shift, cx: &ResolveContext<'_, Options>) -> Result<ToolOutput, BoxError> {
    let factor = cx.extra().map_or(1, |options| options.factor);
    let sum = plan.from + plan.by * factor;
    let limit = cx.require_state::<Limit>()?.0;
    if sum > limit {
        return Err(ToolError::new(format!("{sum} is above {limit}.")).into());
    }
    let details = json!({ "sum": sum });
    Ok(ToolOutput::text(format!("Now {sum}.")).with_details(details))
}

async fn shift_nothing(
    plan: Shift,
    cx: &ResolveContext<'_, Options>,
) -> Result<Option<ToolOutput>, BoxError> {
    match cx.reason() {
        "loud" => Ok(Some(ToolOutput::text(format!("Still {}.", plan.from)))),
        "broken" => Err("The reject broke.".into()),
        _ => Ok(None),
    }
}

async fn shift_still_fits(plan: &Shift, _: &ResolveContext<'_, Options>) -> Result<(), BoxError> {
    match plan.from {
        99 => Err("The value moved.".into()),
        _ => Ok(()),
    }
}

/// Shift a value.
///
/// By a little.
#[preview_tool(
    title = "Shift It",
    apply = shift_up,
    reject = shift_nothing,
    verify = shift_still_fits,
    extra = Options,
    destructive,
    struct = ShiftTool
)]
async fn shift(
    /// By how much.
    by: i64,
    #[serde(default)] from: i64,
    note: Option<String>,
    #[state] limit: &Limit,
    #[context] cx: &CallContext<'_>,
) -> Result<Preview<Shift>, BoxError> {
    preview_shift((by, from, note), limit, cx)
}

fn preview_shift(
    (by, from, note): (i64, i64, Option<String>),
    limit: &Limit,
    cx: &CallContext<'_>,
) -> Result<Preview<Shift>, BoxError> {
    if by == 0 {
        return Ok(Preview::nothing("Nothing to shift."));
    }
    if by > limit.0 {
        return Err(format!("{by} is too much.").into());
    }
    let shown = format!("{from} + {by} for {} {note:?}", cx.call_id());
    Ok(Preview::stage(Shift { by, from }, shown).summary(format!("by {by}")))
}

mod by_hand {
    use std::sync::Arc;

    use resolve_runtime::prelude::*;
    use resolve_runtime::{Arguments, Parameter, StateRequirement, ToolDefinition};

    use super::{Limit, Options, Shift};

    const PARAMETERS: &[Parameter] = &[
        Parameter::new::<i64>("by", "By how much."),
        Parameter::new::<i64>("from", "").with_default(),
        Parameter::new::<Option<String>>("note", ""),
    ];

    pub(super) struct ShiftByHand;

    impl PreviewTool for ShiftByHand {
        type Plan = Shift;
        type Extra = Options;

        fn definition(&self) -> Arc<ToolDefinition> {
            Arc::new(
                ToolDefinition::new("shift")
                    .with_title("Shift It")
                    .with_description("Shift a value.\n\nBy a little.")
                    .with_parameters(PARAMETERS)
                    .with_destructive(true),
            )
        }

        fn required_state(&self) -> Vec<StateRequirement> {
            vec![StateRequirement::of::<Limit>()]
        }

        async fn preview(
            &self,
            arguments: &Arguments<'_>,
            cx: &CallContext<'_>,
        ) -> Result<Preview<Shift>, BoxError> {
            let mut values = arguments.split::<3>(PARAMETERS)?;
            let by = values.take()?;
            let from = values.take_or(i64::default)?;
            let note = values.take()?;
            super::preview_shift((by, from, note), cx.require_state()?, cx)
        }

        async fn verify(
            &self,
            plan: &Shift,
            cx: &ResolveContext<'_, Options>,
        ) -> Result<(), BoxError> {
            super::shift_still_fits(plan, cx).await
        }

        async fn apply(
            &self,
            plan: &Shift,
            cx: &ResolveContext<'_, Options>,
        ) -> Result<ToolOutput, BoxError> {
            super::shift_up(plan.clone(), cx).await
        }

        async fn reject(
            &self,
            plan: &Shift,
            cx: &ResolveContext<'_, Options>,
        ) -> Result<Option<ToolOutput>, BoxError> {
            super::shift_nothing(plan.clone(), cx).await
        }
    }
}

/// The same ids in both sessions.
struct Counted(std::sync::atomic::AtomicU64);

impl IdSource for Counted {
    fn next_id(&self) -> ActionId {
        let next = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        format!("00000000-0000-4000-8000-{next:012x}").parse().unwrap()
    }
}

/// Everything that a host can see of a session in which these calls are made.
async fn seen(tool: impl PreviewTool, calls: &[(&str, &str)]) -> Vec<String> {
    let session =
        Session::builder().tool(tool).state(Limit(100)).ids(Counted(0.into())).build().unwrap();
    let mut seen = Vec::new();
    for (name, arguments) in calls {
        let turn = session.begin_turn().await.unwrap();
        seen.push(format!("{:?} {:?} {:?}", turn.tools(), turn.tool_choice(), turn.reminders()));
        let call = ToolCall::new("call", *name, *arguments);
        let result = turn.call(call, &CancellationToken::new()).await;
        seen.push(told(&result));
        turn.finish();
        seen.push(format!("{:?}", session.pending()));
    }
    seen
}

fn told(result: &CallResult) -> String {
    format!("{} {:?} {:?}", result.to_json(), result.outcome(), result.staged())
}

async fn no_difference(calls: &[(&str, &str)]) {
    let generated = seen(ShiftTool, calls).await;
    let by_hand = seen(by_hand::ShiftByHand, calls).await;
    assert_eq!(generated, by_hand);
}

#[tokio::test]
async fn definitions_are_equal() {
    let generated = ShiftTool.definition();
    let by_hand = by_hand::ShiftByHand.definition();
    assert_eq!(generated, by_hand);
    assert_eq!(
        Value::from(generated.input_schema().clone()).to_string(),
        Value::from(by_hand.input_schema().clone()).to_string()
    );
    assert_eq!(ShiftTool.required_state(), by_hand::ShiftByHand.required_state());
}

const STAGE: (&str, &str) = ("shift", r#"{"by":3,"from":4,"note":"n"}"#);

#[tokio::test]
async fn previews_are_equal() {
    no_difference(&[STAGE]).await;
    no_difference(&[("shift", r#"{"by":0}"#)]).await;
    no_difference(&[("shift", r#"{"by":101}"#)]).await;
    for wrong in ["{}", "[]", "{", r#"{"by":"3"}"#, r#"{"by":1,"up":2}"#, r#"{"by":1,"by":2}"#, ""]
    {
        no_difference(&[("shift", wrong)]).await;
    }
}

#[tokio::test]
async fn applies_are_equal() {
    no_difference(&[STAGE, ("resolve", r#"{"action":"apply","reason":"fine"}"#)]).await;
    let with_extra = r#"{"action":"apply","reason":"fine","extra":{"factor":5}}"#;
    no_difference(&[STAGE, ("resolve", with_extra)]).await;
    let wrong_extra = r#"{"action":"apply","reason":"fine","extra":{"factor":"5"}}"#;
    no_difference(&[STAGE, ("resolve", wrong_extra), ("resolve", with_extra)]).await;
    let too_much = r#"{"action":"apply","reason":"fine","extra":{"factor":500}}"#;
    no_difference(&[STAGE, ("resolve", too_much), ("resolve", with_extra)]).await;
}

#[tokio::test]
async fn stale_previews_are_equal() {
    let stale = ("shift", r#"{"by":1,"from":99}"#);
    no_difference(&[stale, ("resolve", r#"{"action":"apply","reason":"fine"}"#)]).await;
}

#[tokio::test]
async fn discards_are_equal() {
    for reason in ["quiet", "loud", "broken"] {
        let discard = json!({ "action": "discard", "reason": reason }).to_string();
        no_difference(&[STAGE, ("resolve", &discard)]).await;
    }
}
