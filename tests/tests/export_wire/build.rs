//! What can be exported, and what an export says about itself.

use resolve_runtime::ToolDefinition;
use resolve_runtime::export::{Dialect, Export, UnknownDialect};
use resolve_runtime::prelude::*;
use serde::Deserialize;
use serde_json::Value;

use crate::{Greet, export};

fn refusal(names: &[&str]) -> Option<String> {
    let tools: Vec<_> = names.iter().map(|name| ToolDefinition::new(name)).collect();
    Export::builder(Dialect::Mcp).tools(&tools).build().err().map(|error| error.to_string())
}

#[test]
fn names_are_such_as_all_providers_take() {
    let longest = "a".repeat(63);
    for name in ["a", "_", "resolve", "batch-rename", "A9_-", &longest] {
        assert_eq!(refusal(&[name]), None);
    }
    let too_long = "a".repeat(64);
    for name in ["", "9a", "-a", "a.b", "a b", "a:b", "ä", &too_long] {
        let error = refusal(&[name]).unwrap_or_else(|| panic!("`{name}` was taken"));
        assert!(error.contains(name) && error.contains("name"), "{error}");
    }
    assert!(refusal(&["a", "b", "a"]).unwrap().contains("`a`"));
}

#[test]
fn an_override_for_no_tool_is_refused() {
    let builder = Export::builder(Dialect::Anthropic).json_text("reslove", true);
    assert!(builder.build().unwrap_err().to_string().contains("`reslove`"));
}

/// Any shape, so that it cannot be strict as it is.
#[derive(Deserialize, schemars_of_runtime::JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
#[expect(dead_code, reason = "only its schema counts")]
struct Open {
    settings: std::collections::HashMap<String, Value>,
}

use resolve_runtime::schemars as schemars_of_runtime;

fn open() -> ToolDefinition {
    ToolDefinition::new("open").with_input::<Open>()
}

#[test]
fn strict_is_said_where_the_dialect_has_it() {
    for dialect in Dialect::ALL {
        let tools = [Greet.definition().clone(), open().into()];
        let strict = Export::builder(dialect).tools(&tools).build().unwrap();
        let text = strict.tools().to_string();
        let said = text.matches(r#""strict":true"#).count();
        let denied = text.matches(r#""strict":false"#).count();
        match dialect {
            Dialect::Gemini | Dialect::GeminiOpenApi | Dialect::Ollama | Dialect::Mcp => {
                assert_eq!((said, denied), (0, 0), "{dialect}");
            }
            _ => {
                assert_eq!((said, denied), (1, 1), "{dialect}: {text}");
                assert!(strict.is_strict("greet") && !strict.is_strict("open"));
                let loose = Export::builder(dialect).tools(&tools).strict(false).build().unwrap();
                let text = loose.tools().to_string();
                assert_eq!(text.matches(r#""strict":false"#).count(), 2, "{dialect}: {text}");
            }
        }
    }
}

#[test]
fn the_author_opts_into_json_text_and_the_host_decides() {
    let dialect = Dialect::OpenAiResponses;
    let strict = |tool: ToolDefinition, host: Option<bool>| {
        let mut builder = Export::builder(dialect).tools(&[tool]);
        if let Some(host) = host {
            builder = builder.json_text("open", host);
        }
        builder.build().unwrap().is_strict("open")
    };
    assert!(!strict(open(), None));
    assert!(strict(open().with_json_text(true), None));
    assert!(strict(open(), Some(true)));
    assert!(!strict(open().with_json_text(true), Some(false)));
}

/// Anthropic's limits hold for all tools of a request together.
#[test]
fn no_more_tools_are_strict_than_a_request_may_have() {
    let mut tools: Vec<_> = (0..25).map(|n| ToolDefinition::new(&format!("tool_{n}"))).collect();
    tools.push(ToolDefinition::new("resolve"));
    let export = Export::builder(Dialect::Anthropic).tools(&tools).build().unwrap();
    assert_eq!(export.tools().to_string().matches(r#""strict":true"#).count(), 20);
    assert!(export.is_strict("resolve") && export.is_strict("tool_0"));
    assert!(!export.is_strict("tool_24"));
    let about = |tool: &str| export.losses().iter().any(|loss| &*loss.tool == tool);
    assert!(about("tool_24") && !about("tool_0"));
    let elsewhere = Export::builder(Dialect::OpenAiChat).tools(&tools).build().unwrap();
    assert!(elsewhere.is_strict("tool_24"));
}

#[tokio::test]
async fn an_export_is_the_same_every_time() {
    for dialect in Dialect::ALL {
        let (one, two) = (export(dialect).await, export(dialect).await);
        assert_eq!(one.tools().to_string(), two.tools().to_string());
    }
}

#[test]
fn dialects_are_known_by_their_names() {
    for dialect in Dialect::ALL {
        assert_eq!(dialect.name().parse(), Ok(dialect));
    }
    let unknown: Result<Dialect, UnknownDialect> = "openai".parse();
    assert!(unknown.unwrap_err().to_string().contains("openai-chat"));
}
