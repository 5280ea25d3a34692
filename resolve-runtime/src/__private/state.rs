//! What a tool takes from its session.

use std::any::Any;

use super::Of;
use crate::context::CallContext;
use crate::error::ToolError;
use crate::state::StateRequirement;

/// A type of what a host gives to a session. Whether it can be shared between threads is asked where
/// the answer comes with the reason.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the state of a session",
    label = "not a state",
    note = "the session keeps its state as a value of one known size: put this into an `Arc`, as in \
            `#[state] name: &Arc<{Self}>`"
)]
pub trait State: Any {
    /// What the host gave.
    ///
    /// # Errors
    ///
    /// If it gave none.
    fn of<'a>(cx: &CallContext<'a>) -> Result<&'a Self, ToolError>;
}

#[diagnostic::do_not_recommend]
impl<T: Any> State for T {
    fn of<'a>(cx: &CallContext<'a>) -> Result<&'a T, ToolError> {
        cx.require()
    }
}

impl<T: Any + Send + Sync> Of<T> {
    /// What the session has to have.
    pub const REQUIREMENT: fn() -> StateRequirement = StateRequirement::of::<T>;
}

/// What stands for a type that is no state.
pub trait NoState {
    /// Whatever.
    const REQUIREMENT: fn() -> StateRequirement = StateRequirement::of::<()>;
}

impl<T: ?Sized> NoState for Of<T> {}

/// What the host gave, for a future: one that is sent to another thread with a reference to it.
///
/// # Errors
///
/// If it gave none.
pub fn state<'a, T: State + ?Sized>(cx: &CallContext<'a>) -> Result<&'a T, ToolError> {
    T::of(cx)
}

/// The same for a function that is called in place.
///
/// # Errors
///
/// If it gave none.
pub fn shared_state<'a, T: State + Send + Sync + ?Sized>(
    cx: &CallContext<'a>,
) -> Result<&'a T, ToolError> {
    T::of(cx)
}

/// The list of what a tool requires, without a trait that would have to be in scope.
#[must_use]
pub fn requirements<const N: usize>(list: [fn() -> StateRequirement; N]) -> Vec<StateRequirement> {
    list.map(|requirement| requirement()).into()
}
