//! Anthropic Messages.
//!
//! Sources: the reference of `POST /v1/messages`, and the guides "Define tools", "Handle tool
//! calls" and "Structured outputs".

use serde_json::{Map, Value, json};

use super::read::{
    self, Form, Opened, Told, WireCall, drop_empty_texts, id_of, refuse_error, shape, text_of,
};
use super::wire::{Envelope, ExportedTool, Said, Unsaid, Wire, put_into, set};
use crate::call::CallResult;
use crate::export::call_ids::CallIds;
use crate::export::reply::{ReplyError, Stop};
use crate::export::results::{self, Piece};

pub(super) struct Anthropic;

impl Wire for Anthropic {
    fn tool(&self, tool: &ExportedTool<'_>) -> Value {
        let mut entry = Map::new();
        entry.insert("name".to_owned(), tool.definition.name().into());
        if !tool.description.is_empty() {
            entry.insert("description".to_owned(), tool.description.into());
        }
        entry.insert("input_schema".to_owned(), tool.schema.clone());
        entry.insert("strict".to_owned(), tool.strict.into());
        entry.into()
    }

    fn request(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        said: Option<Said<'_>>,
    ) -> Result<(), Unsaid> {
        set(body, "tools", Some(tools));
        set(body, "tool_choice", said.map(choice));
        Ok(())
    }

    fn envelope(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        envelope: &Envelope<'_>,
    ) -> Result<(), Unsaid> {
        set(body, "tools", Some(tools));
        set(body, "tool_choice", Some(choice(Said::None)));
        let format = json!({ "type": "json_schema", "schema": envelope.schema });
        put_into(body, "output_config", "format", format);
        Ok(())
    }

    /// All of them in one message: with several, the model learns to make one call at a time.
    fn results(&self, results: &[CallResult]) -> Vec<Value> {
        if results.is_empty() {
            return Vec::new();
        }
        let blocks: Vec<Value> = results.iter().map(result_block).collect();
        vec![json!({ "role": "user", "content": blocks })]
    }

    /// Results have to stand before everything else of their message.
    fn remind(&self, messages: &mut Vec<Value>, text: &str) {
        let block = json!({ "type": "text", "text": text });
        let last =
            messages.last_mut().filter(|last| last.get("role").is_some_and(|it| it == "user"));
        match last.and_then(|last| last.get_mut("content")) {
            Some(Value::Array(blocks)) => blocks.push(block),
            Some(content @ Value::String(_)) => {
                let before = content.take();
                *content = json!([{ "type": "text", "text": before }, block]);
            }
            _ => messages.push(json!({ "role": "user", "content": [block] })),
        }
    }

    fn open(&self, response: &Value) -> Result<Opened, ReplyError> {
        refuse_error(response)?;
        let content = response.get("content");
        if !content.is_some_and(Value::is_array) {
            return Err(shape("content", "a list of blocks", content));
        }
        let stop = match response.get("stop_reason").and_then(Value::as_str) {
            None => Stop::Unknown,
            Some("end_turn" | "tool_use" | "stop_sequence") => Stop::Complete,
            Some("max_tokens" | "model_context_window_exceeded") => Stop::Cut,
            Some("refusal") => Stop::Refused,
            Some(other) => Stop::Other(other.into()),
        };
        Ok(Opened { message: json!({ "role": "assistant", "content": content }), stop })
    }

    fn read(&self, message: &mut Value, ids: &mut CallIds) -> Result<Told, ReplyError> {
        read::refuse_other_than_object(message)?;
        let mut found = Told::default();
        if let Some(text) = text_of(message.get("content")) {
            found.say(text);
            return Ok(found);
        }
        for block in read::list(message, "content", "content")? {
            match block.get("type").and_then(Value::as_str) {
                Some("text") => found.say(text_of(block.get("text")).unwrap_or_default()),
                Some("tool_use") => {
                    let id = id_of(block, "id", ids);
                    found.calls.push(WireCall::of(block, id, "input", Form::Object));
                }
                _ => {}
            }
        }
        drop_empty_texts(message);
        Ok(found)
    }

    fn called(&self, id: &str, name: &str, arguments: &Value) -> Value {
        let call = json!({ "type": "tool_use", "id": id, "name": name, "input": arguments });
        json!({ "role": "assistant", "content": [call] })
    }
}

/// `none` takes no `disable_parallel_tool_use`.
fn choice(said: Said<'_>) -> Value {
    let mut choice = match said {
        Said::Auto => json!({ "type": "auto" }),
        Said::None => json!({ "type": "none" }),
        Said::Required | Said::Only => json!({ "type": "any" }),
        Said::Tool(name) => json!({ "type": "tool", "name": name }),
    };
    if said.is_one_call() {
        choice["disable_parallel_tool_use"] = true.into();
    }
    choice
}

fn result_block(result: &CallResult) -> Value {
    // With `is_error` nothing but text is taken.
    let takes = if result.is_error() { |_: &str| false } else { results::is_common_image };
    let pieces = results::pieces(result, takes);
    let content = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => json!({ "type": "text", "text": text }),
        Piece::Image { data, mime_type } => json!({
            "type": "image",
            "source": { "type": "base64", "media_type": mime_type, "data": data },
        }),
    });
    let content: Vec<Value> = content.collect();
    json!({
        "type": "tool_result",
        "tool_use_id": result.call_id(),
        "content": content,
        "is_error": result.is_error(),
    })
}
