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
    /// [`UNNAMED`] where there was none.
    pub(crate) name: String,
    pub(crate) is_named: bool,
    pub(crate) arguments: WireArguments,
}

/// Stands for the name of a call that has none: a provider would refuse the message with it, and
/// so every request of the conversation that follows.
pub(crate) const UNNAMED: &str = "unnamed";

pub(crate) enum WireArguments {
    Text(String),
    Value(Value),
}

/// How a dialect writes arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Object,
}

impl WireCall {
    /// Reads the call whose name and arguments stand in this object. What the provider would not
    /// take back is replaced there; servers that speak another's dialect mix the forms up.
    pub(crate) fn of(call: &mut Value, id: String, key: &str, form: Form) -> Self {
        let call = as_object(call);
        let name = text_of(call.get("name")).map(str::to_owned);
        if name.is_none() {
            call.insert("name".to_owned(), UNNAMED.into());
        }
        let arguments = match call.get(key) {
            Some(Value::String(text)) => WireArguments::Text(text.clone()),
            Some(Value::Null) | None => WireArguments::Text(String::new()),
            Some(value) => WireArguments::Value(value.clone()),
        };
        if let Some(fit) = arguments.replayed(form) {
            call.insert(key.to_owned(), fit);
        }
        let is_named = name.is_some();
        Self { id, name: name.unwrap_or_else(|| UNNAMED.to_owned()), is_named, arguments }
    }
}

impl WireArguments {
    /// What stands for them where they are sent back, if that is something else.
    fn replayed(&self, form: Form) -> Option<Value> {
        let value = match self {
            Self::Text(text) => serde_json::from_str(text).unwrap_or_default(),
            Self::Value(value) => value.clone(),
        };
        match (self, form) {
            (Self::Text(_), Form::Text) => value.is_null().then(|| "{}".into()),
            (Self::Value(_), Form::Text) => Some(value.to_string().into()),
            (Self::Value(_), Form::Object) if value.is_object() => None,
            (_, Form::Object) if value.is_object() => Some(value),
            (_, Form::Object) => Some(Map::new().into()),
        }
    }
}

/// The object that this is, or becomes.
pub(crate) fn as_object(value: &mut Value) -> &mut Map<String, Value> {
    if !value.is_object() {
        *value = Map::new().into();
    }
    match value {
        Value::Object(object) => object,
        _ => unreachable!("it was made an object"),
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

/// The id that stands under a key, or one that is put there.
pub(crate) fn id_of(object: &mut Value, key: &str, ids: &mut CallIds) -> String {
    if let Some(id) = text_of(object.get(key)) {
        return id.to_owned();
    }
    let id = ids.next_id();
    as_object(object).insert(key.to_owned(), id.clone().into());
    id
}

/// Takes texts away that say nothing: providers write them, and refuse them.
pub(crate) fn drop_empty_texts(message: &mut Value) {
    if let Some(Value::Array(blocks)) = message.get_mut("content") {
        blocks.retain(|block| block.get("text").is_none_or(|text| text != ""));
    }
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
