//! Ids of pending actions, and where they come from.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Names one pending action: a `UUIDv7`, so that ids sort by the millisecond in which the action was
/// staged.
///
/// # Examples
///
/// ```
/// use resolve_runtime::ActionId;
///
/// let id: ActionId = "0198c0de-7000-7000-8000-000000000001".parse()?;
/// assert_eq!(id, ActionId::from_parts(0x0198_c0de_7000, 1));
/// assert!("the newest".parse::<ActionId>().is_err());
/// # Ok::<(), resolve_runtime::ParseActionIdError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionId(Uuid);

impl ActionId {
    /// The length of an id as text, in bytes.
    pub(crate) const TEXT_LENGTH: usize = uuid::fmt::Hyphenated::LENGTH;

    /// The id as text, without a formatter.
    pub(crate) fn encode<'b>(&self, buffer: &'b mut [u8; Self::TEXT_LENGTH]) -> &'b str {
        self.0.as_hyphenated().encode_lower(buffer)
    }

    /// The id made of a number of milliseconds since the Unix epoch and of random bits, laid out
    /// as [RFC 9562, section 5.7](https://www.rfc-editor.org/rfc/rfc9562#section-5.7) says.
    ///
    /// Only the low 48 bits of `milliseconds` and 74 of the random bits fit in.
    #[must_use]
    pub fn from_parts(milliseconds: u64, random: u128) -> Self {
        let bytes = random.to_be_bytes();
        let mut tail = [0; 10];
        tail.copy_from_slice(&bytes[6..]);
        Self(uuid::Builder::from_unix_timestamp_millis(milliseconds, &tail).into_uuid())
    }
}

/// Hashes ids by the bits that are random already. Ids come from the session and not from whom it
/// talks to, so that nobody can choose them to collide.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // The golden ratio in 64 bits spreads ids that a test counts up.
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, _length: usize) {
        // The length of an id is no news.
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

pub(crate) type IdMap<T> = HashMap<ActionId, T, BuildHasherDefault<IdHasher>>;

impl fmt::Display for ActionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.encode(&mut [0; ActionId::TEXT_LENGTH]))
    }
}

impl fmt::Debug for ActionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ActionId({self})")
    }
}

/// A text that is no id of a pending action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseActionIdError(Box<str>);

impl fmt::Display for ParseActionIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no action id: expected a UUID such as 0198c0de-7000-7000-8000-000000000001, \
             as listed by the session",
            self.0
        )
    }
}

impl std::error::Error for ParseActionIdError {}

impl FromStr for ActionId {
    type Err = ParseActionIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Uuid::try_parse(text).map(Self).map_err(|_| ParseActionIdError(text.into()))
    }
}

/// Where a session takes the ids of its pending actions from.
///
/// A test gives a source of its own to get the same ids in every run.
///
/// # Examples
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// use resolve_runtime::{ActionId, BoxError, IdSource, PendingAction, Session};
///
/// #[derive(Default)]
/// struct Counted(AtomicU32);
///
/// impl IdSource for Counted {
///     fn next_id(&self) -> ActionId {
///         ActionId::from_parts(0, self.0.fetch_add(1, Ordering::Relaxed).into())
///     }
/// }
///
/// let session = Session::builder().ids(Counted::default()).build()?;
/// let action = PendingAction::new("Greet").apply(|_| async { Ok::<_, BoxError>("Hello!") });
/// assert_eq!(session.push_pending(action), ActionId::from_parts(0, 0));
/// # Ok::<(), BoxError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot give ids to pending actions",
    label = "not a source of ids",
    note = "expected `RandomIds`, or a type with an `impl IdSource`, where a test wants to know the ids"
)]
pub trait IdSource: Send + Sync + 'static {
    /// An id that was never returned before, by this source or by any other.
    fn next_id(&self) -> ActionId;
}

/// Ids from the system's clock and random bits: the default.
#[derive(Debug, Default, Clone, Copy)]
pub struct RandomIds;

impl IdSource for RandomIds {
    fn next_id(&self) -> ActionId {
        // A clock before 1970 costs the order of the ids, not their uniqueness.
        let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        ActionId::from_parts(
            elapsed.as_secs() * 1000 + u64::from(elapsed.subsec_millis()),
            u128::from(random()) << 64 | u128::from(random()),
        )
    }
}

/// Random bits: each `RandomState` is keyed anew, with keys that come from the operating system
/// once a thread.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_version_7_and_round_trip() {
        let id = ActionId::from_parts(0x0198_c0de_7000, 1);
        assert_eq!(id.to_string(), "0198c0de-7000-7000-8000-000000000001");
        assert_eq!(id.to_string().parse::<ActionId>().unwrap(), id);
        assert!("nope".parse::<ActionId>().unwrap_err().to_string().starts_with("`nope` is no"));
    }

    #[test]
    fn a_million_ids_differ() {
        let ids: std::collections::HashSet<_> =
            (0..1_000_000).map(|_| RandomIds.next_id()).collect();
        assert_eq!(ids.len(), 1_000_000);
    }
}
