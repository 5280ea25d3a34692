//! Constants that come back in another case.

use resolve_runtime::ToolDefinition;
use resolve_runtime::export::Dialect;
use resolve_runtime::prelude::*;
use serde_json::json;

use super::support::{Mode, export, resolve};

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Change {
    Create { path: String },
    Remove { path: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
enum Method {
    #[serde(rename = "GET")]
    Get,
    #[serde(rename = "Post")]
    Post,
    #[serde(rename = "post")]
    LowerPost,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(crate = "resolve_runtime::schemars")]
struct Arguments {
    change: Change,
    method: Method,
    text: String,
}

#[test]
fn the_action_is_found_where_case_is_not_promised() {
    let tool = resolve().tool;
    let written = json!({ "action": "Apply", "reason": "APPLY" });
    for dialect in Dialect::ALL {
        for mode in Mode::ALL {
            let exported = export(&tool, dialect, mode).unwrap();
            let folds = matches!(dialect, Dialect::Anthropic | Dialect::Bedrock);
            let action = if folds { "apply" } else { "Apply" };
            let decoded = exported.decode(&written).unwrap();
            assert_eq!(decoded, json!({ "action": action, "reason": "APPLY" }), "{dialect}");
        }
    }
}

#[test]
fn values_are_found_only_where_one_is_meant() {
    let tool = ToolDefinition::new("tool").with_input::<Arguments>();
    let exported = export(&tool, Dialect::Anthropic, Mode::STRICT).unwrap();
    assert!(exported.strict);
    let decoded = |kind: &str, method: &str| {
        let written =
            json!({ "change": { "kind": kind, "path": "A" }, "method": method, "text": "GET" });
        let decoded = exported.decode(&written).unwrap();
        assert_eq!((&decoded["change"]["path"], &decoded["text"]), (&json!("A"), &json!("GET")));
        [decoded["change"]["kind"].clone(), decoded["method"].clone()]
    };
    assert_eq!(decoded("CREATE", "get"), ["create", "GET"]);
    assert_eq!(decoded("Remove", "Post"), ["remove", "Post"]);
    assert_eq!(decoded("remove", "POST"), ["remove", "POST"], "two of them are meant");
    assert_eq!(decoded("other", "put"), ["other", "put"]);
}
