//! Handlers of every shape: shared, associated, generic, behind paths, with outputs of all kinds.
#![deny(warnings)]

use std::fmt::{Debug, Display};
use std::pin::Pin;

use resolve_runtime::prelude::*;
use tests::tools::assert_runs;

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Plan(u8);

fn staged(number: u8) -> Result<Preview<Plan>, BoxError> {
    Ok(Preview::stage(Plan(number), "staged"))
}

async fn shared(plan: Plan, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(plan.0.to_string().into())
}

#[preview_tool(apply = shared)]
fn shared_by_one(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

#[preview_tool(apply = shared)]
fn shared_by_two(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number + 1)
}

impl Plan {
    async fn apply(self, _: &ResolveContext<'_>) -> Result<String, BoxError> {
        Ok(format!("by value {}", self.0))
    }

    async fn reject(&self, _: &ResolveContext<'_>) -> Result<Option<String>, BoxError> {
        Ok(Some(format!("rejected {}", self.0)))
    }

    async fn verify(&self, _: &ResolveContext<'_>) -> Result<(), String> {
        if self.0 > 8 { Err("too much".to_owned()) } else { Ok(()) }
    }
}

#[preview_tool(apply = Plan::apply, reject = Plan::reject, verify = Plan::verify)]
fn associated(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

trait Kind {
    async fn carry_out(plan: &Plan, _: &ResolveContext<'_>) -> Result<&'static str, BoxError>;
}

struct Loud<T>(T);

impl Kind for Loud<u8> {
    async fn carry_out(plan: &Plan, _: &ResolveContext<'_>) -> Result<&'static str, BoxError> {
        if plan.0 == 1 { Ok("One!") } else { Ok("Many!") }
    }
}

#[preview_tool(apply = <Loud<u8> as Kind>::carry_out)]
fn by_trait(number: u8) -> Result<Preview<Plan>, BoxError> {
    let _ = Loud(number);
    staged(number)
}

async fn generic<T: Default + Display>(
    plan: Plan,
    _: &ResolveContext<'_>,
) -> Result<String, std::fmt::Error> {
    Ok(format!("{} {}", plan.0, T::default()))
}

#[preview_tool(apply = generic::<u8>)]
fn turbofish(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

async fn over_plans<P: Debug>(plan: &P, _: &ResolveContext<'_>) -> Result<String, BoxError> {
    Ok(format!("{plan:?}"))
}

#[preview_tool(apply = over_plans::<Plan>)]
fn over_its_plan(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

#[preview_tool(apply = over_plans)]
fn over_an_inferred_plan(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

async fn over_extras<E>(plan: Plan, cx: &ResolveContext<'_, E>) -> Result<String, BoxError> {
    Ok(format!("{} {}", plan.0, cx.reason()))
}

#[preview_tool(apply = over_extras)]
fn over_an_inferred_extra(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

mod deep {
    pub mod deeper {
        use super::super::Plan;
        use resolve_runtime::prelude::*;

        pub async fn named<'a>(
            plan: &'a Plan,
            cx: &'a ResolveContext<'a>,
        ) -> Result<String, BoxError> {
            Ok(format!("{} {}", plan.0, cx.reason()))
        }

        pub async fn named_twice<'p, 'c>(
            plan: &'p Plan,
            cx: &'c ResolveContext<'_>,
        ) -> Result<ToolOutput, ToolError> {
            Ok(format!("{} {}", plan.0, cx.reason()).into())
        }
    }
}

#[preview_tool(apply = deep::deeper::named)]
fn named_lifetimes(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

#[preview_tool(apply = self::deep::deeper::named_twice)]
fn more_named_lifetimes(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

fn returned<'a>(
    plan: &'a Plan,
    _: &'a ResolveContext<'_>,
) -> impl Future<Output = Result<Content, BoxError>> + Send {
    async move { Ok(format!("returned {}", plan.0).into()) }
}

#[preview_tool(apply = returned)]
fn returned_future(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

fn boxed<'a>(
    plan: Plan,
    cx: &'a ResolveContext<'a>,
) -> Pin<Box<dyn Future<Output = Result<String, BoxError>> + Send + 'a>> {
    Box::pin(async move { Ok(format!("{} {}", plan.0, cx.reason())) })
}

#[preview_tool(apply = boxed)]
fn boxed_future(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

use shared as renamed;

/// A function that changes what it was given.
async fn changing(mut plan: Plan, _: &ResolveContext<'_>) -> Result<String, BoxError> {
    plan.0 += 1;
    Ok(plan.0.to_string())
}

#[preview_tool(apply = renamed)]
fn imported(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

#[preview_tool(apply = changing)]
fn changed(number: u8) -> Result<Preview<Plan>, BoxError> {
    staged(number)
}

fn main() {
    let arguments = r#"{"number":1}"#;
    assert_runs(SharedByOne, arguments, "staged", "1");
    assert_runs(SharedByTwo, arguments, "staged", "2");
    assert_runs(Associated, arguments, "staged", "by value 1");
    let stale = "Preview is stale: too much. Call associated again.";
    assert_runs(Associated, r#"{"number":9}"#, "staged", stale);
    assert_runs(ByTrait, arguments, "staged", "One!");
    assert_runs(ByTrait, r#"{"number":2}"#, "staged", "Many!");
    assert_runs(Turbofish, arguments, "staged", "1 0");
    assert_runs(OverItsPlan, arguments, "staged", "Plan(1)");
    assert_runs(OverAnInferredPlan, arguments, "staged", "Plan(1)");
    assert_runs(OverAnInferredExtra, arguments, "staged", "1 fine");
    assert_runs(NamedLifetimes, arguments, "staged", "1 fine");
    assert_runs(MoreNamedLifetimes, arguments, "staged", "1 fine");
    assert_runs(ReturnedFuture, arguments, "staged", "returned 1");
    assert_runs(BoxedFuture, arguments, "staged", "1 fine");
    assert_runs(Imported, arguments, "staged", "1");
    assert_runs(Changed, arguments, "staged", "2");
}
