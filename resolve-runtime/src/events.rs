//! What a session reports while it goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::broadcast;

use crate::forcing::Forcing;
use crate::id::ActionId;
use crate::resolution::Action;

/// Something that happened to an action or a directive.
///
/// In JSON an event is an object whose `event` names the variant in snake case.
///
/// # Examples
///
/// ```
/// use resolve_runtime::Event;
/// use resolve_runtime::prelude::*;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let session = Session::builder().build()?;
/// let mut events = session.subscribe();
/// let action = PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hello!") });
/// let id = session.push_pending(action);
///
/// let event = events.recv().await?;
/// assert_eq!(event, Event::Staged { id, label: "Greet".into() });
/// assert_eq!(
///     serde_json::to_string(&event)?,
///     format!(r#"{{"event":"staged","id":"{id}","label":"Greet"}}"#)
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum Event {
    /// An action is pending.
    Staged {
        /// The action.
        id: ActionId,
        /// Its label.
        label: Arc<str>,
    },
    /// A turn serves the action's directive.
    Presented {
        /// The action.
        id: ActionId,
    },
    /// A turn serves the action's directive and does not force it: the model honours nothing that
    /// would.
    NotForced {
        /// The action.
        id: ActionId,
        /// How it is asked for instead.
        forcing: Forcing,
    },
    /// A resolution has reached the action.
    Resolving {
        /// The action.
        id: ActionId,
        /// What the resolution does.
        action: Action,
    },
    /// The action is over: applied.
    Applied {
        /// The action.
        id: ActionId,
        /// Whether nobody was waiting for it any more.
        after_abort: bool,
    },
    /// The action is over: discarded.
    Discarded {
        /// The action.
        id: ActionId,
    },
    /// The apply failed and the action is pending again.
    Failed {
        /// The action.
        id: ActionId,
        /// The handler's message.
        message: Box<str>,
    },
    /// The action is over: the world had moved.
    Stale {
        /// The action.
        id: ActionId,
        /// What moved.
        message: Box<str>,
    },
    /// The apply was cut off; the action is over and nobody knows how far it came.
    Interrupted {
        /// The action.
        id: ActionId,
    },
    /// The directive waits again at the head of the queue.
    Requeued {
        /// The action, or none for a directive of the host's.
        id: Option<ActionId>,
        /// The directive's label.
        label: Arc<str>,
        /// How many turns served it in vain.
        attempts: u32,
    },
    /// The action is still pending but no longer forced.
    Parked {
        /// The action.
        id: ActionId,
        /// How many turns served it in vain.
        attempts: u32,
    },
    /// A directive of the host's was not honoured and does not come back.
    Dropped {
        /// The directive's label.
        label: Arc<str>,
        /// How many turns served it in vain.
        attempts: u32,
    },
    /// A resolution that had reached the action was given up: before the apply began, or by a caller
    /// that no longer waits for its end.
    Aborted {
        /// The action.
        id: ActionId,
    },
    /// The host took the action back.
    Withdrawn {
        /// The action.
        id: ActionId,
    },
    /// A handler has been running for longer than the session's limit. It goes on.
    Overdue {
        /// The action.
        id: ActionId,
        /// The limit, in milliseconds.
        #[serde(rename = "limitMilliseconds", serialize_with = "milliseconds")]
        limit: Duration,
    },
    /// A call tells how far it has come.
    Progress(Progress),
}

// The signature is what `serialize_with` asks for.
fn milliseconds<S: serde::Serializer>(limit: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u128(limit.as_millis())
}

/// How far a call has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Progress {
    /// The call; empty for a resolution by the host.
    pub call_id: Box<str>,
    /// Units done, of the tool's own.
    pub done: u64,
    /// Units there are, where that is known.
    pub total: Option<u64>,
    /// What is being done.
    pub message: Box<str>,
}

/// How many events a subscriber may fall behind before it loses the oldest ones.
const CAPACITY: usize = 1024;

/// The broadcast. Sending never waits; a subscriber that falls behind is told how much it lost.
#[derive(Debug)]
pub(crate) struct Events {
    sender: broadcast::Sender<Event>,
    /// Whether anybody ever subscribed: as long as nobody did, no event is made.
    subscribed: AtomicBool,
}

impl Events {
    pub(crate) fn new() -> Self {
        Self { sender: broadcast::Sender::new(CAPACITY), subscribed: AtomicBool::new(false) }
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.subscribed.store(true, Ordering::Release);
        self.sender.subscribe()
    }

    pub(crate) fn send(&self, event: Event) {
        // Nobody listens any more: that is no error.
        let _ = self.sender.send(event);
    }

    pub(crate) fn progress(&self, progress: impl FnOnce() -> Progress) {
        if self.subscribed.load(Ordering::Acquire) {
            self.send(Event::Progress(progress()));
        }
    }
}
