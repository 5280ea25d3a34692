//! OpenAI Chat Completions, and the parts of it that others took over.
//!
//! Sources: the reference of `POST /v1/chat/completions`, and the guide "Function calling".

use serde_json::{Map, Value, json};

use super::read::{
    self, Form, Opened, Told, WireCall, as_object, id_of, refuse_error, shape, text_of,
};
use super::wire::{Envelope, ExportedTool, Said, Unsaid, Wire, set};
use crate::call::CallResult;
use crate::export::call_ids::CallIds;
use crate::export::reply::{ReplyError, Stop};
use crate::export::results;

pub(super) struct OpenAiChat;

impl Wire for OpenAiChat {
    fn tool(&self, tool: &ExportedTool<'_>) -> Value {
        function(tool, Some(tool.strict))
    }

    fn request(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        said: Option<Said<'_>>,
    ) -> Result<(), Unsaid> {
        set(body, "tools", Some(tools));
        set(body, "tool_choice", said.map(|said| choice(said, "required")));
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
        set(body, "response_format", Some(response_format(envelope)));
        Ok(())
    }

    fn results(&self, results: &[CallResult]) -> Vec<Value> {
        let message = |result: &CallResult| {
            json!({
                "role": "tool",
                "tool_call_id": result.call_id(),
                "content": results::told(result),
            })
        };
        results.iter().map(message).collect()
    }

    fn remind(&self, messages: &mut Vec<Value>, text: &str) {
        messages.push(json!({ "role": "user", "content": text }));
    }

    fn open(&self, response: &Value) -> Result<Opened, ReplyError> {
        open(response)
    }

    fn read(&self, message: &mut Value, ids: &mut CallIds) -> Result<Told, ReplyError> {
        read(message, ids)
    }

    fn called(&self, id: &str, name: &str, arguments: &Value) -> Value {
        called(id, name, arguments)
    }
}

/// `strict` is always written out where the dialect has it: what its absence means has changed.
pub(super) fn function(tool: &ExportedTool<'_>, strict: Option<bool>) -> Value {
    let mut function = Map::new();
    function.insert("name".to_owned(), tool.definition.name().into());
    if !tool.description.is_empty() {
        function.insert("description".to_owned(), tool.description.into());
    }
    function.insert("parameters".to_owned(), tool.schema.clone());
    if let Some(strict) = strict {
        function.insert("strict".to_owned(), strict.into());
    }
    json!({ "type": "function", "function": function })
}

pub(super) fn choice(said: Said<'_>, required: &str) -> Value {
    match said {
        Said::Auto => "auto".into(),
        Said::None => "none".into(),
        Said::Required | Said::Only => required.into(),
        Said::Tool(name) => json!({ "type": "function", "function": { "name": name } }),
    }
}

pub(super) fn refuse_parallel_calls(body: &mut Map<String, Value>, said: Option<Said<'_>>) {
    if said.is_some_and(Said::is_one_call) {
        set(body, "parallel_tool_calls", Some(false.into()));
    }
}

pub(super) fn response_format(envelope: &Envelope<'_>) -> Value {
    json!({
        "type": "json_schema",
        "json_schema": {
            "name": envelope.tool,
            "schema": envelope.schema,
            "strict": envelope.strict,
        },
    })
}

pub(super) fn open(response: &Value) -> Result<Opened, ReplyError> {
    refuse_error(response)?;
    let found = response.get("choices");
    let choices = found.and_then(Value::as_array);
    let choice = choices.and_then(|choices| choices.first());
    let choice = choice.ok_or_else(|| shape("choices", "a list of choices", found))?;
    let message = read::object(choice, "message", "choices[0].message")?;
    let stop = match choice.get("finish_reason").and_then(Value::as_str) {
        None => Stop::Unknown,
        Some("stop" | "tool_calls" | "function_call") => Stop::Complete,
        // The second is Mistral's.
        Some("length" | "model_length") => Stop::Cut,
        Some("content_filter") => Stop::Refused,
        Some(other) => Stop::Other(other.into()),
    };
    Ok(Opened { message: message.clone().into(), stop })
}

pub(super) fn read(message: &mut Value, ids: &mut CallIds) -> Result<Told, ReplyError> {
    read::refuse_other_than_object(message)?;
    let mut found = Told { text: content_text(message.get("content")), ..Told::default() };
    if let Some(refusal) = text_of(message.get("refusal")) {
        found.refused = true;
        found.say(refusal);
    }
    for call in read::list(message, "tool_calls", "tool_calls")? {
        // Told of other kinds, such as custom tools, are not of tools that were exported.
        if call.get("type").is_none_or(|kind| kind == "function" || kind.is_null()) {
            found.calls.push(read_call(call, ids));
        }
    }
    make_sendable(as_object(message));
    Ok(found)
}

fn read_call(call: &mut Value, ids: &mut CallIds) -> WireCall {
    let id = id_of(call, "id", ids);
    let call = as_object(call);
    call.insert("type".to_owned(), "function".into());
    let function = call.entry("function").or_insert_with(|| Map::new().into());
    WireCall::of(function, id, "arguments", Form::Text)
}

/// A response has members that a request may not have: nulls, an empty list of calls, citations.
fn make_sendable(message: &mut Map<String, Value>) {
    let calls =
        message.get("tool_calls").and_then(Value::as_array).is_some_and(|it| !it.is_empty());
    message.retain(|key, value| match key.as_str() {
        "content" => true,
        "annotations" => false,
        "tool_calls" => calls,
        _ => !value.is_null(),
    });
    if !calls && message.get("content").is_none_or(Value::is_null) {
        message.insert("content".to_owned(), "".into());
    }
}

/// Text, or a list of parts.
fn content_text(content: Option<&Value>) -> String {
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let texts = parts.iter().filter(|part| part.get("type").is_some_and(|it| it == "text"));
            texts.filter_map(|part| part.get("text")?.as_str()).collect()
        }
        _ => String::new(),
    }
}

pub(super) fn called(id: &str, name: &str, arguments: &Value) -> Value {
    let function = json!({ "name": name, "arguments": arguments.to_string() });
    let call = json!({ "id": id, "type": "function", "function": function });
    json!({ "role": "assistant", "content": "", "tool_calls": [call] })
}
