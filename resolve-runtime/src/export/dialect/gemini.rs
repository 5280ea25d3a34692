//! Gemini `generateContent`.
//!
//! Sources: the reference of `models.generateContent` in the Gemini API (`Tool`,
//! `FunctionCallingConfig`, `FunctionCall`, `FunctionResponse`, `GenerationConfig`), and the guide
//! "Function calling".

use serde_json::{Map, Value, json};

use super::read::{self, Form, Opened, Told, WireCall, as_object, refuse_error, shape, text_of};
use super::wire::{Envelope, ExportedTool, Said, Unsaid, Wire, put_into, set, take_from};
use crate::call::CallResult;
use crate::export::call_ids::CallIds;
use crate::export::reply::{ReplyError, Stop};
use crate::export::results;

pub(super) struct Gemini {
    /// Whether schemas are in the subset of OpenAPI.
    pub(super) open_api: bool,
}

impl Wire for Gemini {
    fn tool(&self, tool: &ExportedTool<'_>) -> Value {
        let schema = if self.open_api { "parameters" } else { "parametersJsonSchema" };
        let mut entry = Map::new();
        entry.insert("name".to_owned(), tool.definition.name().into());
        // This is one that has to be there.
        let description = match tool.description {
            "" => tool.definition.title(),
            description => description,
        };
        entry.insert("description".to_owned(), description.into());
        entry.insert(schema.to_owned(), tool.schema.clone());
        entry.into()
    }

    fn list(&self, tools: Vec<Value>) -> Value {
        json!([{ "functionDeclarations": tools }])
    }

    /// Names are allowed with the mode `ANY` only. Several calls at once cannot be forbidden.
    fn request(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        said: Option<Said<'_>>,
    ) -> Result<(), Unsaid> {
        set(body, "tools", Some(tools));
        let config = match said {
            None => {
                take_from(body, "toolConfig", "functionCallingConfig");
                return Ok(());
            }
            Some(Said::Auto) => json!({ "mode": "AUTO" }),
            Some(Said::None) => json!({ "mode": "NONE" }),
            Some(Said::Required | Said::Only) => json!({ "mode": "ANY" }),
            Some(Said::Tool(name)) => json!({ "mode": "ANY", "allowedFunctionNames": [name] }),
        };
        put_into(body, "toolConfig", "functionCallingConfig", config);
        Ok(())
    }

    /// "Function calling with a response mime type: 'application/json' is unsupported."
    fn envelope(
        &self,
        body: &mut Map<String, Value>,
        _tools: Value,
        envelope: &Envelope<'_>,
    ) -> Result<(), Unsaid> {
        set(body, "tools", None);
        set(body, "toolConfig", None);
        let schema = if self.open_api { "responseSchema" } else { "responseJsonSchema" };
        put_into(body, "generationConfig", "responseMimeType", "application/json".into());
        let described =
            if self.open_api { in_capitals(envelope.schema) } else { envelope.schema.clone() };
        put_into(body, "generationConfig", schema, described);
        Ok(())
    }

    fn results(&self, results: &[CallResult]) -> Vec<Value> {
        if results.is_empty() {
            return Vec::new();
        }
        let parts: Vec<Value> = results.iter().map(response_part).collect();
        vec![json!({ "role": "user", "parts": parts })]
    }

    /// The message of the results has to have as many parts as there were calls.
    fn remind(&self, messages: &mut Vec<Value>, text: &str) {
        messages.push(json!({ "role": "user", "parts": [{ "text": text }] }));
    }

    fn open(&self, response: &Value) -> Result<Opened, ReplyError> {
        refuse_error(response)?;
        let blocked = response.get("promptFeedback").and_then(|it| it.get("blockReason"));
        let found = response.get("candidates");
        let candidate = found.and_then(Value::as_array).and_then(|candidates| candidates.first());
        let Some(candidate) = candidate else {
            return match blocked {
                Some(_) => Ok(Opened { message: nothing_said(), stop: Stop::Refused }),
                None => Err(shape("candidates", "a list of candidates", found)),
            };
        };
        let stop = match candidate.get("finishReason").and_then(Value::as_str) {
            None => Stop::Unknown,
            Some("STOP") => Stop::Complete,
            Some("MAX_TOKENS") => Stop::Cut,
            Some("SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII") => {
                Stop::Refused
            }
            Some(other) => Stop::Other(other.into()),
        };
        // A candidate that was cut before its first part has no content.
        let message = candidate.get("content").filter(|content| !content.is_null()).cloned();
        Ok(Opened { message: message.unwrap_or_else(nothing_said), stop })
    }

    /// An id that was made here stays here: the results name their calls by the order as well.
    fn read(&self, message: &mut Value, ids: &mut CallIds) -> Result<Told, ReplyError> {
        read::refuse_other_than_object(message)?;
        let mut found = Told::default();
        as_object(message).entry("parts").or_insert_with(|| Value::Array(Vec::new()));
        for part in read::list(message, "parts", "parts")? {
            if let Some(call) = part.get_mut("functionCall") {
                let id = text_of(call.get("id")).map_or_else(|| ids.next_id(), str::to_owned);
                found.calls.push(WireCall::of(call, id, "args", Form::Object));
            } else if part.get("thought").is_none_or(|thought| thought != true) {
                found.say(text_of(part.get("text")).unwrap_or_default());
            }
        }
        Ok(found)
    }

    fn called(&self, _id: &str, name: &str, arguments: &Value) -> Value {
        let call = json!({ "name": name, "args": arguments });
        json!({ "role": "model", "parts": [{ "functionCall": call }] })
    }
}

/// The subset of OpenAPI writes its types in capitals, and cannot close an object.
fn in_capitals(schema: &Value) -> Value {
    let Some(members) = schema.as_object() else {
        return schema.clone();
    };
    let members = members.iter().filter(|(key, _)| *key != "additionalProperties");
    let members = members.map(|(key, value)| {
        let value = match (key.as_str(), value) {
            ("type", Value::String(name)) => name.to_uppercase().into(),
            ("properties", Value::Object(properties)) => {
                let schemas = properties.iter().map(|(name, it)| (name.clone(), in_capitals(it)));
                Value::Object(schemas.collect())
            }
            ("anyOf", Value::Array(members)) => members.iter().map(in_capitals).collect(),
            ("items", items) => in_capitals(items),
            _ => value.clone(),
        };
        (key.clone(), value)
    });
    Value::Object(members.collect())
}

fn nothing_said() -> Value {
    json!({ "role": "model", "parts": [] })
}

/// "Use `output` key to specify function output and `error` key to specify error details."
fn response_part(result: &CallResult) -> Value {
    let mut response = Map::new();
    if !CallIds::is_made_here(result.call_id()) {
        response.insert("id".to_owned(), result.call_id().into());
    }
    response.insert("name".to_owned(), result.tool_name().into());
    let key = if result.is_error() { "error" } else { "output" };
    response.insert("response".to_owned(), json!({ key: results::text(result) }));
    json!({ "functionResponse": response })
}
