//! The floor: serde straight into structs, a plain `Vec` for the plan, direct calls. No queue, no
//! lock, no event, no abort.

use serde::{Deserialize, Serialize};

use super::rename::{Move, listing, plan, renamed, summary};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RenameArguments {
    pattern: String,
    template: String,
    limit: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResolveArguments {
    action: Action,
    reason: String,
    #[serde(default)]
    extra: Option<serde_json::Map<String, serde_json::Value>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Apply,
    Discard,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallResult<'a> {
    call_id: &'a str,
    tool_name: &'a str,
    content: [Content<'a>; 1],
    is_error: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details<'a>>,
}

#[derive(Serialize)]
struct Content<'a> {
    r#type: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Details<'a> {
    action: Action,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra: Option<serde_json::Map<String, serde_json::Value>>,
    source_tool_name: &'a str,
    label: &'a str,
}

/// A preview and its resolution.
pub(crate) fn cycle(preview: &str, resolve: &str) -> (String, String) {
    let RenameArguments { pattern, template, limit } =
        serde_json::from_str(preview).expect("fitting arguments");
    let moves = plan(&pattern, &template, limit.unwrap_or(usize::MAX));
    let label = format!("Batch Rename: {}", summary(&moves));
    let text = format!(
        "Nothing has been changed yet: this is a preview, pending as action {}.\n{}",
        "00000000-0000-7000-8000-000000000000",
        listing(&moves)
    );
    let previewed = result("call_1", "batch_rename", &text, None);

    let ResolveArguments { action, reason, extra } =
        serde_json::from_str(resolve).expect("fitting arguments");
    let text = match action {
        Action::Apply => apply(&moves),
        Action::Discard => format!("Discarded: {label}. Reason: {reason}"),
    };
    let details =
        Details { action, reason, extra, source_tool_name: "batch_rename", label: &label };
    (previewed, result("call_2", "resolve", &text, Some(details)))
}

#[inline(never)]
fn apply(moves: &[Move]) -> String {
    renamed(moves)
}

fn result(call_id: &str, tool_name: &str, text: &str, details: Option<Details<'_>>) -> String {
    let content = [Content { r#type: "text", text }];
    let result = CallResult { call_id, tool_name, content, is_error: false, details };
    serde_json::to_string(&result).expect("a result serialises")
}
