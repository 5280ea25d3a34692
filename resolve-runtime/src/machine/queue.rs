//! The tool-choice queue: directives in the order in which turns serve them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::{Cargo, Machine};
use crate::choice::ToolChoice;
use crate::id::ActionId;

/// Where a directive stands in the queue. Positions grow from head to tail and are never shared,
/// so that one is found and removed without looking at the others.
pub(super) type Position = i64;

type MoreChoices = Box<dyn Iterator<Item = ToolChoice> + Send>;

/// A directive of the host's own: choices for coming turns, one a turn.
pub struct HostDirective<H> {
    pub(super) label: Arc<str>,
    pub(super) hooks: H,
    pub(super) must_be_invoked: bool,
    pub(super) attempts: u32,
    /// The choice that the next turn gets. Always one ahead, so that a directive whose last choice
    /// is being served waits no longer.
    next: ToolChoice,
    more: Option<MoreChoices>,
}

impl<H> HostDirective<H> {
    /// A directive of one choice.
    pub fn once(label: impl Into<Arc<str>>, choice: ToolChoice, hooks: H) -> Self {
        Self {
            label: label.into(),
            hooks,
            must_be_invoked: false,
            attempts: 0,
            next: choice,
            more: None,
        }
    }

    /// A directive of the choices that an iterator yields, or none if it yields none.
    ///
    /// The iterator is asked one choice ahead, while the machine is in use.
    pub fn sequence<I>(label: impl Into<Arc<str>>, choices: I, hooks: H) -> Option<Self>
    where
        I: IntoIterator<Item = ToolChoice>,
        I::IntoIter: Send + 'static,
    {
        let mut more = choices.into_iter();
        let next = more.next()?;
        Some(Self {
            more: Some(Box::new(more)),
            ..Self::once(label, next, hooks)
        })
    }

    /// A turn in which the forced tool is not called counts as ignored: the choice is requeued, up
    /// to the cap.
    #[must_use]
    pub fn must_be_invoked(mut self) -> Self {
        self.must_be_invoked = true;
        self
    }

    /// Takes the next choice; the directive is gone when it was the last.
    fn advance(&mut self) -> (ToolChoice, bool) {
        match self.more.as_mut().and_then(Iterator::next) {
            Some(next) => (std::mem::replace(&mut self.next, next), true),
            None => (self.next.clone(), false),
        }
    }
}

impl<H> fmt::Debug for HostDirective<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostDirective")
            .field("label", &self.label)
            .field("next", &self.next)
            .field("attempts", &self.attempts)
            .finish_non_exhaustive()
    }
}

/// What waits in the queue.
#[derive(Debug)]
enum Waiting<H> {
    Action { id: ActionId, label: Arc<str> },
    Host(HostDirective<H>),
}

impl<H> Waiting<H> {
    fn label(&self) -> &Arc<str> {
        match self {
            Self::Action { label, .. } | Self::Host(HostDirective { label, .. }) => label,
        }
    }
}

/// What the head of the queue gives to a turn.
#[derive(Debug)]
pub(super) enum Taken<H> {
    Action { id: ActionId, label: Arc<str> },
    Host(HostDirective<H>),
}

#[derive(Debug)]
pub(super) struct Queue<H> {
    waiting: BTreeMap<Position, Waiting<H>>,
}

impl<H> Default for Queue<H> {
    fn default() -> Self {
        Self {
            waiting: BTreeMap::new(),
        }
    }
}

impl<H: Clone> Queue<H> {
    pub(super) fn labels(&self) -> impl Iterator<Item = &Arc<str>> {
        self.waiting.values().map(Waiting::label)
    }

    pub(super) fn push_action_front(&mut self, id: ActionId, label: &Arc<str>) -> Position {
        self.push_front(Waiting::Action {
            id,
            label: Arc::clone(label),
        })
    }

    /// Puts an action's directive back where it was; its position is free as long as the action is
    /// claimed.
    pub(super) fn put_back(&mut self, position: Position, id: ActionId, label: &Arc<str>) {
        self.waiting.insert(
            position,
            Waiting::Action {
                id,
                label: Arc::clone(label),
            },
        );
    }

    pub(super) fn push_host(&mut self, directive: HostDirective<H>, now: bool) {
        if now {
            self.push_front(Waiting::Host(directive));
        } else {
            let position = self
                .waiting
                .last_key_value()
                .map_or(0, |(last, _)| last + 1);
            self.waiting.insert(position, Waiting::Host(directive));
        }
    }

    pub(super) fn remove(&mut self, position: Position) {
        self.waiting.remove(&position);
    }

    pub(super) fn remove_where(&mut self, matches: &impl Fn(&str) -> bool) -> usize {
        let before = self.waiting.len();
        self.waiting.retain(|_, waiting| !matches(waiting.label()));
        before - self.waiting.len()
    }

    /// Takes the choice for a turn from the head. Of a directive with more choices to come, the
    /// rest keeps its place.
    pub(super) fn take_next(&mut self) -> Option<Taken<H>> {
        let mut head = self.waiting.first_entry()?;
        if let Waiting::Host(directive) = head.get_mut() {
            let (choice, more_to_come) = directive.advance();
            if more_to_come {
                let served = HostDirective {
                    must_be_invoked: directive.must_be_invoked,
                    ..HostDirective::once(
                        Arc::clone(&directive.label),
                        choice,
                        directive.hooks.clone(),
                    )
                };
                return Some(Taken::Host(served));
            }
        }
        Some(match head.remove() {
            Waiting::Action { id, label } => Taken::Action { id, label },
            Waiting::Host(directive) => Taken::Host(directive),
        })
    }

    fn push_front(&mut self, waiting: Waiting<H>) -> Position {
        let position = self
            .waiting
            .first_key_value()
            .map_or(0, |(first, _)| first - 1);
        self.waiting.insert(position, waiting);
        position
    }
}

impl<H> HostDirective<H> {
    pub(super) fn choice(&self) -> &ToolChoice {
        &self.next
    }
}

impl<C: Cargo> Machine<C> {
    /// Adds a directive of the host's: at the head if it is for `now`, else behind all others.
    pub fn push_directive(&mut self, directive: HostDirective<C::Hooks>, now: bool) {
        self.queue.push_host(directive, now);
    }
}
