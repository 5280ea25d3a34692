//! Amazon Bedrock Converse.
//!
//! Sources: the reference of `Converse` in the API of Bedrock Runtime, and the guide "Get validated
//! JSON results from models".

use serde_json::{Map, Value, json};

use super::read::{
    self, Form, Opened, Told, WireCall, drop_empty_texts, id_of, refuse_error, shape, text_of,
};
use super::wire::{Envelope, ExportedTool, Said, Unsaid, Wire, put_into};
use crate::call::CallResult;
use crate::export::call_ids::CallIds;
use crate::export::reply::{ReplyError, Stop};
use crate::export::results::{self, Piece};

pub(super) struct Bedrock;

impl Wire for Bedrock {
    /// An empty description is refused.
    fn tool(&self, tool: &ExportedTool<'_>) -> Value {
        let mut entry = Map::new();
        entry.insert("name".to_owned(), tool.definition.name().into());
        if !tool.description.is_empty() {
            entry.insert("description".to_owned(), tool.description.into());
        }
        entry.insert("inputSchema".to_owned(), json!({ "json": tool.schema }));
        entry.insert("strict".to_owned(), tool.strict.into());
        json!({ "toolSpec": entry })
    }

    /// There is no word for `none`.
    fn request(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        said: Option<Said<'_>>,
    ) -> Result<(), Unsaid> {
        let choice = match said {
            None => None,
            Some(Said::None) => return Err(Unsaid),
            Some(Said::Auto) => Some(json!({ "auto": {} })),
            Some(Said::Required | Said::Only) => Some(json!({ "any": {} })),
            Some(Said::Tool(name)) => Some(json!({ "tool": { "name": name } })),
        };
        let mut config = json!({ "tools": tools });
        if let Some(choice) = choice {
            config["toolChoice"] = choice;
        }
        body.insert("toolConfig".to_owned(), config);
        Ok(())
    }

    /// The tools stay: a conversation with calls in it is refused without them.
    fn envelope(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        envelope: &Envelope<'_>,
    ) -> Result<(), Unsaid> {
        body.insert("toolConfig".to_owned(), json!({ "tools": tools }));
        // This schema goes as text.
        let schema = json!({ "name": envelope.tool, "schema": envelope.schema.to_string() });
        let format = json!({ "type": "json_schema", "structure": { "jsonSchema": schema } });
        put_into(body, "outputConfig", "textFormat", format);
        Ok(())
    }

    fn results(&self, results: &[CallResult]) -> Vec<Value> {
        if results.is_empty() {
            return Vec::new();
        }
        let blocks: Vec<Value> = results.iter().map(result_block).collect();
        vec![json!({ "role": "user", "content": blocks })]
    }

    /// The roles have to alternate.
    fn remind(&self, messages: &mut Vec<Value>, text: &str) {
        let block = json!({ "text": text });
        let last =
            messages.last_mut().filter(|last| last.get("role").is_some_and(|it| it == "user"));
        match last.and_then(|last| last.get_mut("content")) {
            Some(Value::Array(blocks)) => blocks.push(block),
            _ => messages.push(json!({ "role": "user", "content": [block] })),
        }
    }

    fn open(&self, response: &Value) -> Result<Opened, ReplyError> {
        refuse_error(response)?;
        let Some(output) = response.get("output") else {
            // What an error says stands at the top.
            return Err(match text_of(response.get("message")) {
                Some(message) => ReplyError::Provider { message: message.into() },
                None => shape("output", "an object", None),
            });
        };
        let message = read::object(output, "message", "output.message")?;
        let stop = match response.get("stopReason").and_then(Value::as_str) {
            None => Stop::Unknown,
            Some("end_turn" | "tool_use" | "stop_sequence") => Stop::Complete,
            Some("max_tokens" | "model_context_window_exceeded") => Stop::Cut,
            Some("guardrail_intervened" | "content_filtered") => Stop::Refused,
            Some(other) => Stop::Other(other.into()),
        };
        Ok(Opened { message: message.clone().into(), stop })
    }

    fn read(&self, message: &mut Value, ids: &mut CallIds) -> Result<Told, ReplyError> {
        read::refuse_other_than_object(message)?;
        let mut found = Told::default();
        for block in read::list(message, "content", "content")? {
            if let Some(call) = block.get_mut("toolUse") {
                let id = id_of(call, "toolUseId", ids);
                found.calls.push(WireCall::of(call, id, "input", Form::Object));
            } else if let Some(text) = text_of(block.get("text")) {
                found.say(text);
            }
        }
        drop_empty_texts(message);
        Ok(found)
    }

    fn called(&self, id: &str, name: &str, arguments: &Value) -> Value {
        let call = json!({ "toolUseId": id, "name": name, "input": arguments });
        json!({ "role": "assistant", "content": [{ "toolUse": call }] })
    }
}

fn result_block(result: &CallResult) -> Value {
    let pieces = results::pieces(result, results::is_common_image);
    let content = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => json!({ "text": text }),
        Piece::Image { data, mime_type } => {
            let format = mime_type.trim_start_matches("image/");
            json!({ "image": { "format": format, "source": { "bytes": data } } })
        }
    });
    let content: Vec<Value> = content.collect();
    let status = if result.is_error() { "error" } else { "success" };
    json!({
        "toolResult": { "toolUseId": result.call_id(), "content": content, "status": status },
    })
}
