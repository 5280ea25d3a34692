//! Which of Anthropic's models can be forced.
//!
//! From "Define tools" and the notes on new models in its documentation, September 2026: Opus 5.5,
//! Sonnet 5.5, Fable and Mythos answer 400 to the choices `any` and `tool`, and so does every model
//! whose thinking the request switches on. Adaptive thinking does not stand in the way.

use super::{Forcing, ForcingCapability, Thinking};

/// The first version whose models cannot be forced.
const NOT_FORCED_FROM: (u32, u32) = (5, 5);

pub(super) fn capability(model: &str, thinking: Thinking) -> ForcingCapability {
    let never_forced = ["fable", "mythos"].iter().any(|family| model.contains(family));
    let new = version(model).is_some_and(|version| version >= NOT_FORCED_FROM);
    if never_forced || new || thinking == Thinking::Manual {
        ForcingCapability::only(&[Forcing::Soft])
    } else {
        ForcingCapability::default()
    }
}

/// `claude-opus-5-5-20260901`, `claude-opus-5.5` and `claude-3-5-sonnet` have one. Dates, and what
/// gateways and Bedrock put around the name, are no part of it.
fn version(model: &str) -> Option<(u32, u32)> {
    let name = &model[model.find("claude")?..];
    let mut numbers = name
        .split(['-', '.', ':', '@', '/'])
        .skip_while(|part| !is_number(part))
        .take_while(|part| is_number(part))
        .filter_map(|part| part.parse().ok());
    let major = numbers.next()?;
    Some((major, numbers.next().unwrap_or(0)))
}

fn is_number(part: &str) -> bool {
    matches!(part.len(), 1..=2) && part.bytes().all(|byte| byte.is_ascii_digit())
}
