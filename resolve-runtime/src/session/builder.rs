//! Putting a session together.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tokio::sync::Notify;

use super::{Core, RegisteredTool, Session, Shared};
use crate::definition::ToolDefinition;
use crate::events::Events;
use crate::handler::{ErasedTool, Registration};
use crate::id::IdSource;
use crate::machine::{DEFAULT_ATTEMPT_CAP, DEFAULT_HISTORY, Machine};
use crate::state::States;
use crate::sync::Mutex;
use crate::tool::PreviewTool;
use crate::{RESOLVE, schema};

/// Why a session cannot be built.
///
/// # Examples
///
/// ```
/// use resolve_runtime::prelude::*;
///
/// #[preview_tool(apply = say)]
/// async fn greet(name: String) -> Result<Preview<String>, BoxError> {
///     Ok(Preview::stage(name, "Would greet."))
/// }
/// # async fn say(_: &String, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
/// #     Ok("said".into())
/// # }
///
/// let error = Session::builder().tool(Greet).tool(Greet).build().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "two tools are called `greet`: a model could not tell them apart; rename one"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// A name that providers refuse.
    InvalidName {
        /// The name.
        name: Box<str>,
    },
    /// The name of the hidden tool.
    ReservedName {
        /// The name, in the case that was given.
        name: Box<str>,
    },
    /// Two tools of one name.
    DuplicateName {
        /// The name.
        name: Box<str>,
    },
    /// A tool wants a value that the session was not given.
    MissingState {
        /// The tool.
        tool: Box<str>,
        /// The type.
        type_name: &'static str,
    },
    /// A tool wants a value where models and people give objects: it could never be called, or
    /// never be given an `extra`.
    NotAnObject {
        /// The tool.
        tool: Box<str>,
        /// What is no object: `the arguments` or `` `extra` ``.
        what: &'static str,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidName { name } => write!(
                f,
                "`{name}` is no tool name: expected a letter or `_`, then up to 62 letters, \
                 digits, `_` or `-`; set another one with `#[preview_tool(name = \"..\")]`"
            ),
            Self::ReservedName { name } => write!(
                f,
                "a tool cannot be called `{name}`: `resolve` is the hidden tool that every \
                 session adds by itself; set another name with `#[preview_tool(name = \"..\")]`"
            ),
            Self::DuplicateName { name } => write!(
                f,
                "two tools are called `{name}`: a model could not tell them apart; rename one"
            ),
            Self::MissingState { tool, type_name } => write!(
                f,
                "the tool `{tool}` takes `#[state] &{type_name}`, but the session was given none: \
                 add it with `Session::builder().state(..)`"
            ),
            Self::NotAnObject { tool, what } => write!(
                f,
                "the type that the tool `{tool}` takes for {what} is no JSON object, and nothing \
                 else is ever given there: expected a `struct` with named fields; make the value \
                 a field of one"
            ),
        }
    }
}

impl std::error::Error for BuildError {}

/// Puts a [`Session`] together.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use resolve_runtime::prelude::*;
///
/// struct Polite(bool);
///
/// #[preview_tool(apply = say)]
/// async fn greet(name: String, #[state] polite: &Polite) -> Result<Preview<String>, BoxError> {
///     let text = if polite.0 { format!("Dear {name}") } else { format!("Hey {name}") };
///     Ok(Preview::stage(text.clone(), text))
/// }
/// # async fn say(text: String, _: &ResolveContext<'_>) -> Result<ToolOutput, BoxError> {
/// #     Ok(text.into())
/// # }
///
/// let session = Session::builder()
///     .tool(Greet)
///     .state(Polite(true))
///     .attempt_cap(3)
///     .history(1_000)
///     .handler_limit(Duration::from_secs(60))
///     .build()?;
/// assert_eq!(session.tools().len(), 1);
/// # Ok::<(), resolve_runtime::BuildError>(())
/// ```
#[must_use]
pub struct SessionBuilder {
    tools: Vec<Box<dyn ErasedTool>>,
    states: States,
    ids: Option<Box<dyn IdSource>>,
    attempt_cap: u32,
    history: usize,
    handler_limit: Option<Duration>,
}

impl SessionBuilder {
    pub(super) fn new() -> Self {
        Self {
            tools: Vec::new(),
            states: States::default(),
            ids: None,
            attempt_cap: DEFAULT_ATTEMPT_CAP,
            history: DEFAULT_HISTORY,
            handler_limit: None,
        }
    }

    /// Adds a tool.
    pub fn tool(self, tool: impl PreviewTool) -> Self {
        self.registered(tool.__register())
    }

    /// Not inlined: a host has many tools.
    #[inline(never)]
    fn registered(mut self, tool: Registration) -> Self {
        self.tools.push(tool.0);
        self
    }

    /// Gives the tools a value; one a type, the last one counts.
    pub fn state(mut self, value: impl Any + Send + Sync) -> Self {
        self.states.insert(value);
        self
    }

