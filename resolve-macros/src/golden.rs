//! What the attribute expands to, for forms that each show something of their own. The snapshots
//! stand beside this file; `cargo insta review`, or `INSTA_UPDATE=always cargo test -p
//! resolve-macros`, takes new ones.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{File, Item, Meta};

use crate::run;

/// The expansion as the compiler comes to see it, formatted.
fn expansion(attribute: TokenStream, item: TokenStream) -> String {
    let mut file: File = syn::parse2(run(attribute, item)).unwrap();
    file.items = file.items.into_iter().flat_map(with_what_is_beside).collect();
    prettyplease::unparse(&file)
}

/// Does what the attribute `beside` does.
fn with_what_is_beside(mut item: Item) -> Vec<Item> {
    let mut beside = None;
    if let Item::Struct(structure) = &mut item {
        structure.attrs.retain(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.segments.last().unwrap().ident == "beside" => {
                beside = Some(list.tokens.clone());
                false
            }
            _ => true,
        });
    }
    let beside = beside.map_or_else(Vec::new, |tokens| syn::parse2::<File>(tokens).unwrap().items);
    std::iter::once(item).chain(beside).collect()
}

macro_rules! golden {
    ($($name:ident: #[preview_tool($($attribute:tt)*)] $item:item)*) => {$(
        #[test]
        fn $name() {
            let expansion = expansion(quote!($($attribute)*), quote!($item));
            insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(stringify!($name), expansion);
            });
        }
    )*};
}

golden! {
    four_documented_arguments:
    #[preview_tool(apply = rename)]
    /// Rename every file that matches a glob.
    pub async fn batch_rename(
        /// Glob of the files to rename.
        pattern: String,
        /// How many files at most.
        limit: i64,
        /// What to put in front.
        prefix: Option<String>,
        /// How much each counts.
        weights: Vec<f64>,
    ) -> Result<Preview<RenamePlan>, BoxError> {
        body()
    }

    no_arguments:
    #[preview_tool(apply = Plan::apply)]
    fn tidy() -> std::io::Result<Preview<Plan>> {
        body()
    }

    every_key:
    #[preview_tool(
        apply = handlers::apply,
        reject = handlers::reject,
        verify = handlers::verify,
        extra = Options,
        output = Counts,
        name = "other-name",
        title = "Other Name",
        description = include_str!("tool.md"),
        destructive,
        idempotent,
        struct = Other
    )]
    async fn tool(name: String) -> Result<Preview<Plan>, BoxError> {
        body()
    }

    state_and_context:
    #[preview_tool(apply = apply)]
    async fn tool(
        #[state] store: &Store,
        #[context] cx: &CallContext<'_>,
        name: String,
    ) -> Result<Preview<Plan>, BoxError> {
        body()
    }

    references:
    #[preview_tool(apply = apply)]
    fn tool(text: &str, path: &std::path::Path, sizes: &[u64]) -> Outcome<Plan> {
        body()
    }

    names_and_defaults:
    #[preview_tool(apply = apply)]
    async fn r#move(
        #[serde(rename = "dry-run")] r#in: bool,
        #[serde(default)] mut limit: u32,
        #[serde(default = "defaults::depth")] depth: u32,
    ) -> Result<Preview<Plan>, BoxError> {
        body()
    }

    a_derive:
    #[preview_tool(apply = apply)]
    async fn tool(
        /// How many.
        #[schemars(range(min = 1))]
        size: u32,
        #[serde(deserialize_with = "lenient")] when: Option<Time>,
        text: &str,
    ) -> Result<Preview<Plan>, BoxError> {
        body()
    }

    all_arguments_as_one_type:
    #[preview_tool(apply = apply)]
    async fn tool(#[args] input: Input) -> Result<Preview<Plan>, BoxError> {
        body()
    }

    configuration:
    #[preview_tool(apply = apply)]
    #[cfg(feature = "tool")]
    async fn tool(
        #[cfg(unix)] mode: u32,
        #[cfg(not(unix))]
        #[state]
        store: &Store,
    ) -> Result<Preview<Plan>, BoxError> {
        body()
    }

    a_future_and_another_path:
    #[preview_tool(apply = apply, crate = ::facade::tools)]
    fn tool(size: u8) -> impl Future<Output = Result<Preview<Plan>, BoxError>> + Send {
        body()
    }

    a_mistake:
    #[preview_tool(apply = apply, titel = "Tool")]
    pub(crate) async fn tool(size: u8) -> Result<Preview<Plan>, BoxError> {
        body()
    }
}

/// The words of an expansion that are not in the input, each with whether it is the end of a path.
fn own_words(attribute: &TokenStream, item: &TokenStream) -> BTreeSet<(String, bool)> {
    let mut written = BTreeSet::new();
    collect(attribute.clone(), &mut written);
    collect(item.clone(), &mut written);
    let is_written = |word: &str| written.iter().any(|(known, _)| known == word);
    let mut own = BTreeSet::new();
    collect(run(attribute.clone(), item.clone()), &mut own);
    own.retain(|(word, _)| !is_written(word));
    own
}

fn collect(tokens: TokenStream, words: &mut BTreeSet<(String, bool)>) {
    let mut follows_colon = false;
    for tree in tokens {
        let is_colon = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == ':');
        match tree {
            TokenTree::Ident(word) => drop(words.insert((word.to_string(), follows_colon))),
            TokenTree::Group(group) => collect(group.stream(), words),
            _ => {}
        }
        follows_colon = is_colon;
    }
}

#[test]
fn another_path_is_the_only_one() {
    let words = own_words(
        &quote!(apply = apply, crate = facade::tools),
        &quote! {
            fn tool(#[schemars(length(min = 1))] text: &str, #[state] store: &Store) -> Outcome {}
        },
    );
    assert!(words.iter().all(|(word, _)| word != "resolve_runtime"), "{words:?}");
}

#[test]
fn nothing_of_the_prelude_is_used_by_its_name_alone() {
    let prelude = [
        "AsRef",
        "Box",
        "Clone",
        "Default",
        "Drop",
        "Err",
        "Extend",
        "Fn",
        "FnMut",
        "FnOnce",
        "From",
        "Future",
        "Into",
        "IntoFuture",
        "IntoIterator",
        "Iterator",
        "None",
        "Ok",
        "Option",
        "Ord",
        "PartialEq",
        "Result",
        "Send",
        "Sized",
        "Some",
        "String",
        "Sync",
        "ToOwned",
        "ToString",
        "TryFrom",
        "TryInto",
        "Vec",
    ];
    let words = own_words(
        &quote!(apply = apply, reject = reject, verify = verify),
        &quote! {
            async fn tool(text: &str, #[serde(default)] size: u8, #[state] store: &Store) -> Outcome {}
        },
    );
    let alone = words.iter().filter(|(_, in_path)| !in_path).map(|(word, _)| word.as_str());
    let used: Vec<_> = alone.filter(|word| prelude.contains(word)).collect();
    assert!(used.is_empty(), "{used:?}");
    assert!(words.contains(&("Some".to_owned(), true)), "the input shows nothing");
}

#[test]
fn a_body_that_is_being_typed_leaves_the_tool() {
    let body = quote!({ let plan = size. });
    let expansion = run(
        quote!(apply = apply),
        quote!(async fn tool(size: u8) -> Result<Preview<Plan>, BoxError> #body),
    );
    let text = expansion.to_string();
    assert!(text.contains("struct Tool ;") && text.contains(&body.to_string()), "{text}");
}
