//! Tools that a `macro_rules!` makes, out of fragments of every kind.
#![deny(warnings)]

use resolve_runtime::prelude::*;
use tests::tools::{assert_runs, assert_runs_in, description, names, properties};

async fn done(plan: &String, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
    Ok(plan.as_str().into())
}

async fn undone(_: &String, _: &ResolveContext<'_>) -> Result<(), BoxError> {
    Ok(())
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Options {
    twice: bool,
}

async fn with_options(
    plan: &String,
    cx: &ResolveContext<'_, Options>,
) -> Result<ToolOutput, BoxError> {
    Ok(format!("{plan} {}", cx.extra().is_some_and(|options| options.twice)).into())
}

macro_rules! fragments {
    (
        $(#[$meta:meta])*
        $vis:vis $name:ident as $struct:ident ($title:expr, $description:expr, $tool:literal)
        $($(#[$on_parameter:meta])* $parameter:ident: $type:ty),* => $result:ty, $apply:path
        $body:block
    ) => {
        $(#[$meta])*
        #[preview_tool(
            apply = $apply,
            title = $title,
            description = $description,
            name = $tool,
            struct = $struct,
        )]
        $vis async fn $name($($(#[$on_parameter])* $parameter: $type),*) -> $result $body
    };
}

fragments! {
    /// A comment.
    #[allow(dead_code)]
    pub(crate) fragmented as Fragmented ("The Title", concat!("The ", "description."), "wire-name")
        /// A text.
        text: &str,
        number: u8,
        #[serde(default)]
        list: Vec<String>,
        maybe: Option<u8>,
        path: &std::path::Path,
        slice: &[u8]
    => Result<Preview<String>, BoxError>, self::done
    {
        let shown = format!("{text} {number} {list:?} {maybe:?} {} {slice:?}", path.display());
        Ok(Preview::stage(shown.clone(), shown))
    }
}

macro_rules! documented {
    ($($name:ident: $doc:literal, $other:expr, $parameter:expr;)*) => {
        $(
            #[doc = $doc]
            #[doc = $other]
            #[preview_tool(apply = done, reject = undone)]
            fn $name(#[doc = $parameter] value: u8) -> Result<Preview<String>, BoxError> {
                Ok(Preview::stage(value.to_string(), stringify!($name)))
            }
        )*
    };
}

documented! {
    one: " One.", " More.", " The value.";
    two: "Two.", concat!("M", "ore."), stringify!(value);
}

macro_rules! whole {
    ($item:item) => {
        #[preview_tool(apply = done)]
        $item
    };
}

whole! {
    /// The whole function.
    pub fn whole_item(
        /// A text.
        text: &str,
        #[state] state: &u8,
    ) -> Result<Preview<String>, BoxError> {
        Ok(Preview::stage(text.to_owned(), state.to_string()))
    }
}

macro_rules! repeated {
    ($($item:item)*) => { $($item)* };
}

repeated! {
    #[preview_tool(apply = done)]
    fn third() -> Result<Preview<String>, BoxError> {
        Ok(Preview::stage("3".to_owned(), "third"))
    }

    /// Its attribute stands within.
    #[preview_tool(apply = done)]
    fn fourth() -> Result<Preview<String>, BoxError> {
        Ok(Preview::stage("4".to_owned(), "fourth"))
    }
}

macro_rules! tokens {
    ($($token:tt)*) => { $($token)* };
}

tokens! {
    /// Token by token.
    #[preview_tool(apply = done)]
    fn by_token(text: &str) -> Result<Preview<String>, BoxError> {
        Ok(Preview::stage(text.to_owned(), text))
    }
}

macro_rules! marked {
    ($name:ident, $state:ty, $context:ty, $apply:expr, $extra:ty, $body:expr) => {
        #[preview_tool(apply = $apply, extra = $extra)]
        async fn $name(
            #[state] state: $state,
            #[context] cx: $context,
        ) -> Result<Preview<String>, BoxError> {
            let text = ($body)(*state, cx.call_id());
            Ok(Preview::stage(text.clone(), text))
        }
    };
}

marked!(marked, &u8, &CallContext<'_>, with_options, Options, |state, id| format!("{state} {id}"));

macro_rules! all_arguments {
    ($name:ident, $type:ty, $reference:ty, $pattern:pat_param, $twice:ident, $elem:ty) => {
        #[preview_tool(apply = done, struct = ByValue)]
        fn $name(#[args] $pattern: $type) -> Result<Preview<String>, BoxError> {
            Ok(Preview::stage($twice.to_string(), "by value"))
        }

        mod referring {
            use super::*;

            #[preview_tool(apply = done, struct = ByReference)]
            pub fn $name(list: &[$elem], other: &$elem) -> Result<Preview<String>, BoxError> {
                let length: $reference = &(list.len() as u8);
                Ok(Preview::stage(format!("{length} {other}"), "by reference"))
            }
        }
    };
}

all_arguments!(whole_type, Options, &u8, Options { twice }, twice, u8);

/// The name comes from one macro, the parameter from another: each keeps its own variables.
macro_rules! hygienic {
    ($name:ident, $text:ident) => {
        #[preview_tool(apply = done)]
        fn $name($text: String, text: String) -> Result<Preview<String>, BoxError> {
            Ok(Preview::stage($text, text))
        }
    };
}

hygienic!(hygiene, other);

macro_rules! facade {
    ($($name:ident)*) => {
        $(
            #[$crate::facade::preview_tool(apply = $crate::done, crate = $crate::facade)]
            fn $name(#[serde(alias = "t")] text: &str) -> Result<Preview<String>, BoxError> {
                Ok(Preview::stage(text.to_owned(), text))
            }
        )*
    };
}

mod facade {
    pub use resolve_runtime::*;
}

facade!(through_a_facade);

fn main() {
    let definition = Fragmented.definition();
    assert_eq!(definition.name(), "wire-name");
    assert_eq!(definition.title(), "The Title");
    assert_eq!(definition.description(), "The description.");
    assert_eq!(properties(&Fragmented)["text"]["description"], "A text.");
    assert_eq!(definition.input_schema().get("required").unwrap().as_array().unwrap().len(), 4);
    let arguments = r#"{"text":"a","number":1,"path":"b/c","slice":[1,2]}"#;
    let shown = "a 1 [] None b/c [1, 2]";
    assert_runs(Fragmented, arguments, shown, shown);

    assert_eq!(description(&One), "One.\nMore.");
    assert_eq!(properties(&One)["value"]["description"], "The value.");
    assert_eq!(description(&Two), "Two.\nMore.");
    assert_eq!(properties(&Two)["value"]["description"], "value");
    assert_runs(One, r#"{"value":1}"#, "one", "1");
    assert_runs(Two, r#"{"value":2}"#, "two", "2");

    assert_eq!(description(&WholeItem), "The whole function.");
    assert_eq!(properties(&WholeItem)["text"]["description"], "A text.");
    let builder = Session::builder().tool(WholeItem).state(7_u8);
    assert_runs_in(builder, "whole_item", r#"{"text":"a"}"#, "7", "a");
    assert_runs(Third, "{}", "third", "3");
    assert_runs(Fourth, "{}", "fourth", "4");
    assert_eq!(description(&Fourth), "Its attribute stands within.");
    assert_runs(ByToken, r#"{"text":"a"}"#, "a", "a");

    let builder = Session::builder().tool(Marked).state(7_u8);
    assert_runs_in(builder, "marked", "{}", "7 call", "7 call false");
    assert_eq!(names(&ByValue), ["twice"]);
    assert_runs(ByValue, r#"{"twice":true}"#, "by value", "true");
    let arguments = r#"{"list":[1,2],"other":3}"#;
    assert_runs(referring::ByReference, arguments, "by reference", "2 3");

    assert_eq!(names(&Hygiene), ["other", "text"]);
    assert_runs(Hygiene, r#"{"other":"o","text":"t"}"#, "t", "o");
    assert_runs(ThroughAFacade, r#"{"t":"a"}"#, "a", "a");
}