    /// How many turns may serve an action's directive in vain before the action is parked: 8
    /// unless set. At 0 nothing is forced more than once.
    pub fn attempt_cap(mut self, cap: u32) -> Self {
        self.attempt_cap = cap;
        self
    }

    /// How many ended actions the session remembers, with what their resolutions returned: 256
    /// unless set.
    pub fn history(mut self, actions: usize) -> Self {
        self.history = actions;
        self
    }

    /// After how long a running handler is reported as overdue. It goes on either way. Unset,
    /// none is.
    ///
    /// Needs a tokio runtime whose timer is enabled; without it nothing is resolved.
    pub fn handler_limit(mut self, limit: Duration) -> Self {
        self.handler_limit = Some(limit);
        self
    }

    /// Where the ids of pending actions come from, instead of [`RandomIds`](crate::RandomIds).
    pub fn ids(mut self, ids: impl IdSource) -> Self {
        self.ids = Some(Box::new(ids));
        self
    }

    /// The session.
    ///
    /// # Errors
    ///
    /// If the name of a tool is reserved, taken or refused by providers, a tool lacks a state, or
    /// the type of its arguments or of its `extra` is no object.
    pub fn build(self) -> Result<Session, BuildError> {
        let mut tools: Vec<RegisteredTool> = Vec::with_capacity(self.tools.len());
        let mut definitions = Vec::with_capacity(self.tools.len() + 1);
        let mut extras = Vec::new();
        for tool in self.tools {
            let definition = tool.definition();
            check_name(definition.name())?;
            check_state(&*tool, &definition, &self.states)?;
            check_objects(&*tool, &definition)?;
            extras.extend(tool.extra_schema());
            definitions.push(Arc::clone(&definition));
            let name = definition.name();
            match tools.binary_search_by(|other| (*other.name).cmp(name)) {
                Ok(_) => return Err(BuildError::DuplicateName { name: name.into() }),
                Err(at) => tools.insert(at, registered(tool, &definition)),
            }
        }
        definitions.push(Arc::new(resolve_definition(&extras)));
        let core = Core {
            machine: Machine::new(self.attempt_cap, self.history),
            standing: Vec::new(),
            standing_keys: 0,
            unanswered: Vec::new(),
            waiters: Vec::new(),
        };
        let shared = Shared {
            tools,
            definitions: definitions.into_boxed_slice(),
            resolve_name: RESOLVE.into(),
            states: self.states,
            events: Events::new(),
            ids: self.ids,
            handler_limit: self.handler_limit,
            settled_awaited: AtomicBool::new(false),
            settled: Notify::new(),
            core: Mutex::new(core),
        };
        Ok(Session { shared: Arc::new(shared) })
    }
}

fn registered(tool: Box<dyn ErasedTool>, definition: &Arc<ToolDefinition>) -> RegisteredTool {
    RegisteredTool {
        name: definition.name().into(),
        directive_label: format!("pending-action:{}", definition.name()).into(),
        definition: Arc::clone(definition),
        tool,
    }
}

fn check_name(name: &str) -> Result<(), BuildError> {
    if name.eq_ignore_ascii_case(RESOLVE) {
        return Err(BuildError::ReservedName { name: name.into() });
    }
    let mut bytes = name.bytes();
    let starts = bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_');
    let goes_on = bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if starts && goes_on && name.len() <= 63 {
        Ok(())
    } else {
        Err(BuildError::InvalidName { name: name.into() })
    }
}

fn check_state(
    tool: &dyn ErasedTool,
    definition: &ToolDefinition,
    states: &States,
) -> Result<(), BuildError> {
    match tool.required_state().into_iter().find(|required| !states.has(*required)) {
        None => Ok(()),
        Some(missing) => Err(BuildError::MissingState {
            tool: definition.name().into(),
            type_name: missing.type_name(),
        }),
    }
}

fn check_objects(tool: &dyn ErasedTool, definition: &ToolDefinition) -> Result<(), BuildError> {
    let what = if !schema::takes_objects(definition.input_schema()) {
        "the arguments"
    } else if !tool.extra_schema().is_none_or(schema::extra_takes_objects) {
        "`extra`"
    } else {
        return Ok(());
    };
    Err(BuildError::NotAnObject { tool: definition.name().into(), what })
}

/// The hidden tool. Nothing in it depends on what is pending, so that it is the same in every
/// turn.
fn resolve_definition(extras: &[schema::ExtraSchema]) -> ToolDefinition {
    ToolDefinition::new(RESOLVE)
        .with_description(
            "Apply or discard the pending action: the changes that a tool has previewed and that \
             have not been made yet.",
        )
        .with_input_schema(schema::of_resolve(extras))
}

impl fmt::Debug for SessionBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionBuilder")
            .field("tools", &self.tools.len())
            .field("states", &self.states)
            .field("attempt_cap", &self.attempt_cap)
            .field("history", &self.history)
            .field("handler_limit", &self.handler_limit)
            .finish_non_exhaustive()
    }
}
