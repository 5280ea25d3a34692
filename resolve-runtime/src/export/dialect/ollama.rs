//! Ollama's own `/api/chat`.
//!
//! Sources: "Generate a chat message" of the API's documentation, and `api/types.go`.

use serde_json::{Map, Value, json};

use super::openai_chat;
use super::read::{self, Form, Opened, Told, WireCall, as_object, refuse_error, text_of};
use super::wire::{Envelope, ExportedTool, Said, Unsaid, Wire, set};
use crate::call::CallResult;
use crate::export::call_ids::CallIds;
use crate::export::reply::{ReplyError, Stop};
use crate::export::results;

pub(super) struct Ollama;

impl Wire for Ollama {
    fn tool(&self, tool: &ExportedTool<'_>) -> Value {
        openai_chat::function(tool, None)
    }

    /// There is no tool choice: it is always the model's.
    fn request(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        said: Option<Said<'_>>,
    ) -> Result<(), Unsaid> {
        match said {
            None | Some(Said::Auto | Said::Only) => {
                set(body, "tools", Some(tools));
                Ok(())
            }
            Some(Said::None | Said::Required | Said::Tool(_)) => Err(Unsaid),
        }
    }

    /// What a model writes under a schema is often taken for a call by the server itself, which is as
    /// good.
    fn envelope(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        envelope: &Envelope<'_>,
    ) -> Result<(), Unsaid> {
        set(body, "tools", Some(tools));
        set(body, "format", Some(envelope.schema.clone()));
        Ok(())
    }

    fn results(&self, results: &[CallResult]) -> Vec<Value> {
        let message = |result: &CallResult| {
            json!({
                "role": "tool",
                "tool_name": result.tool_name(),
                "content": results::told(result),
            })
        };
        results.iter().map(message).collect()
    }

    fn remind(&self, messages: &mut Vec<Value>, text: &str) {
        messages.push(json!({ "role": "user", "content": text }));
    }

    fn open(&self, response: &Value) -> Result<Opened, ReplyError> {
        refuse_error(response)?;
        let message = read::object(response, "message", "message")?;
        let stop = match response.get("done_reason").and_then(Value::as_str) {
            None => Stop::Unknown,
            Some("stop") => Stop::Complete,
            Some("length") => Stop::Cut,
            Some(other) => Stop::Other(other.into()),
        };
        Ok(Opened { message: message.clone().into(), stop })
    }

    /// Told have an id in some versions, and results never name one.
    fn read(&self, message: &mut Value, ids: &mut CallIds) -> Result<Told, ReplyError> {
        read::refuse_other_than_object(message)?;
        let text = text_of(message.get("content")).unwrap_or_default().to_owned();
        let mut found = Told { text, ..Told::default() };
        for call in read::list(message, "tool_calls", "tool_calls")? {
            let id = text_of(call.get("id")).map_or_else(|| ids.next_id(), str::to_owned);
            let function = as_object(call).entry("function").or_insert_with(|| Map::new().into());
            found.calls.push(WireCall::of(function, id, "arguments", Form::Object));
        }
        Ok(found)
    }

    fn called(&self, _id: &str, name: &str, arguments: &Value) -> Value {
        let call = json!({ "function": { "name": name, "arguments": arguments } });
        json!({ "role": "assistant", "content": "", "tool_calls": [call] })
    }
}
