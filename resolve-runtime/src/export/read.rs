//! From a reply to the calls in it.

use serde_json::Value;

use super::call_ids::CallIds;
use super::dialect::{Dialect, Told, WireArguments, WireCall};
use super::refused::RefusedCall;
use super::reply::{Reply, ReplyError, Stop};
use super::schema::Decoder;
use super::{Export, envelope, json};
use crate::arguments::ArgumentError;
use crate::call::ToolCall;
use crate::choice::ToolChoice;
use crate::forcing::Forcing;
use crate::session::Turn;

const CUT: &str = "The reply was cut off before this call was complete, so it was not carried out. \
                   Make the call again; if its arguments are long, in several smaller calls.";

impl Export {
    /// Reads the response of a provider: the whole body, not a stream's events.
    ///
    /// With [`Dialect::Mcp`] it is the client's request of the method `tools/call`.
    ///
    /// # Errors
    ///
    /// If it is an error of the provider, or not of the dialect's shape. A single call that cannot
    /// be read is no error of the reply.
    pub fn read(&self, response: &Value, ids: &mut CallIds) -> Result<Reply, ReplyError> {
        let opened = self.dialect.wire().open(response)?;
        self.reply(opened.message, opened.stop, ids)
    }

    /// Reads the message of a model without the response around it: what
    /// [`Reply::messages`] would hold. Nobody knows then whether it was cut off.
    ///
    /// # Errors
    ///
    /// If it is not of the dialect's shape.
    pub fn read_message(&self, message: &Value, ids: &mut CallIds) -> Result<Reply, ReplyError> {
        self.reply(message.clone(), Stop::Unknown, ids)
    }

    /// Reads the response to a request that held the model to the envelope of this tool
    /// ([`Forcing::Envelope`]). In the messages the call looks as if the model had made it in the
    /// usual way, so that its result can follow.
    ///
    /// A text that is no such envelope stays what it is: a reply without calls.
    ///
    /// # Errors
    ///
    /// If it is an error of the provider, or not of the dialect's shape.
    ///
    /// # Examples
    ///
    /// ```
    /// use resolve_runtime::export::{CallIds, Dialect, Export};
    /// use resolve_runtime::ToolDefinition;
    /// use serde_json::json;
    ///
    /// let tool = ToolDefinition::new("list_files");
    /// let export = Export::builder(Dialect::Ollama).tools(&[tool]).build()?;
    /// let text = r#"{"name": "list_files", "arguments": {}}"#;
    /// let response = json!({
    ///     "message": { "role": "assistant", "content": text },
    ///     "done_reason": "stop",
    /// });
    /// let reply = export.read_envelope(&response, "list_files", &mut CallIds::new()).unwrap();
    /// assert!(reply.calls_tool("list_files"));
    /// assert_eq!(reply.messages()[0]["tool_calls"][0]["function"]["name"], "list_files");
    /// # Ok::<(), resolve_runtime::export::ExportError>(())
    /// ```
    pub fn read_envelope(
        &self,
        response: &Value,
        tool: &str,
        ids: &mut CallIds,
    ) -> Result<Reply, ReplyError> {
        let mut reply = self.read(response, ids)?;
        let form = self.tool(tool).and_then(|tool| tool.envelope.as_ref().ok());
        if !reply.calls.is_empty() || reply.stop == Stop::Cut {
            return Ok(reply);
        }
        let (Some(form), Some(arguments)) = (form, envelope::opened(&reply.text, tool)) else {
            return Ok(reply);
        };
        let id = ids.next_id();
        reply.messages = vec![self.dialect.wire().called(&id, tool, &arguments)];
        reply.text = Box::default();
        let arguments = WireArguments::Value(arguments);
        let call = WireCall { id, name: tool.to_owned(), is_named: true, arguments };
        reply.calls.push(decoded(call, |_| Some(&form.decoder)));
        Ok(reply)
    }

