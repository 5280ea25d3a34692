//! Reading what providers send back: everything in it may be missing or of another type.

use serde_json::{Map, Value};

use crate::export::call_ids::CallIds;
use crate::export::reply::{ReplyError, Stop};

/// A response, as far as the message in it.
pub(crate) struct Opened {
    pub(crate) message: Value,
    pub(crate) stop: Stop,
}

/// What a message says.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) text: String,
    /// The model declined to answer.
    pub(crate) refused: bool,
    pub(crate) calls: Vec<WireCall>,
}

/// A call as it was sent.
pub(crate) struct WireCall {
    pub(crate) id: String,
    pub(crate) name: Option<String>,
    pub(crate) arguments: WireArguments,
}

pub(crate) enum WireArguments {
    Text(String),
    Value(Value),
}

impl WireArguments {
    /// Text of JSON, or the value itself: servers that speak another's dialect mix them up.
    pub(crate) fn of(value: Option<&Value>) -> Self {
        match value {
            Some(Value::String(text)) => Self::Text(text.clone()),
            Some(Value::Null) | None => Self::Text(String::new()),
            Some(value) => Self::Value(value.clone()),
        }
    }
}

impl Told {
    /// Adds text behind what is there already.
    pub(crate) fn say(&mut self, text: &str) {
        self.text.push_str(text);
    }
}

/// A text that is not empty.
pub(crate) fn text_of(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).filter(|text| !text.is_empty())
}

pub(crate) fn name_of(object: Option<&Value>) -> Option<String> {
    text_of(object?.get("name")).map(str::to_owned)
}

/// The id that stands under a key, or one that is put there.
pub(crate) fn id_of(object: &mut Value, key: &str, ids: &mut CallIds) -> String {
    if let Some(id) = text_of(object.get(key)) {
        return id.to_owned();
    }
    let id = ids.next_id();
    if let Some(object) = object.as_object_mut() {
        object.insert(key.to_owned(), id.clone().into());
    }
    id
}

/// What the provider says went wrong, if this is no reply but an error.
pub(crate) fn refuse_error(response: &Value) -> Result<(), ReplyError> {
    let error = response.get("error").filter(|error| !error.is_null());
    let error = error.or_else(|| (response.get("object")? == "error").then_some(response));
    let Some(error) = error else {
        return Ok(());
    };
    let message = text_of(Some(error)).or_else(|| text_of(error.get("message")));
    let message = message.map_or_else(|| error.to_string(), str::to_owned);
    Err(ReplyError::Provider { message: message.into() })
}

pub(crate) fn shape(path: &str, expected: &'static str, found: Option<&Value>) -> ReplyError {
    let found = match found {
        None => "nothing",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "a boolean",
        Some(Value::Number(_)) => "a number",
        Some(Value::String(_)) => "text",
        Some(Value::Array(list)) if list.is_empty() => "an empty list",
        Some(Value::Array(_)) => "a list",
        Some(Value::Object(_)) => "an object",
    };
    ReplyError::Shape { path: path.into(), expected, found }
}

/// The object at this place.
pub(crate) fn object<'v>(
    parent: &'v Value,
    key: &str,
    path: &str,
) -> Result<&'v Map<String, Value>, ReplyError> {
    let found = parent.get(key);
    found.and_then(Value::as_object).ok_or_else(|| shape(path, "an object", found))
}

/// The list at this place; null and nothing are an empty one.
pub(crate) fn list<'v>(
    parent: &'v mut Value,
    key: &str,
    path: &str,
) -> Result<&'v mut [Value], ReplyError> {
    match parent.get_mut(key) {
        None | Some(Value::Null) => Ok(&mut []),
        Some(Value::Array(list)) => Ok(list),
        Some(other) => Err(shape(path, "a list", Some(other))),
    }
}

/// Refuses a message that is no object.
pub(crate) fn refuse_other_than_object(message: &Value) -> Result<(), ReplyError> {
    if message.is_object() { Ok(()) } else { Err(shape("", "an object", Some(message))) }
}
