//! The work itself, which floor and session share.

use serde::{Deserialize, Serialize};

/// Arguments of the preview call, as a model writes them.
pub(crate) const PREVIEW: &str =
    r#"{"pattern": "notes/*.txt", "template": "archive/{stem}.md", "limit": 8}"#;

/// Arguments of the resolve call.
pub(crate) const RESOLVE: &str =
    r#"{"action": "apply", "reason": "The listing is what was asked for."}"#;

/// The files that there are.
const STEMS: [&str; 8] = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"];

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Move {
    pub(crate) from: String,
    pub(crate) to: String,
}

pub(crate) fn plan(pattern: &str, template: &str, limit: usize) -> Vec<Move> {
    let stems = STEMS.iter().take(limit);
    let moves = stems.map(|stem| Move {
        from: pattern.replace('*', stem),
        to: template.replace("{stem}", stem),
    });
    moves.collect()
}

pub(crate) fn listing(moves: &[Move]) -> String {
    let mut text = String::new();
    for Move { from, to } in moves {
        text.push_str(from);
        text.push_str(" -> ");
        text.push_str(to);
        text.push('\n');
    }
    text
}

pub(crate) fn summary(moves: &[Move]) -> String {
    format!("{} files", moves.len())
}

pub(crate) fn renamed(moves: &[Move]) -> String {
    format!("Renamed {} files.", moves.len())
}
