//! The tool-choice queue: directives in the order in which turns serve them.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use super::{Machine, MachineTypes};
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
        Some(Self { more: Some(Box::new(more)), ..Self::once(label, next, hooks) })
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

/// Who stands at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ticket {
    /// A pending action.
    Action(ActionId),
    /// A directive of the host's, by its key.
    Host(u64),
}

/// Positions and who stands there, in order. What comes and goes does so at the ends, where that
/// costs the same however many there are; everywhere else it costs a look for the place and a
/// move of the shorter side.
#[derive(Debug, Default)]
pub(super) struct Ordered(VecDeque<(Position, Ticket)>);

impl Ordered {
    pub(super) fn insert(&mut self, position: Position, ticket: Ticket) {
        if self.0.back().is_none_or(|(last, _)| *last < position) {
            self.0.push_back((position, ticket));
        } else if let Err(index) = self.find(position) {
            self.0.insert(index, (position, ticket));
        }
    }

    pub(super) fn remove(&mut self, position: Position) {
        if self.0.back().is_some_and(|(last, _)| *last == position) {
            self.0.pop_back();
        } else if let Ok(index) = self.find(position) {
            self.0.remove(index);
        }
    }

    pub(super) fn first(&self) -> Option<(Position, Ticket)> {
        self.0.front().copied()
    }

    pub(super) fn last(&self) -> Option<(Position, Ticket)> {
        self.0.back().copied()
    }

    fn iter(&self) -> impl Iterator<Item = (Position, Ticket)> {
        self.0.iter().copied()
    }

    fn find(&self, position: Position) -> Result<usize, usize> {
        if self.0.front().is_some_and(|(first, _)| *first >= position) {
            let found = self.0.front().is_some_and(|(first, _)| *first == position);
            return if found { Ok(0) } else { Err(0) };
        }
        self.0.binary_search_by_key(&position, |(at, _)| *at)
    }
}

/// What the head of the queue gives to a turn.
#[derive(Debug)]
pub(super) enum Taken<H> {
    Action(ActionId),
    Host(HostDirective<H>),
}

#[derive(Debug)]
pub(super) struct Queue<H> {
    waiting: Ordered,
    /// The waiting directives of the host's, which are few.
    hosts: Vec<(u64, HostDirective<H>)>,
    keys: u64,
    /// The last positions given out at either end. None is given out twice: the one of a claimed
    /// action may be asked for again.
    first: Position,
    last: Position,
}

impl<H> Default for Queue<H> {
    fn default() -> Self {
        Self { waiting: Ordered::default(), hosts: Vec::new(), keys: 0, first: 0, last: 0 }
    }
}

impl<H: Clone> Queue<H> {
    pub(super) fn tickets(&self) -> impl Iterator<Item = Ticket> {
        self.waiting.iter().map(|(_, ticket)| ticket)
    }

    pub(super) fn host_label(&self, key: u64) -> Option<&Arc<str>> {
        self.hosts.iter().find(|(of, _)| *of == key).map(|(_, host)| &host.label)
    }

    pub(super) fn push_action_front(&mut self, id: ActionId) -> Position {
        self.push_front(Ticket::Action(id))
    }

    /// Puts an action's directive back where it was.
    pub(super) fn put_back(&mut self, position: Position, id: ActionId) {
        self.waiting.insert(position, Ticket::Action(id));
    }

    pub(super) fn push_host(&mut self, directive: HostDirective<H>, now: bool) {
        self.keys += 1;
        self.hosts.push((self.keys, directive));
        let ticket = Ticket::Host(self.keys);
        if now {
            self.push_front(ticket);
        } else {
            self.last += 1;
            self.waiting.insert(self.last, ticket);
        }
    }

    pub(super) fn remove(&mut self, position: Position) {
        self.waiting.remove(position);
    }

    /// Removes the host's directives with a matching label.
    pub(super) fn remove_hosts(&mut self, matches: &dyn Fn(&str) -> bool) -> Vec<HostDirective<H>> {
        let mut removed = Vec::new();
        while let Some(at) = self.hosts.iter().position(|(_, host)| matches(&host.label)) {
            let (key, host) = self.hosts.swap_remove(at);
            let position = self.waiting.iter().find(|(_, ticket)| *ticket == Ticket::Host(key));
            if let Some((position, _)) = position {
                self.waiting.remove(position);
            }
            removed.push(host);
        }
        removed
    }

    /// Takes the choice for a turn from the head. Of a directive with more choices to come, the
    /// rest keeps its place.
    pub(super) fn take_next(&mut self) -> Option<Taken<H>> {
        let (position, ticket) = self.waiting.first()?;
        let key = match ticket {
            Ticket::Action(id) => {
                self.waiting.remove(position);
                return Some(Taken::Action(id));
            }
            Ticket::Host(key) => key,
        };
        let index = self.hosts.iter().position(|(of, _)| *of == key)?;
        let host = &mut self.hosts[index].1;
        let (choice, more_to_come) = host.advance();
        if more_to_come {
            let label = Arc::clone(&host.label);
            let mut served = HostDirective::once(label, choice, host.hooks.clone());
            served.must_be_invoked = host.must_be_invoked;
            return Some(Taken::Host(served));
        }
        self.waiting.remove(position);
        Some(Taken::Host(self.hosts.swap_remove(index).1))
    }

    /// The directive of the host's that stands at the head, if one does.
    pub(super) fn next_host(&self) -> Option<&HostDirective<H>> {
        let (_, Ticket::Host(key)) = self.waiting.first()? else { return None };
        self.hosts.iter().find(|(of, _)| *of == key).map(|(_, host)| host)
    }

    fn push_front(&mut self, ticket: Ticket) -> Position {
        self.first -= 1;
        self.waiting.insert(self.first, ticket);
        self.first
    }
}

impl<H> HostDirective<H> {
    pub(super) fn choice(&self) -> &ToolChoice {
        &self.next
    }
}

impl<C: MachineTypes> Machine<C> {
    /// Adds a directive of the host's: at the head if it is for `now`, else behind all others.
    pub fn push_directive(&mut self, directive: HostDirective<C::Hooks>, now: bool) {
        self.queue.push_host(directive, now);
    }
}
