//! The Model Context Protocol: a server lists its tools, and is called.
//!
//! Sources: "Tools" of the specification of 2026-07-28, and its schema.

use serde_json::{Map, Value, json};

use super::read::{Form, Opened, Told, WireCall, refuse_error, shape, text_of};
use super::wire::{Envelope, ExportedTool, Said, Unsaid, Wire, set};
use crate::call::CallResult;
use crate::export::call_ids::CallIds;
use crate::export::reply::{ReplyError, Stop};
use crate::export::results::{self, Piece};
use crate::output::Details;

pub(super) struct Mcp;

impl Wire for Mcp {
    fn tool(&self, tool: &ExportedTool<'_>) -> Value {
        let mut entry = Map::new();
        entry.insert("name".to_owned(), tool.definition.name().into());
        entry.insert("title".to_owned(), tool.definition.title().into());
        if !tool.description.is_empty() {
            entry.insert("description".to_owned(), tool.description.into());
        }
        entry.insert("inputSchema".to_owned(), tool.schema.clone());
        entry.insert("annotations".to_owned(), json!(tool.definition.annotations()));
        entry.into()
    }

    /// Goes into the result of `tools/list`. What is called is the client's to say.
    fn request(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        said: Option<Said<'_>>,
    ) -> Result<(), Unsaid> {
        match said {
            None | Some(Said::Auto) => {
                set(body, "tools", Some(tools));
                Ok(())
            }
            Some(_) => Err(Unsaid),
        }
    }

    fn envelope(
        &self,
        _body: &mut Map<String, Value>,
        _tools: Value,
        _envelope: &Envelope<'_>,
    ) -> Result<(), Unsaid> {
        Err(Unsaid)
    }

    /// The results of `tools/call`, one for each.
    fn results(&self, results: &[CallResult]) -> Vec<Value> {
        results.iter().map(call_tool_result).collect()
    }

    /// A server has nothing to say but its results: the text goes to the end of the last one.
    fn remind(&self, messages: &mut Vec<Value>, text: &str) {
        let last = messages.last_mut().and_then(|last| last.get_mut("content"));
        if let Some(Value::Array(blocks)) = last {
            blocks.push(json!({ "type": "text", "text": text }));
        }
    }

    /// A request of the method `tools/call`.
    fn open(&self, request: &Value) -> Result<Opened, ReplyError> {
        refuse_error(request)?;
        if request.get("method").is_some_and(|method| method != "tools/call") {
            return Err(shape("method", "`tools/call`", request.get("method")));
        }
        let params = request.get("params");
        if !params.is_some_and(Value::is_object) {
            return Err(shape("params", "an object", params));
        }
        Ok(Opened { message: request.clone(), stop: Stop::Complete })
    }

    /// The request, or its parameters alone. Its id names the call.
    fn read(&self, message: &mut Value, ids: &mut CallIds) -> Result<Told, ReplyError> {
        let id = match message.get("id") {
            Some(Value::Number(id)) => id.to_string(),
            id => text_of(id).map_or_else(|| ids.next_id(), str::to_owned),
        };
        let params = if message.get("params").is_some() { &mut message["params"] } else { message };
        if !params.is_object() {
            return Err(shape("params", "an object", Some(params)));
        }
        let call = WireCall::of(params, id, "arguments", Form::Object);
        Ok(Told { calls: vec![call], ..Told::default() })
    }

    fn called(&self, _id: &str, name: &str, arguments: &Value) -> Value {
        json!({ "name": name, "arguments": arguments })
    }
}

fn call_tool_result(result: &CallResult) -> Value {
    let pieces = results::pieces(result, |_| true);
    let content = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => json!({ "type": "text", "text": text }),
        Piece::Image { data, mime_type } => {
            json!({ "type": "image", "data": data, "mimeType": mime_type })
        }
    });
    let content: Vec<Value> = content.collect();
    let mut answer = json!({ "resultType": "complete", "content": content });
    if let Some(details) = structured(result) {
        answer["structuredContent"] = details;
    }
    answer["isError"] = result.is_error().into();
    answer
}

/// The details, where they are an object: revisions before the latest take nothing else.
fn structured(result: &CallResult) -> Option<Value> {
    let details = match result.outcome().ok()?.details()? {
        Details::Resolve(details) => serde_json::to_value(details).ok()?,
        Details::Tool(details) => details.clone(),
    };
    details.is_object().then_some(details)
}
