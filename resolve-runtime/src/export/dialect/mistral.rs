//! Mistral chat completions.
//!
//! Sources: the reference of `POST /v1/chat/completions`, and the guide "Function calling".

use serde_json::{Map, Value, json};

use super::openai_chat;
use super::read::{Opened, Told};
use super::wire::{Envelope, ExportedTool, Said, Unsaid, Wire, set};
use crate::call::CallResult;
use crate::export::call_ids::CallIds;
use crate::export::reply::ReplyError;
use crate::export::results;

pub(super) struct Mistral;

impl Wire for Mistral {
    fn tool(&self, tool: &ExportedTool<'_>) -> Value {
        openai_chat::function(tool, Some(tool.strict))
    }

    fn request(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        said: Option<Said<'_>>,
    ) -> Result<(), Unsaid> {
        set(body, "tools", Some(tools));
        set(body, "tool_choice", said.map(|said| openai_chat::choice(said, "any")));
        openai_chat::refuse_parallel_calls(body, said);
        Ok(())
    }

    /// With tools and the choice `none` replies come back garbled.
    fn envelope(
        &self,
        body: &mut Map<String, Value>,
        _tools: Value,
        envelope: &Envelope<'_>,
    ) -> Result<(), Unsaid> {
        set(body, "tools", None);
        set(body, "tool_choice", None);
        set(body, "response_format", Some(openai_chat::response_format(envelope)));
        Ok(())
    }

    fn results(&self, results: &[CallResult]) -> Vec<Value> {
        let message = |result: &CallResult| {
            json!({
                "role": "tool",
                "tool_call_id": result.call_id(),
                "name": result.tool_name(),
                "content": results::told(result),
            })
        };
        results.iter().map(message).collect()
    }

    /// A user's message right behind that of a tool is refused: "Unexpected role 'user' after role
    /// 'tool'". The text goes to the end of the last one.
    fn remind(&self, messages: &mut Vec<Value>, text: &str) {
        let last = messages
            .last_mut()
            .filter(|last| last.get("role").is_some_and(|role| role == "tool" || role == "user"));
        if let Some(Value::String(content)) = last.and_then(|last| last.get_mut("content")) {
            content.push_str("\n\n");
            content.push_str(text);
        } else {
            messages.push(json!({ "role": "user", "content": text }));
        }
    }

    fn open(&self, response: &Value) -> Result<Opened, ReplyError> {
        openai_chat::open(response)
    }

    fn read(&self, message: &mut Value, ids: &mut CallIds) -> Result<Told, ReplyError> {
        openai_chat::read(message, ids)
    }

    fn called(&self, id: &str, name: &str, arguments: &Value) -> Value {
        openai_chat::called(id, name, arguments)
    }
}
