//! Where a tool may stand, and who sees it.
#![deny(warnings)]

use resolve_runtime::prelude::*;
use tests::tools::assert_runs;

mod outer {
    use resolve_runtime::prelude::*;

    /// Private, like the tool that stages it.
    #[derive(Serialize, Deserialize)]
    struct PrivatePlan(u8);

    async fn done(plan: PrivatePlan, _: &ResolveContext<'_>) -> Result<String, BoxError> {
        Ok(plan.0.to_string())
    }

    #[preview_tool(apply = done)]
    async fn private(number: u8) -> Result<Preview<PrivatePlan>, BoxError> {
        Ok(Preview::stage(PrivatePlan(number), "private"))
    }

    /// As visible as the tools that stage it.
    #[derive(Serialize, Deserialize)]
    pub(crate) struct SharedPlan(u8);

    #[preview_tool(apply = inner::done)]
    pub(crate) async fn in_crate(number: u8) -> Result<Preview<SharedPlan>, BoxError> {
        Ok(Preview::stage(SharedPlan(number), "in_crate"))
    }

    /// Public in name: nobody outside reaches it.
    #[derive(Serialize, Deserialize)]
    pub struct UnreachablePlan(u8);

    /// Private types may be borrowed from the session by a tool that everybody sees.
    pub(super) struct Store(pub(super) u8);

    async fn finish(plan: UnreachablePlan, _: &ResolveContext<'_>) -> Result<String, BoxError> {
        Ok(plan.0.to_string())
    }

    #[allow(private_interfaces)]
    #[preview_tool(apply = finish)]
    pub async fn public(#[state] store: &Store) -> Result<Preview<UnreachablePlan>, BoxError> {
        Ok(Preview::stage(UnreachablePlan(store.0), "public"))
    }

    pub mod inner {
        use resolve_runtime::prelude::*;

        pub(super) async fn done(
            plan: super::SharedPlan,
            _: &ResolveContext<'_>,
        ) -> Result<String, BoxError> {
            Ok(plan.0.to_string())
        }

        #[preview_tool(apply = self::done, struct = Parents)]
        pub(super) fn in_parent(
            #[serde(default = "super::three")] number: u8,
        ) -> Result<Preview<super::SharedPlan>, BoxError> {
            Ok(Preview::stage(super::SharedPlan(number), "in_parent"))
        }

        #[preview_tool(apply = crate::outer::inner::done)]
        pub(in crate::outer) fn in_path(
            #[schemars(range(max = 9))] number: u8,
        ) -> Result<Preview<super::SharedPlan>, BoxError> {
            Ok(Preview::stage(super::SharedPlan(number), "in_path"))
        }

        #[preview_tool(apply = done)]
        pub(self) fn in_self() -> Result<Preview<super::SharedPlan>, BoxError> {
            Ok(Preview::stage(super::SharedPlan(1), "in_self"))
        }

        pub fn own() -> impl PreviewTool {
            InSelf
        }
    }

    fn three() -> u8 {
        3
    }

    pub fn check() {
        tests::tools::assert_runs(Private, r#"{"number":1}"#, "private", "1");
        tests::tools::assert_runs(inner::Parents, "{}", "in_parent", "3");
        tests::tools::assert_runs(inner::InPath, r#"{"number":4}"#, "in_path", "4");
        tests::tools::assert_runs(inner::own(), "{}", "in_self", "1");
    }
}

/// Two tools in one function, with what they need beside them; the other function has the same.
fn first() -> (impl PreviewTool, impl PreviewTool) {
    use std::string::String as Word;

    #[derive(Serialize, Deserialize)]
    struct Plan(String);

    async fn done(plan: Plan, _: &ResolveContext<'_>) -> Result<String, BoxError> {
        Ok(plan.0)
    }

    /// Local.
    #[preview_tool(apply = done)]
    fn local(word: Word) -> Result<Preview<Plan>, BoxError> {
        Ok(Preview::stage(Plan(word), "local"))
    }

    #[preview_tool(apply = done)]
    async fn other(#[serde(alias = "w")] word: Word) -> Result<Preview<Plan>, BoxError> {
        Ok(Preview::stage(Plan(word), "other"))
    }

    (Local, Other)
}

fn second() -> impl PreviewTool {
    async fn done(plan: u8, _: &ResolveContext<'_>) -> Result<String, BoxError> {
        Ok(plan.to_string())
    }

    let block = {
        #[preview_tool(apply = done)]
        fn local(number: u8) -> Result<Preview<u8>, BoxError> {
            Ok(Preview::stage(number, "another local"))
        }
        Local
    };
    block
}

const _: () = {
    async fn done(plan: u8, _: &ResolveContext<'_>) -> Result<String, BoxError> {
        Ok(plan.to_string())
    }

    #[preview_tool(apply = done)]
    fn unnamed() -> Result<Preview<u8>, BoxError> {
        Ok(Preview::stage(1, "unnamed"))
    }

    const fn is_tool<T: PreviewTool>(_: &T) {}
    is_tool(&Unnamed);
};

fn main() {
    outer::check();
    assert_runs(outer::InCrate, r#"{"number":2}"#, "in_crate", "2");
    let builder = Session::builder().tool(outer::Public).state(outer::Store(5));
    tests::tools::assert_runs_in(builder, "public", "{}", "public", "5");
    let (local, other) = first();
    assert_eq!(tests::tools::description(&local), "Local.");
    assert_runs(local, r#"{"word":"a"}"#, "local", "a");
    assert_runs(other, r#"{"w":"b"}"#, "other", "b");
    assert_runs(second(), r#"{"number":6}"#, "another local", "6");
}