    /// Reads the response to the model call of a turn, whatever form its tool choice had.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn read_turn(
        &self,
        response: &Value,
        turn: &Turn,
        ids: &mut CallIds,
    ) -> Result<Reply, ReplyError> {
        match turn.tool_choice().and_then(ToolChoice::forced_tool) {
            Some(tool) if turn.forcing() == Forcing::Envelope => {
                self.read_envelope(response, tool, ids)
            }
            _ => self.read(response, ids),
        }
    }

    /// Turns a call with the arguments that a model wrote for the exported schema into one for the
    /// tool itself. This is for hosts that collect the parts of a stream; the other ways of reading
    /// do it by themselves. Told of tools that were not exported stay as they are.
    ///
    /// # Errors
    ///
    /// If the arguments are no JSON, or none that the exported schema allows.
    pub fn decode(&self, call: ToolCall<'_>) -> Result<ToolCall<'static>, RefusedCall> {
        let call = WireCall {
            id: call.id.into_owned(),
            name: call.name.into_owned(),
            is_named: true,
            arguments: WireArguments::Text(call.arguments.into_owned()),
        };
        decoded(call, |name| self.decoder(name))
    }

    fn decoder(&self, name: &str) -> Option<&Decoder> {
        self.tool(name).map(|tool| &tool.decoder)
    }

    fn reply(
        &self,
        mut message: Value,
        mut stop: Stop,
        ids: &mut CallIds,
    ) -> Result<Reply, ReplyError> {
        let Told { text, refused, calls } = self.dialect.wire().read(&mut message, ids)?;
        if refused {
            stop = Stop::Refused;
        }
        let last = calls.len().saturating_sub(1);
        let calls = calls.into_iter().enumerate().map(|(index, call)| {
            // What a limit cut may still be JSON.
            if stop == Stop::Cut && index == last {
                return Err(RefusedCall::new(call.id, call.name, CUT));
            }
            decoded(call, |name| self.decoder(name))
        });
        let calls = calls.collect();
        let messages = match message {
            _ if self.dialect == Dialect::Mcp => Vec::new(),
            Value::Array(items) => items,
            message if is_empty(&message) => Vec::new(),
            message => vec![message],
        };
        Ok(Reply { messages, text: text.into(), calls, stop })
    }
}

/// Whether it is a message without parts, which providers write and refuse.
fn is_empty(message: &Value) -> bool {
    let parts = message.get("content").or_else(|| message.get("parts"));
    parts.and_then(Value::as_array).is_some_and(Vec::is_empty)
}

fn decoded<'d>(
    call: WireCall,
    decoder: impl Fn(&str) -> Option<&'d Decoder>,
) -> Result<ToolCall<'static>, RefusedCall> {
    let WireCall { id, name, is_named, arguments } = call;
    if !is_named {
        return Err(RefusedCall::new(id, name, "The call names no tool. Call a tool by its name."));
    }
    let text = match arguments {
        WireArguments::Text(text) if text.trim().is_empty() => "{}".to_owned(),
        WireArguments::Text(text) => text,
        WireArguments::Value(value) => value.to_string(),
    };
    let Some(decoder) = decoder(&name) else {
        return Ok(ToolCall::new(id, name, text));
    };
    match decode_text(&name, &text, decoder) {
        Ok(text) => Ok(ToolCall::new(id, name, text)),
        Err(error) => Err(RefusedCall::new(id, name, error.to_string())),
    }
}

/// The text stays as it is where nothing has to be turned back: a value cannot hold all numbers
/// that a text can.
fn decode_text(tool: &str, text: &str, decoder: &Decoder) -> Result<String, ArgumentError> {
    let written = json::parse(text)
        .map_err(|error| ArgumentError::new(tool, "", format!("not JSON: {error}")))?;
    match decoder.decode(written.clone()) {
        Ok(value) if value == written => Ok(text.to_owned()),
        Ok(value) => Ok(value.to_string()),
        Err(misfit) => Err(ArgumentError::new(tool, misfit.path, misfit.message)),
    }
}
