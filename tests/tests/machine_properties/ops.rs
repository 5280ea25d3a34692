//! The operations of the machine, drawn at random.

use proptest::prelude::*;
use resolve_runtime::machine::{End, TurnEnd};
use resolve_runtime::{Action, ActionId, ToolChoice};

/// Labels of directives; the actions' come from [`ACTION_LABELS`].
pub(crate) const HOST_LABELS: [&str; 3] = ["host-0", "host-1", "shared"];
/// One label is shared by both kinds: removal by label has to find both.
pub(crate) const ACTION_LABELS: [&str; 3] = ["pending-action:a", "pending-action:b", "shared"];
/// Tools that host directives force.
pub(crate) const TOOLS: [&str; 2] = ["read", "write"];

/// What the model of a turn honours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Means {
    /// A named tool.
    Named,
    /// The same, for a host that asks for so many turns first.
    NamedAfter(u32),
    /// A call that is required of the one tool there is.
    Narrowed,
    /// Structured output, and no tool choice.
    Envelope,
    /// Nothing that forces.
    Soft,
    /// No tool choice at all.
    Omitted,
}

/// An operation whose subject is not chosen yet: numbers pick one of those that there are.
#[derive(Debug, Clone)]
pub(crate) enum Op {
    Stage(usize),
    Push { label: usize, choices: Vec<ToolChoice>, must_be_invoked: bool, now: bool },
    BeginTurn(Means),
    EndTurn(TurnEnd),
    Invoke(usize),
    ModelClaim(Action),
    Claim(usize, Action),
    Standing(Action),
    BeginApply(usize),
    Settle(usize, End),
    Release(usize),
    Detach(usize),
    Withdraw(usize),
    RemoveByLabel(usize),
    Clear,
    LastServed,
    Notice,
}

/// An operation with its subject.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    Stage(ActionId, &'static str),
    Push { label: &'static str, choices: Vec<ToolChoice>, must_be_invoked: bool, now: bool },
    BeginTurn(Means),
    EndTurn(TurnEnd),
    Invoke(&'static str),
    ModelClaim(Action),
    Claim(ActionId, Action),
    Standing(ActionId, Action),
    BeginApply(ActionId),
    Settle(ActionId, End),
    Release(ActionId),
    Detach(ActionId),
    Withdraw(ActionId),
    RemoveByLabel(&'static str),
    Clear,
    LastServed,
    Notice(u32),
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![3 => Just(Action::Apply), 1 => Just(Action::Discard)]
}

fn choice() -> impl Strategy<Value = ToolChoice> {
    prop_oneof![
        Just(ToolChoice::Auto),
        Just(ToolChoice::Required),
        Just(ToolChoice::tool(TOOLS[0])),
        Just(ToolChoice::tool(TOOLS[1])),
    ]
}

fn means() -> impl Strategy<Value = Means> {
    prop_oneof![
        6 => Just(Means::Named),
        2 => (1..4u32).prop_map(Means::NamedAfter),
        1 => Just(Means::Narrowed),
        1 => Just(Means::Envelope),
        1 => Just(Means::Soft),
        1 => Just(Means::Omitted),
    ]
}

fn turn_end() -> impl Strategy<Value = TurnEnd> {
    prop_oneof![
        3 => Just(TurnEnd::Finished),
        1 => any::<bool>().prop_map(|requeue| TurnEnd::Ignored { requeue }),
        1 => any::<bool>().prop_map(|requeue| TurnEnd::Aborted { requeue }),
    ]
}

pub(crate) fn end() -> impl Strategy<Value = End> {
    prop_oneof![
        1 => Just(End::Applied),
        2 => Just(End::Failed("failed".into())),
        1 => Just(End::Stale("moved".into())),
        1 => Just(End::Discarded),
        1 => Just(End::Interrupted),
    ]
}

fn push() -> impl Strategy<Value = Op> {
    let choices = prop::collection::vec(choice(), 1..4);
    (0..HOST_LABELS.len(), choices, any::<bool>(), any::<bool>()).prop_map(
        |(label, choices, must_be_invoked, now)| Op::Push { label, choices, must_be_invoked, now },
    )
}

fn op() -> impl Strategy<Value = Op> {
    // Small numbers: the same few actions are met again and again.
    let pick = || 0..6usize;
    prop_oneof![
        6 => (0..ACTION_LABELS.len()).prop_map(Op::Stage),
        2 => push(),
        7 => means().prop_map(Op::BeginTurn),
        7 => turn_end().prop_map(Op::EndTurn),
        2 => (0..TOOLS.len()).prop_map(Op::Invoke),
        6 => action().prop_map(Op::ModelClaim),
        3 => (pick(), action()).prop_map(|(pick, action)| Op::Claim(pick, action)),
        1 => action().prop_map(Op::Standing),
        5 => pick().prop_map(Op::BeginApply),
        6 => (pick(), end()).prop_map(|(pick, end)| Op::Settle(pick, end)),
        4 => pick().prop_map(Op::Release),
        2 => pick().prop_map(Op::Detach),
        1 => pick().prop_map(Op::Withdraw),
        1 => (0..ACTION_LABELS.len()).prop_map(Op::RemoveByLabel),
        1 => Just(Op::LastServed),
        1 => Just(Op::Notice),
    ]
}

/// A sequence of operations, at most once with everything removed in between.
pub(crate) fn ops() -> impl Strategy<Value = Vec<Op>> {
    let some = || prop::collection::vec(op(), 0..40);
    prop_oneof![
        5 => some(),
        1 => (some(), some()).prop_map(|(mut before, after)| {
            before.push(Op::Clear);
            before.extend(after);
            before
        }),
    ]
}

/// Caps from the smallest up, so that parking is met often.
pub(crate) fn caps() -> impl Strategy<Value = u32> {
    0..4u32
}
