//! From a session's progress to the protocol's.

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext, RoleServer};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::events::{Event, Progress};
use crate::session::Session;

/// Carries a call out and tells the client how far it has come, if the request wants to be told.
/// Everything is told before the call ends.
pub(super) async fn forwarded<T>(
    session: &Session,
    context: &RequestContext<RoleServer>,
    call_id: &str,
    call: impl Future<Output = T>,
) -> T {
    let Some(token) = context.meta.get_progress_token() else {
        return call.await;
    };
    let ended = CancellationToken::new();
    let telling =
        tell(Telling { peer: &context.peer, token, call_id }, session.subscribe(), &ended);
    let call = async {
        let result = call.await;
        ended.cancel();
        result
    };
    tokio::join!(call, telling).0
}

struct Telling<'a> {
    peer: &'a Peer<RoleServer>,
    token: ProgressToken,
    call_id: &'a str,
}

/// Tells until the call has ended and everything is told.
async fn tell(
    telling: Telling<'_>,
    mut events: broadcast::Receiver<Event>,
    ended: &CancellationToken,
) {
    let mut told = None;
    loop {
        let event = tokio::select! {
            biased;
            event = events.recv() => event,
            () = ended.cancelled() => return,
        };
        let progress = match event {
            Ok(Event::Progress(progress)) if *progress.call_id == *telling.call_id => progress,
            // Some were missed: what comes next says as much.
            Ok(_) | Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        // The protocol wants each to be greater than the one before.
        if told.is_some_and(|told| progress.done <= told) {
            continue;
        }
        told = Some(progress.done);
        // A client that cannot be told any more will not read the result either.
        if telling.peer.notify_progress(telling.params(&progress)).await.is_err() {
            return;
        }
    }
}

impl Telling<'_> {
    fn params(&self, progress: &Progress) -> ProgressNotificationParam {
        let mut params = ProgressNotificationParam::new(self.token.clone(), number(progress.done));
        params.total = progress.total.map(number);
        params.message = Some(progress.message.to_string()).filter(|message| !message.is_empty());
        params
    }
}

#[expect(clippy::cast_precision_loss, reason = "the protocol counts in floating point")]
fn number(units: u64) -> f64 {
    units as f64
}
