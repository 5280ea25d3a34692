//! What a host hands to its tools: one value a type.

use std::any::{Any, TypeId, type_name};
use std::fmt;

/// A type that a tool wants from the session.
///
/// # Examples
///
/// ```
/// use resolve_runtime::StateRequirement;
///
/// struct Notes;
/// assert!(StateRequirement::of::<Notes>().type_name().ends_with("Notes"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateRequirement {
    id: TypeId,
    name: &'static str,
}

impl StateRequirement {
    /// The requirement of a `T`.
    #[must_use]
    pub fn of<T: Any + Send + Sync>() -> Self {
        Self { id: TypeId::of::<T>(), name: type_name::<T>() }
    }

    /// The type's name, for messages.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.name
    }
}

/// The values, one a type. They are few: looking at each costs less than a hash.
#[derive(Default)]
pub(crate) struct States(Vec<(TypeId, Box<dyn Any + Send + Sync>)>);

impl States {
    pub(crate) fn insert<T: Any + Send + Sync>(&mut self, value: T) {
        let id = TypeId::of::<T>();
        self.0.retain(|(of, _)| *of != id);
        self.0.push((id, Box::new(value)));
    }

    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        let (_, value) = self.0.iter().find(|(of, _)| *of == TypeId::of::<T>())?;
        value.downcast_ref()
    }

    pub(crate) fn has(&self, requirement: StateRequirement) -> bool {
        self.0.iter().any(|(of, _)| *of == requirement.id)
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "States({})", self.0.len())
    }
}
