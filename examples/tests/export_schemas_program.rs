//! The program `export-schemas`, as it is run.

use std::process::{Command, Output};

use serde_json::Value;

const DIALECTS: [&str; 9] = [
    "openai-chat",
    "openai-responses",
    "anthropic",
    "gemini",
    "gemini-openapi",
    "bedrock",
    "mistral",
    "ollama",
    "mcp",
];

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_export-schemas")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The request, and what was lost.
fn printed(arguments: &[&str]) -> (Value, String) {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    let body = serde_json::from_slice(&output.stdout).unwrap();
    (body, text(&output.stderr).to_owned())
}

/// Where a forced `resolve` stands.
fn forced(dialect: &str, body: &Value) -> Option<Value> {
    let pointer = match dialect {
        "openai-chat" | "mistral" => "/tool_choice/function/name",
        "openai-responses" | "anthropic" => "/tool_choice/name",
        "gemini" | "gemini-openapi" => "/toolConfig/functionCallingConfig/allowedFunctionNames/0",
        "bedrock" => "/toolConfig/toolChoice/tool/name",
        "ollama" => "/format/properties/name/enum/0",
        _ => return None,
    };
    Some(body.pointer(pointer).cloned().unwrap_or_default())
}

#[test]
fn every_dialect_gets_its_smallest_request() {
    for dialect in DIALECTS {
        for strict in [&[][..], &["--strict"]] {
            let (body, _) = printed(&[&["--dialect", dialect], strict].concat());
            if let Some(forced) = forced(dialect, &body) {
                assert_eq!(forced, "resolve", "{dialect}: {body}");
            } else {
                assert_eq!(body["result"]["resultType"], "complete", "{dialect}");
            }
            let whole = body.to_string();
            assert!(whole.contains(r#""name":"ast_edit""#), "{dialect}: {whole}");
            assert!(whole.contains(r#""name":"resolve""#), "{dialect}: {whole}");
            if ["openai-chat", "openai-responses", "anthropic", "bedrock", "mistral"]
                .contains(&dialect)
            {
                let said = format!(r#""strict":{}"#, !strict.is_empty());
                assert!(whole.matches(&said).count() >= 2, "{dialect}: {whole}");
            }
        }
    }
}

#[test]
fn the_catalogue_is_forced_to_nothing() {
    for dialect in DIALECTS {
        let (body, lost) = printed(&["--dialect", dialect, "--catalogue", "--strict"]);
        let names = body.to_string().matches(r#""name":""#).count();
        assert!(names >= 40, "{dialect}: {names}");
        assert!(forced(dialect, &body).is_none_or(|name| name.is_null()), "{dialect}");
        assert!(!lost.is_empty() && lost.lines().all(|line| line.contains(": ")), "{lost}");
    }
}

#[test]
fn one_tool_is_exported_alone() {
    let (body, _) = printed(&["--dialect", "anthropic", "--only", "resolve"]);
    assert_eq!(body["tools"].as_array().unwrap().len(), 1);
    let (body, _) = printed(&["--dialect", "anthropic", "--only", "ast_edit"]);
    assert_eq!(body.get("tool_choice"), None, "nothing is forced that is not there");
}

#[test]
fn wrong_usage_is_told() {
    for (arguments, said) in [
        (&[][..], "--dialect"),
        (&["--dialect", "openai"], "openai-chat"),
        (&["--dialect", "mcp", "--stric"], "--strict"),
        (&["--dialect", "mcp", "--only", "nothing"], "there is no tool `nothing`"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
}
