//! Exports of the catalogue, kept in files. `BLESS=1` writes them anew.

use std::fs;
use std::path::PathBuf;

use resolve_runtime::export::Dialect;
use serde_json::{Map, Value, json};

use super::laid_out::laid_out;
use super::support::{Mode, entries, export};

fn exported(dialect: Dialect, mode: Mode) -> Value {
    let mut tools = Map::new();
    for entry in entries() {
        let told = match export(&entry.tool, dialect, mode) {
            Ok(exported) => {
                let losses: Vec<Value> =
                    exported.losses.iter().map(|it| json!([it.path, it.what])).collect();
                json!({
                    "strict": exported.strict,
                    "schema": exported.schema,
                    "losses": losses,
                })
            }
            Err(error) => json!({ "refused": [error.path, error.reason] }),
        };
        tools.insert(entry.tool.name().to_owned(), told);
    }
    Value::Object(tools)
}

fn check(dialect: Dialect, mode: Mode, kind: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/export_schemas/golden")
        .join(format!("{}{kind}.json", dialect.name()));
    let now = laid_out(&exported(dialect, mode));
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, now).unwrap();
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let differs = kept.lines().zip(now.lines()).position(|(kept, now)| kept != now);
    if let Some(line) = differs {
        let (kept, now) = (kept.lines().nth(line).unwrap(), now.lines().nth(line).unwrap());
        panic!("{}:{}\n kept {kept}\n now  {now}", path.display(), line + 1);
    }
    assert_eq!(kept.len(), now.len(), "{}", path.display());
}

#[test]
fn loose_exports_are_as_kept() {
    for dialect in Dialect::ALL {
        check(dialect, Mode::LOOSE, "");
    }
}

#[test]
fn strict_exports_are_as_kept() {
    for dialect in [
        Dialect::OpenAiChat,
        Dialect::OpenAiResponses,
        Dialect::Anthropic,
        Dialect::Bedrock,
        Dialect::Mistral,
    ] {
        check(dialect, Mode::STRICT, ".strict");
    }
}

#[test]
fn exports_with_json_text_are_as_kept() {
    for dialect in Dialect::ALL {
        check(dialect, Mode::STRICT_TEXT, ".json-text");
    }
}

/// What has no flag for it is the same, strictly or not.
#[test]
fn dialects_without_strict_tools_take_no_notice() {
    for dialect in [Dialect::Gemini, Dialect::GeminiOpenApi, Dialect::Ollama, Dialect::Mcp] {
        assert_eq!(exported(dialect, Mode::STRICT), exported(dialect, Mode::LOOSE), "{dialect}");
    }
}
