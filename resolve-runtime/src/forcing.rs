//! How models are made to call one tool: what each honours differs by provider and model.

mod claude;
mod provider;

use serde::Serialize;

pub use self::provider::{Provider, Thinking, UnknownProvider};
use crate::choice::ToolChoice;

/// How a request makes a model call one tool.
///
/// # Examples
///
/// ```
/// use resolve_runtime::Forcing;
///
/// assert!(Forcing::Named.forces());
/// assert!(!Forcing::Soft.forces());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Forcing {
    /// The tool choice names the tool.
    #[default]
    Named,
    /// The list of tools holds this one alone, and a call is required. Costs the provider's prompt
    /// cache.
    Narrowed,
    /// The text of the reply is held to a schema, and is the call.
    Envelope,
    /// Nothing is forced: the tool choice is `auto` in all requests, and the reminder asks for the
    /// call.
    Soft,
    /// The same for models that take no tool choice at all: no request has one.
    Omitted,
}

impl Forcing {
    /// In the order in which they are preferred: what costs least first, what asks instead of
    /// forcing last.
    const ALL: [Self; 5] = [Self::Named, Self::Narrowed, Self::Envelope, Self::Soft, Self::Omitted];

    /// Whether the model is left no other way.
    #[must_use]
    pub fn forces(self) -> bool {
        matches!(self, Self::Named | Self::Narrowed | Self::Envelope)
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What a model honours, and whether the host wants to ask before it forces.
///
/// A turn takes it: [`Session::begin_turn_for`](crate::Session::begin_turn_for). It may differ from
/// turn to turn, as the model or its thinking does.
///
/// # Examples
///
/// ```
/// use resolve_runtime::{Forcing, ForcingCapability, Provider, Thinking};
///
/// let of = |model, thinking| ForcingCapability::of(Provider::Anthropic, model, thinking);
/// assert!(of("claude-sonnet-5", Thinking::Off).honours(Forcing::Named));
/// // A forced choice would be an error of the provider's here.
/// assert!(!of("claude-sonnet-5", Thinking::Manual).honours(Forcing::Named));
/// assert!(!of("claude-opus-5-5", Thinking::Off).honours(Forcing::Named));
///
/// // What the table does not know the host says itself.
/// let capability = ForcingCapability::only(&[Forcing::Narrowed]).softly(2);
/// assert!(capability.honours(Forcing::Narrowed) && !capability.honours(Forcing::Named));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ForcingCapability {
    forms: u8,
    soft_turns: u32,
}

impl Default for ForcingCapability {
    /// A model that honours a tool choice which names a tool.
    fn default() -> Self {
        Self::only(&[Forcing::Named, Forcing::Narrowed, Forcing::Soft])
    }
}

impl ForcingCapability {
    /// What a model of this provider honours, as far as is known; a model that is not known is
    /// taken for one that honours a named tool. Whether it does is seen by what it calls: a turn in
    /// which the forced tool was not called counts as ignored, whatever the provider answered.
    ///
    /// The facts are those that the providers documented by November 2026.
    #[must_use]
    pub fn of(provider: Provider, model: &str, thinking: Thinking) -> Self {
        provider::capability(provider, model, thinking)
    }

    /// Exactly these forms.
    #[must_use]
    pub fn only(forms: &[Forcing]) -> Self {
        let forms = forms.iter().fold(0, |all, form| all | form.bit());
        Self { forms, soft_turns: 0 }
    }

    /// The same with one form more.
    #[must_use]
    pub fn with(mut self, form: Forcing) -> Self {
        self.forms |= form.bit();
        self
    }

    /// The same without one form.
    #[must_use]
    pub fn without(mut self, form: Forcing) -> Self {
        self.forms &= !form.bit();
        self
    }

    /// Asks before it forces: while a preview waits the requests stay what they are, and the
    /// reminder alone asks for the resolution. After so many turns in vain it is forced.
    ///
    /// The provider's prompt cache survives that, as tool choice and tools do not change.
    #[must_use]
    pub fn softly(mut self, turns: u32) -> Self {
        self.soft_turns = turns;
        self
    }

    /// Whether the model honours this form.
    #[must_use]
    pub fn honours(self, form: Forcing) -> bool {
        self.forms & form.bit() != 0
    }

    /// The form for a turn that resolves an action which so many turns served in vain.
    pub(crate) fn for_attempt(self, attempts: u32) -> Forcing {
        if self.asks_first(attempts) { self.asking() } else { self.best() }
    }

    /// Whether such a turn asks because the host wants that, and not for want of better.
    pub(crate) fn asks_first(self, attempts: u32) -> bool {
        attempts < self.soft_turns
    }

    /// The form for a turn that makes this choice of the host's, or none if the model does not
    /// honour it.
    pub(crate) fn for_choice(self, choice: &ToolChoice) -> Option<Forcing> {
        let forms: &[Forcing] = match choice {
            ToolChoice::Tool(_) => &[Forcing::Named, Forcing::Narrowed, Forcing::Envelope],
            ToolChoice::Required => &[Forcing::Named, Forcing::Narrowed],
            ToolChoice::Auto | ToolChoice::None => return Some(self.at_rest()),
        };
        forms.iter().copied().find(|form| self.honours(*form))
    }

    /// The form for a turn that forces nothing: where the host asks first, the same as for one
    /// that asks.
    pub(crate) fn at_rest(self) -> Forcing {
        self.for_attempt(0)
    }

    fn best(self) -> Forcing {
        Forcing::ALL.into_iter().find(|form| self.honours(*form)).unwrap_or(Forcing::Omitted)
    }

    fn asking(self) -> Forcing {
        let takes_choices = self.honours(Forcing::Named) || self.honours(Forcing::Narrowed);
        if takes_choices || self.honours(Forcing::Soft) { Forcing::Soft } else { Forcing::Omitted }
    }
}
