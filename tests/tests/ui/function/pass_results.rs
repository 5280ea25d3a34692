//! What a tool may return: aliases of `Result`, errors of all kinds, futures of all kinds.
#![deny(warnings)]

use std::pin::Pin;

use resolve_runtime::prelude::*;
use tests::tools::{assert_runs, refusal};

async fn done(plan: String, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(plan.into())
}

fn staged(text: &str) -> Preview<String> {
    Preview::stage(text.to_owned(), text)
}

type Staged<E> = Result<Preview<String>, E>;
type Fallible<T> = Result<Preview<T>, BoxError>;
type Whole = std::io::Result<Preview<String>>;

/// A crate of errors, as one knows it.
mod anyhow {
    pub struct Error;

    impl From<Error> for Box<dyn std::error::Error + Send + Sync> {
        fn from(_: Error) -> Self {
            "any error".into()
        }
    }

    pub type Result<T, E = Error> = std::result::Result<T, E>;
}

#[preview_tool(apply = done)]
async fn by_error(text: &str) -> Staged<std::fmt::Error> {
    Ok(staged(text))
}

#[preview_tool(apply = done)]
async fn by_plan(text: &str) -> Fallible<String> {
    Ok(staged(text))
}

#[preview_tool(apply = done)]
fn io(text: &str) -> Whole {
    match text {
        "" => Err(std::io::Error::other("no text")),
        text => Ok(staged(text)),
    }
}

#[preview_tool(apply = done)]
async fn any(text: &str) -> anyhow::Result<Preview<String>> {
    if text.is_empty() { Err(anyhow::Error) } else { Ok(staged(text)) }
}

#[preview_tool(apply = done)]
fn text_as_error(text: &str) -> Result<Preview<String>, String> {
    if text.is_empty() { Err("empty".to_owned()) } else { Ok(staged(text)) }
}

#[preview_tool(apply = done)]
fn literal_as_error(text: &str) -> core::result::Result<Preview<String>, &'static str> {
    if text.is_empty() { Err("literally empty") } else { Ok(staged(text)) }
}

#[preview_tool(apply = done)]
fn never(text: &str) -> Result<Preview<String>, std::convert::Infallible> {
    Ok(staged(text))
}

#[preview_tool(apply = done)]
fn plain_future(text: &str) -> impl Future<Output = Fallible<String>> {
    let text = text.to_owned();
    async move { Ok(staged(&text)) }
}

#[preview_tool(apply = done)]
fn borrowing_future(text: &str) -> impl Future<Output = Fallible<String>> + Send {
    async move { Ok(staged(text)) }
}

#[preview_tool(apply = done)]
fn owning_future(text: &str) -> impl Send + std::future::Future<Output = Whole> + use<> {
    let text = text.to_owned();
    async move { Ok(staged(&text)) }
}

#[preview_tool(apply = done)]
fn boxed(text: &str) -> Pin<Box<dyn Future<Output = Fallible<String>> + Send>> {
    let text = text.to_owned();
    Box::pin(async move { Ok(staged(&text)) })
}

#[preview_tool(apply = done)]
fn boxed_ready(text: &str) -> Box<dyn Future<Output = Fallible<String>> + Send + Unpin> {
    Box::new(std::future::ready(Ok(staged(text))))
}

macro_rules! tools {
    ($($name:ident: $result:ty,)*) => {
        $(
            #[preview_tool(apply = done)]
            fn $name(text: &str) -> $result {
                let text = text.to_owned();
                async move { Ok(staged(&text)) }
            }
        )*
    };
}

tools! {
    given_by_a_macro: impl Future<Output = Fallible<String>> + use<>,
}

fn main() {
    let arguments = r#"{"text":"a"}"#;
    let empty = r#"{"text":""}"#;
    assert_runs(ByError, arguments, "a", "a");
    assert_runs(ByPlan, arguments, "a", "a");
    assert_runs(Io, arguments, "a", "a");
    assert!(refusal(Io, empty).contains("no text"));
    assert_runs(Any, arguments, "a", "a");
    assert!(refusal(Any, empty).contains("any error"));
    assert_runs(TextAsError, arguments, "a", "a");
    assert!(refusal(TextAsError, empty).contains("empty"));
    assert_runs(LiteralAsError, arguments, "a", "a");
    assert!(refusal(LiteralAsError, empty).contains("literally empty"));
    assert_runs(Never, arguments, "a", "a");
    assert_runs(PlainFuture, arguments, "a", "a");
    assert_runs(BorrowingFuture, arguments, "a", "a");
    assert_runs(OwningFuture, arguments, "a", "a");
    assert_runs(Boxed, arguments, "a", "a");
    assert_runs(BoxedReady, arguments, "a", "a");
    assert_runs(GivenByAMacro, arguments, "a", "a");
}
