//! Arguments of a call: decoded from their JSON text, without a tree of values in between.

mod decode;
mod missing;
mod order;
mod parameter;
mod shape;
mod split;

use std::borrow::Cow;
use std::fmt;

use serde::de::DeserializeOwned;

pub(crate) use self::decode::tree as decode_tree;
pub use self::parameter::{Parameter, Shape};
pub(crate) use self::shape::members;
pub use self::split::SplitArguments;

/// What stands in the way of a call's arguments: where, what was expected and what was found.
///
/// # Examples
///
/// ```
/// use resolve_runtime::Arguments;
///
/// let error = Arguments::new("order", r#"{"ops": [1, "2"]}"#)
///     .decode::<std::collections::BTreeMap<String, Vec<u8>>>()
///     .unwrap_err();
/// assert_eq!((error.tool(), error.path()), ("order", "ops[1]"));
/// assert_eq!(error.problem(), "invalid type: string \"2\", expected u8");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentError(Box<Misfit>);

/// On the heap, so that a value that fits does not carry the room for it around.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Misfit {
    tool: Box<str>,
    path: Box<str>,
    problem: Box<str>,
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Misfit { tool, path, problem } = &*self.0;
        write!(f, "Invalid arguments for `{tool}`: ")?;
        if !path.is_empty() {
            write!(f, "at `{path}`: ")?;
        }
        f.write_str(problem)
    }
}

impl std::error::Error for ArgumentError {}

/// How many characters of a long text are kept, of its beginning and of its end.
const KEPT: (usize, usize) = (200, 100);

/// Cuts the middle out of a long text: what a model wrote stands there, and what was expected in
/// its place comes after it.
fn shortened(text: Box<str>) -> Box<str> {
    let (head, tail) = KEPT;
    // The first character behind the head; no more than the head is walked through.
    let Some((cut, _)) = text.char_indices().nth(head) else {
        return text;
    };
    match text[cut..].char_indices().rev().nth(tail) {
        // One character is no longer than the sign that would stand for it.
        Some((last, character)) if last > 0 => {
            let (begin, end) = (&text[..cut], &text[cut + last + character.len_utf8()..]);
            [begin, "…", end].concat().into()
        }
        _ => text,
    }
}

impl ArgumentError {
    /// Long texts are cut: they quote what the model wrote.
    pub(crate) fn new(tool: &str, path: impl Into<Box<str>>, problem: impl Into<Box<str>>) -> Self {
        let (path, problem) = (shortened(path.into()), shortened(problem.into()));
        Self(Box::new(Misfit { tool: tool.into(), path, problem }))
    }

    /// The same with a problem of our own words alone, which is not cut.
    fn with_problem(mut self, problem: String) -> Self {
        self.0.problem = problem.into();
        self
    }

    /// The tool that was called.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// Where in the arguments, such as `ops[0].pat`; empty for the arguments as a whole.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// What was expected there and what was found.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.0.problem
    }
}

/// The arguments of one call, as JSON text.
///
/// # Examples
///
/// ```
/// use resolve_runtime::{Arguments, Parameter};
///
/// // As one type,
/// #[derive(serde::Deserialize)]
/// struct Order {
///     item: String,
///     count: u32,
/// }
/// let arguments = Arguments::new("order", r#"{"item": "tea", "count": 2}"#);
/// let order: Order = arguments.decode()?;
/// assert_eq!((&*order.item, order.count), ("tea", 2));
///
/// // or one by one.
/// const PARAMETERS: &[Parameter] = &[
///     Parameter::new::<String>("item", "What to order."),
///     Parameter::new::<u32>("count", "How many pieces.").with_default(),
/// ];
/// let arguments = Arguments::new("order", r#"{"item": "tea"}"#);
/// let mut values = arguments.split::<2>(PARAMETERS)?;
/// assert_eq!(values.take::<String>()?, "tea");
/// assert_eq!(values.take_or(|| 1)?, 1);
/// # Ok::<(), resolve_runtime::ArgumentError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Arguments<'a> {
    tool: &'a str,
    text: Cow<'a, str>,
}

impl<'a> Arguments<'a> {
    /// Takes the text as a model gave it.
    ///
    /// An empty text stands for an object without members, and a JSON string is parsed as JSON
    /// once: both is how some providers hand arguments over.
    #[must_use]
    pub fn new(tool: &'a str, text: &'a str) -> Self {
        let text = match text.as_bytes() {
            [b'{', .., b'}'] => return Self { tool, text: Cow::Borrowed(text) },
            _ => text.trim(),
        };
        let text = match text.as_bytes().first() {
            None => Cow::Borrowed("{}"),
            Some(b'"') => serde_json::from_str(text).map_or(Cow::Borrowed(text), Cow::<str>::Owned),
            Some(_) => Cow::Borrowed(text),
        };
        Self { tool, text }
    }

    /// The tool that was called.
    #[must_use]
    pub fn tool(&self) -> &str {
        self.tool
    }

    /// The arguments as JSON text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Decodes all arguments as one type. Members that the type does not know are refused by
    /// name.
    ///
    /// # Errors
    ///
    /// The first member that does not fit.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, ArgumentError> {
        decode::refuse_array(self.tool, &self.text)?;
        decode::object(self.tool, &self.text)
    }

    /// Splits the arguments by parameter, each to be decoded on its own.
    ///
    /// # Errors
    ///
    /// If the text is no JSON object, or has a member that is not among the parameters, or one
    /// twice.
    pub fn split<const N: usize>(
        &self,
        parameters: &'static [Parameter],
    ) -> Result<SplitArguments<'_, N>, ArgumentError> {
        SplitArguments::new(self.tool, &self.text, parameters)
    }

    /// The same for who takes all of them: what is wrong is told when one is taken.
    pub(crate) fn in_order<const N: usize>(
        &self,
        parameters: &'static [Parameter],
    ) -> SplitArguments<'_, N> {
        SplitArguments::in_order(self.tool, &self.text, parameters)
    }
}
