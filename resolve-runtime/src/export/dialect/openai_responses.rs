//! OpenAI Responses.
//!
//! Sources: the reference of `POST /v1/responses`, and the guide "Function calling".

use serde_json::{Map, Value, json};

use super::openai_chat::refuse_parallel_calls;
use super::read::{Form, Opened, Told, WireCall, id_of, refuse_error, shape, text_of};
use super::wire::{Envelope, ExportedTool, Said, Unsaid, Wire, put_into, set};
use crate::call::CallResult;
use crate::export::call_ids::CallIds;
use crate::export::reply::{ReplyError, Stop};
use crate::export::results::{self, Piece};

pub(super) struct OpenAiResponses;

impl Wire for OpenAiResponses {
    /// Without `strict` the server makes the schema strict if it can, with all members required.
    fn tool(&self, tool: &ExportedTool<'_>) -> Value {
        let mut function = Map::new();
        function.insert("type".to_owned(), "function".into());
        function.insert("name".to_owned(), tool.definition.name().into());
        if !tool.description.is_empty() {
            function.insert("description".to_owned(), tool.description.into());
        }
        function.insert("parameters".to_owned(), tool.schema.clone());
        function.insert("strict".to_owned(), tool.strict.into());
        function.into()
    }

    fn request(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        said: Option<Said<'_>>,
    ) -> Result<(), Unsaid> {
        set(body, "tools", Some(tools));
        let choice = said.map(|said| match said {
            Said::Auto => "auto".into(),
            Said::None => "none".into(),
            Said::Required | Said::Only => "required".into(),
            Said::Tool(name) => json!({ "type": "function", "name": name }),
        });
        set(body, "tool_choice", choice);
        refuse_parallel_calls(body, said);
        Ok(())
    }

    fn envelope(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        envelope: &Envelope<'_>,
    ) -> Result<(), Unsaid> {
        set(body, "tools", Some(tools));
        set(body, "tool_choice", Some("none".into()));
        let format = json!({
            "type": "json_schema",
            "name": envelope.tool,
            "schema": envelope.schema,
            "strict": envelope.strict,
        });
        put_into(body, "text", "format", format);
        Ok(())
    }

    fn results(&self, results: &[CallResult]) -> Vec<Value> {
        let item = |result: &CallResult| {
            json!({
                "type": "function_call_output",
                "call_id": result.call_id(),
                "output": output(result),
            })
        };
        results.iter().map(item).collect()
    }

    fn remind(&self, messages: &mut Vec<Value>, text: &str) {
        messages.push(json!({ "type": "message", "role": "user", "content": text }));
    }

    fn open(&self, response: &Value) -> Result<Opened, ReplyError> {
        refuse_error(response)?;
        let output = response.get("output");
        let output = output
            .filter(|it| it.is_array())
            .ok_or_else(|| shape("output", "a list of items", output))?;
        let reason = response.get("incomplete_details").and_then(|details| details.get("reason"));
        let stop = match (text_of(response.get("status")), text_of(reason)) {
            (None, _) => Stop::Unknown,
            (Some("completed"), _) => Stop::Complete,
            (Some("incomplete"), Some("content_filter")) => Stop::Refused,
            // Tokens are what it runs out of.
            (Some("incomplete"), _) => Stop::Cut,
            (Some(status), _) => Stop::Other(status.into()),
        };
        Ok(Opened { message: output.clone(), stop })
    }

    /// The message is the list of output items, or one of them.
    fn read(&self, message: &mut Value, ids: &mut CallIds) -> Result<Told, ReplyError> {
        let mut found = Told::default();
        let items = match message {
            Value::Array(items) => items.as_mut_slice(),
            Value::Object(_) => std::slice::from_mut(message),
            other => return Err(shape("", "a list of items", Some(other))),
        };
        for item in items {
            match item.get("type").and_then(Value::as_str) {
                Some("function_call") => {
                    let id = id_of(item, "call_id", ids);
                    found.calls.push(WireCall::of(item, id, "arguments", Form::Text));
                }
                Some("message") => read_parts(item, &mut found),
                _ => {}
            }
        }
        Ok(found)
    }

    fn called(&self, id: &str, name: &str, arguments: &Value) -> Value {
        let arguments = arguments.to_string();
        json!({ "type": "function_call", "call_id": id, "name": name, "arguments": arguments })
    }
}

fn read_parts(item: &Value, found: &mut Told) {
    let parts = item.get("content").and_then(Value::as_array);
    for part in parts.into_iter().flatten() {
        if let Some(text) = text_of(part.get("text")) {
            found.say(text);
        }
        if let Some(refusal) = text_of(part.get("refusal")) {
            found.refused = true;
            found.say(refusal);
        }
    }
}

/// Text, or a list where there are images.
fn output(result: &CallResult) -> Value {
    let mut pieces = results::pieces(result, results::is_common_image);
    if pieces.iter().all(|piece| matches!(piece, Piece::Text(_))) {
        return results::told(result).into();
    }
    if result.is_error() {
        pieces.insert(0, Piece::Text(results::ERROR_PREFIX.trim_end().into()));
    }
    let parts = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => json!({ "type": "input_text", "text": text }),
        Piece::Image { data, mime_type } => json!({
            "type": "input_image",
            "image_url": format!("data:{mime_type};base64,{data}"),
            "detail": "auto",
        }),
    });
    parts.collect()
}
