//! The last point at which an apply can be stopped.

use std::fmt;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::Shared;
use crate::context::Surroundings;
use crate::machine::Claim;

/// Stands between the verification and the apply of one claim.
pub(crate) struct Gate {
    shared: Arc<Shared>,
    claim: Claim,
}

impl Gate {
    pub(super) fn new(shared: Arc<Shared>, claim: Claim) -> Self {
        Self { shared, claim }
    }

    /// Lets the apply begin, unless the resolution was cancelled or the action withdrawn.
    pub(crate) fn begin_apply(&self, abort: &CancellationToken) -> bool {
        !abort.is_cancelled() && self.shared.with_core(|core| core.machine.begin_apply(self.claim))
    }

    pub(crate) fn surroundings(&self) -> Surroundings<'_> {
        self.shared.surroundings()
    }
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Gate").field(&self.claim.id).finish()
    }
}
