//! A decision about a pending action, and what is told of it.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::output::Details;

/// The `extra` of a resolution whose tool declares no type for it: any JSON object.
///
/// # Examples
///
/// ```
/// use resolve_runtime::{FreeForm, Resolution};
///
/// let extra = FreeForm::from_iter([("keep".to_owned(), 2.into())]);
/// let resolution = Resolution::apply("but for two").with_extra(extra);
/// assert_eq!(resolution.extra().unwrap()["keep"], 2);
/// ```
pub type FreeForm = Map<String, Value>;

/// What a resolution does with its action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", expecting = "`apply` or `discard`")]
pub enum Action {
    /// Carries the stored plan out.
    Apply,
    /// Ends the action without carrying anything out.
    Discard,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Apply => "apply",
            Self::Discard => "discard",
        })
    }
}

/// Who decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Decider {
    /// The model, by a call of `resolve`.
    Model,
    /// A person, through the host.
    Person,
    /// A rule of the host.
    Policy,
}

impl fmt::Display for Decider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Model => "the model",
            Self::Person => "a person",
            Self::Policy => "a policy",
        })
    }
}

/// A decision: apply or discard, why, by whom, and what the decider adds.
///
/// # Examples
///
/// ```
/// use resolve_runtime::{Decider, Resolution};
///
/// let resolution = Resolution::discard("wrong call sites").by(Decider::Person);
/// assert_eq!(resolution.reason(), "wrong call sites");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Resolution {
    pub(crate) action: Action,
    pub(crate) reason: Box<str>,
    pub(crate) extra: Option<Arc<FreeForm>>,
    pub(crate) decider: Decider,
}

impl Resolution {
    /// A decision of the model's, until [`by`](Self::by) says otherwise.
    pub fn new(action: Action, reason: impl Into<String>) -> Self {
        Self {
            action,
            reason: reason.into().into_boxed_str(),
            extra: None,
            decider: Decider::Model,
        }
    }

    /// Apply, by a person.
    pub fn apply(reason: impl Into<String>) -> Self {
        Self::new(Action::Apply, reason).by(Decider::Person)
    }

    /// Discard, by a person.
    pub fn discard(reason: impl Into<String>) -> Self {
        Self::new(Action::Discard, reason).by(Decider::Person)
    }

    /// Says who decided.
    #[must_use]
    pub fn by(mut self, decider: Decider) -> Self {
        self.decider = decider;
        self
    }

    /// Adds the `extra` object.
    #[must_use]
    pub fn with_extra(mut self, extra: FreeForm) -> Self {
        self.extra = Some(Arc::new(extra));
        self
    }

    /// Apply or discard.
    #[must_use]
    pub fn action(&self) -> Action {
        self.action
    }

    /// Why, in the decider's words.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The `extra` object as it came; its typed form is in the
    /// [`ResolveContext`](crate::ResolveContext).
    #[must_use]
    pub fn extra(&self) -> Option<&FreeForm> {
        self.extra.as_deref()
    }

    /// Who decided.
    #[must_use]
    pub fn decider(&self) -> Decider {
        self.decider
    }
}

/// What stands in the `details` of the result of a `resolve` call.
///
/// In JSON the keys are `action`, `reason`, `extra`, `sourceToolName`, `label` and
/// `sourceResultDetails`; the optional ones are left out when there is nothing to say.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResolveDetails {
    /// Apply or discard.
    pub action: Action,
    /// Why, in the decider's words.
    pub reason: Box<str>,
    /// The `extra` object as it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<Arc<FreeForm>>,
    /// The tool that staged the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_tool_name: Option<Arc<str>>,
    /// The label of the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Arc<str>>,
    /// The handler's own details, when it returned some that are not null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_result_details: Option<Box<Details>>,
}
