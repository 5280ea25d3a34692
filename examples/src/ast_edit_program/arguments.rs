//! The command line.

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, ValueEnum};
use resolve_runtime::{Action, ToolCall};
use serde_json::json;

use crate::ast_edit::Op;

/// Rewrite code by its structure: preview every change, then apply or discard them all.
#[derive(Debug, Parser)]
#[command(
    name = "ast-edit",
    version,
    after_help = "\
Exit status: 0 done, discarded, or nothing to do; 1 the apply failed, the preview went stale or \
could not be printed; 2 wrong usage or nobody to decide; 130 interrupted, and nothing was changed."
)]
pub struct CommandLine {
    #[command(flatten)]
    rewrites: Rewrites,
    /// Files, folders and globs to look in.
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<String>,
    /// Decide here, instead of being asked in the terminal.
    #[arg(long, value_enum)]
    decide: Option<Decide>,
    /// Why, for the record.
    #[arg(long, value_name = "TEXT", requires = "decide")]
    reason: Option<String>,
    /// Print one JSON line for each event, and the result last.
    #[arg(long)]
    pub json: bool,
}

/// Pairs of patterns and rewrites, in the order in which they were given.
#[derive(Debug, Args)]
struct Rewrites {
    /// Code to look for: `$NAME` stands for one syntax node, `$$$NAME` for any number. Repeats.
    #[arg(long = "pattern", short = 'p', value_name = "CODE", required = true)]
    patterns: Vec<String>,
    /// What to put in the place of the pattern before it. Repeats.
    #[arg(long = "rewrite", short = 'r', value_name = "CODE", required = true)]
    rewrites: Vec<String>,
}

/// A decision on the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Decide {
    Apply,
    Discard,
}

impl CommandLine {
    /// Reads the arguments of this process.
    ///
    /// # Errors
    ///
    /// What is wrong with them, or the help text that was asked for.
    pub fn read() -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(std::env::args_os())?;
        check_pairs(&matches, &mut command)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }

    /// The call that a model would make.
    pub(super) fn tool_call(&self) -> ToolCall<'static> {
        let pairs = self.rewrites.patterns.iter().zip(&self.rewrites.rewrites);
        let ops: Vec<Op> = pairs.map(|(pat, out)| Op::new(pat, out)).collect();
        let arguments = json!({ "ops": ops, "paths": self.paths });
        ToolCall::from_value("command-line", "ast_edit", &arguments)
    }

    /// The decision, if one was given, and its reason.
    pub(super) fn decision(&self) -> Option<(Action, String)> {
        let action = match self.decide? {
            Decide::Apply => Action::Apply,
            Decide::Discard => Action::Discard,
        };
        let reason = self.reason.clone();
        Some((action, reason.unwrap_or_else(|| "decided on the command line".to_owned())))
    }
}

/// Each pattern must be followed by its rewrite before the next one comes.
fn check_pairs(matches: &ArgMatches, command: &mut Command) -> Result<(), clap::Error> {
    let positions =
        |name: &str| matches.indices_of(name).map(Iterator::collect::<Vec<_>>).unwrap_or_default();
    let (patterns, rewrites) = (positions("patterns"), positions("rewrites"));
    let paired = patterns.len() == rewrites.len()
        && patterns.iter().zip(&rewrites).all(|(pattern, rewrite)| pattern < rewrite)
        && patterns.iter().skip(1).zip(&rewrites).all(|(next, rewrite)| rewrite < next);
    if paired {
        return Ok(());
    }
    let message = format!(
        "each --pattern needs its --rewrite right after it: found {} --pattern and {} --rewrite",
        patterns.len(),
        rewrites.len()
    );
    Err(command.error(ErrorKind::WrongNumberOfValues, message))
}
