//! Names that the generated code might have for itself: as parameters, constants, statics and tools.
#![deny(warnings)]

use resolve_runtime::prelude::*;
use tests::tools::{assert_runs, names};

async fn done(plan: &String, cx: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(format!("{plan}: {}", cx.reason()).into())
}

/// A pattern means the constant of its name: it would be refutable.
mod constants {
    #![allow(non_camel_case_types, non_upper_case_globals)]

    pub const args: u8 = 1;
    pub const arguments: u8 = 1;
    pub const cx: u8 = 1;
    pub const copy: u8 = 1;
    pub const value: u8 = 1;
    pub const value_0: u8 = 1;
    pub const value_1: u8 = 1;
    pub static plan: u8 = 1;
    pub static values: u8 = 1;
    pub static runtime: u8 = 1;
    pub const DEFINITION: u8 = 1;
    pub const PARAMETERS: u8 = 1;
    pub struct handler;
}

mod among_constants {
    use super::constants::*;
    use super::done;
    use resolve_runtime::prelude::*;

    async fn moot(_: String, _: &ResolveContext<'_>) -> Result<(), BoxError> {
        Ok(())
    }

    async fn holds(_: &String, _: &ResolveContext<'_>) -> Result<(), BoxError> {
        Ok(())
    }

    #[preview_tool(apply = done, reject = moot, verify = holds)]
    pub async fn surrounded(
        text: &str,
        number: u8,
        #[state] state: &u8,
        #[context] context: &CallContext<'_>,
    ) -> Result<Preview<String>, BoxError> {
        let sum = args + arguments + cx + copy + value + value_0 + value_1 + plan + values + runtime;
        let _ = handler;
        let sum = sum + DEFINITION + PARAMETERS + number + state;
        let shown = format!("{text} {sum} {}", context.call_id());
        Ok(Preview::stage(shown.clone(), shown))
    }

    #[preview_tool(apply = done)]
    pub async fn derived(#[serde(alias = "t")] text: String) -> Result<Preview<String>, BoxError> {
        Ok(Preview::stage(text.clone(), text))
    }
}

#[allow(non_snake_case)]
#[preview_tool(apply = done)]
async fn parameters(
    args: &str,
    arguments: u8,
    cx: u8,
    plan: u8,
    copy: u8,
    values: u8,
    value_0: u8,
    this: u8,
    __runtime: u8,
    __values: u8,
    __value_0: u8,
    __cx: u8,
    DEFINITION: u8,
    __PARAMETERS: u8,
    __Arguments: u8,
) -> Result<Preview<String>, BoxError> {
    let sum = arguments + cx + plan + copy + values + value_0 + this + __runtime + __values;
    let sum = sum + __value_0 + __cx + DEFINITION + __PARAMETERS + __Arguments;
    Ok(Preview::stage(args.to_owned(), format!("{sum}")))
}

#[preview_tool(apply = done, struct = ArgsTool)]
fn args(value_0: u8, text: String) -> Result<Preview<String>, BoxError> {
    Ok(Preview::stage(text, value_0.to_string()))
}

#[preview_tool(apply = done)]
fn values(text: &str) -> Result<Preview<String>, BoxError> {
    Ok(Preview::stage(text.to_owned(), text))
}

#[preview_tool(apply = done, struct = Letter)]
fn t(t: String) -> Result<Preview<String>, BoxError> {
    Ok(Preview::stage(t.clone(), t))
}

/// What a tool of the same name returns, elsewhere.
mod weather {
    #[derive(serde::Serialize, serde::Deserialize)]
    pub struct Forecast(pub String);
}

async fn announce(plan: weather::Forecast, _: &ResolveContext<'_>) -> Result<String, BoxError> {
    Ok(plan.0)
}

#[preview_tool(apply = announce)]
fn forecast(city: String) -> Result<Preview<weather::Forecast>, BoxError> {
    let shown = format!("Sun in {city}");
    Ok(Preview::stage(weather::Forecast(shown.clone()), shown))
}

fn main() {
    use among_constants::{Derived, Surrounded};

    let builder = Session::builder().tool(Surrounded).state(1_u8);
    let arguments = r#"{"text":"t","number":1}"#;
    tests::tools::assert_runs_in(builder, "surrounded", arguments, "t 14 call", "t 14 call: fine");
    assert_runs(Derived, r#"{"t":"x"}"#, "x", "x: fine");

    let names = names(&Parameters);
    assert_eq!(names.len(), 15);
    let arguments = names.iter().map(|name| match name.as_str() {
        "args" => r#""args":"text""#.to_owned(),
        name => format!(r#""{name}":1"#),
    });
    let arguments = arguments.collect::<Vec<_>>().join(",");
    assert_runs(Parameters, &format!("{{{arguments}}}"), "14", "text: fine");

    assert_runs(ArgsTool, r#"{"value_0":3,"text":"x"}"#, "3", "x: fine");
    assert_runs(Values, r#"{"text":"x"}"#, "x", "x: fine");
    assert_runs(Letter, r#"{"t":"x"}"#, "x", "x: fine");
    assert_runs(Forecast, r#"{"city":"Rome"}"#, "Sun in Rome", "Sun in Rome");
}
