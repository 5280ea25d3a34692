//! What all dialects have to be able to say, each in its own words.

use serde_json::{Map, Value};

use super::read::{Opened, Told};
use crate::call::CallResult;
use crate::definition::ToolDefinition;
use crate::export::call_ids::CallIds;
use crate::export::reply::ReplyError;

/// A tool with its schema as the dialect takes it.
pub(crate) struct ExportedTool<'a> {
    pub(crate) definition: &'a ToolDefinition,
    /// What the model reads: more than in the definition where the schema cannot say it.
    pub(crate) description: &'a str,
    pub(crate) schema: &'a Value,
    pub(crate) strict: bool,
}

/// What a request says about calling tools.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said<'a> {
    Auto,
    None,
    /// Some call, of whichever tool.
    Required,
    /// One call of the tool of this name.
    Tool(&'a str),
    /// One call of the only tool in the list.
    Only,
}

impl Said<'_> {
    /// Whether it is about a single call.
    pub(crate) fn is_one_call(self) -> bool {
        matches!(self, Self::Tool(_) | Self::Only)
    }
}

/// The dialect has no words for it.
#[derive(Debug)]
pub(crate) struct Unsaid;

/// A schema for the text of the reply, which then holds a call.
pub(crate) struct Envelope<'a> {
    pub(crate) tool: &'a str,
    pub(crate) schema: &'a Value,
    pub(crate) strict: bool,
}

/// What cannot be said is refused before anything is written.
pub(crate) trait Wire: Sync {
    /// An entry of the list of tools.
    fn tool(&self, tool: &ExportedTool<'_>) -> Value;

    /// What stands where a request lists its tools.
    fn list(&self, tools: Vec<Value>) -> Value {
        tools.into()
    }

    /// Puts a list of tools that is not empty into a request, and what is said about it.
    fn request(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        said: Option<Said<'_>>,
    ) -> Result<(), Unsaid>;

    /// Makes the text of the reply hold a call. Where the tools would stand in the way of that they
    /// are left out.
    fn envelope(
        &self,
        body: &mut Map<String, Value>,
        tools: Value,
        envelope: &Envelope<'_>,
    ) -> Result<(), Unsaid>;

    /// The messages that answer all calls of one turn.
    fn results(&self, results: &[CallResult]) -> Vec<Value>;

    /// Puts a text behind all messages, as the user's.
    fn remind(&self, messages: &mut Vec<Value>, text: &str);

    /// The message in a response.
    fn open(&self, response: &Value) -> Result<Opened, ReplyError>;

    /// Text and calls of a message. Told without an id get one, which is written into the message
    /// where results have to name it.
    fn read(&self, message: &mut Value, ids: &mut CallIds) -> Result<Told, ReplyError>;

    /// The message of a model that had made this call.
    fn called(&self, id: &str, name: &str, arguments: &Value) -> Value;
}

/// Puts a member into the object of this name, which a request may have already.
pub(crate) fn put_into(body: &mut Map<String, Value>, object: &str, key: &str, value: Value) {
    let parent = body.entry(object).or_insert_with(|| Map::new().into());
    if !parent.is_object() {
        *parent = Map::new().into();
    }
    if let Some(parent) = parent.as_object_mut() {
        parent.insert(key.to_owned(), value);
    }
}

/// Takes a member away from the object of this name, and the object if nothing is left in it.
pub(crate) fn take_from(body: &mut Map<String, Value>, object: &str, key: &str) {
    if let Some(Value::Object(parent)) = body.get_mut(object) {
        parent.shift_remove(key);
        if parent.is_empty() {
            body.shift_remove(object);
        }
    }
}

/// Sets a member, or takes it away.
pub(crate) fn set(body: &mut Map<String, Value>, key: &str, value: Option<Value>) {
    match value {
        Some(value) => {
            body.insert(key.to_owned(), value);
        }
        // The order of the others stays.
        None => drop(body.shift_remove(key)),
    }
}
