//! How much a request may ask of a provider's strict mode.

use super::dialect::Dialect;
use super::schema::Cost;

/// What the strict tools of one request may have together.
///
/// Anthropic, "Structured outputs", "JSON Schema limitations": 20 strict tools, 24 optional
/// parameters, 16 parameters of several types; more is "Schema is too complex for compilation".
pub(super) struct Budget {
    tools: usize,
    optional: usize,
    unions: usize,
}

impl Budget {
    /// What a dialect allows, if it sets a limit.
    pub(super) fn of(dialect: Dialect) -> Option<Self> {
        let anthropic = Self { tools: 20, optional: 24, unions: 16 };
        (dialect == Dialect::Anthropic).then_some(anthropic)
    }

    /// Takes what one more tool needs, if so much is left.
    pub(super) fn take(&mut self, cost: Cost) -> bool {
        let left = (
            self.tools.checked_sub(1),
            self.optional.checked_sub(cost.optional),
            self.unions.checked_sub(cost.unions),
        );
        let (Some(tools), Some(optional), Some(unions)) = left else {
            return false;
        };
        *self = Self { tools, optional, unions };
        true
    }
}
