//! A crate that has its own idea of everything in the prelude.
#![no_implicit_prelude]
#![allow(dead_code)]

mod std {}
mod core {}
mod serde {}
mod schemars {}
mod resolve_runtime {}

struct Result;
struct Option;
struct Vec;
struct String;
struct Box;
struct Arguments;
struct Parameter;
struct Of;
enum Ok {}
enum Some {}
trait Send {}
trait Sync {}
trait Future {}
trait Default {}
trait Clone {}
trait Copy {}
trait Debug {}
trait Into {}
trait From {}
trait PreviewTool {}

/// Methods on everything, under names that the generated code calls.
trait Everything {
    fn next(&self) {}
    fn split(&self) {}
    fn copy(&self) {}
    fn verify(&self) {}
    fn get(&self) {}
    fn borrow(&self) {}
    fn with_parameters(&self) {}
    fn into_preview(&self) {}
    fn apply(&self) {}
}

impl<T> Everything for T {}

type Real<T> = ::core::result::Result<T, ::resolve_runtime::BoxError>;

async fn done(_: (), _: &::resolve_runtime::ResolveContext<'_>) -> Real<::resolve_runtime::ToolOutput> {
    ::core::result::Result::Ok(::resolve_runtime::ToolOutput::text("Done."))
}

#[::resolve_runtime::preview_tool(apply = done, reject = undone)]
async fn own_names(
    #[state] state: &u8,
    text: &str,
    #[serde(default)] number: u8,
    maybe: ::core::option::Option<u8>,
    #[context] cx: &::resolve_runtime::CallContext<'_>,
) -> Real<::resolve_runtime::Preview<()>> {
    let _ = (state, number, maybe, cx);
    ::core::result::Result::Ok(::resolve_runtime::Preview::stage((), text))
}

#[::resolve_runtime::preview_tool(apply = done)]
async fn derived(#[schemars(length(min = 1))] text: &str) -> Real<::resolve_runtime::Preview<()>> {
    ::core::result::Result::Ok(::resolve_runtime::Preview::stage((), text))
}

async fn undone(_: (), _: &::resolve_runtime::ResolveContext<'_>) -> Real<()> {
    ::core::result::Result::Ok(())
}

fn main() {
    let builder = ::resolve_runtime::Session::builder().tool(OwnNames).tool(Derived);
    ::core::assert!(builder.state(1_u8).build().is_ok());
}
