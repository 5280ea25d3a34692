//! The program `export-schemas`: what a model's provider is sent about the tools.

mod request;

use std::error::Error;
use std::io::{self, Write};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use resolve_runtime::export::{Dialect, Export, ExportError};
use resolve_runtime::prelude::*;
use resolve_runtime::{RESOLVE, ToolDefinition};

use crate::ast_edit::{AstEdit, Workspace};

/// Print the smallest whole request that hands the example tools to a model and forces `resolve`
/// where the dialect can; for `mcp`, the answer to `tools/list`. What the export cannot say goes to
/// the standard error, a line each.
#[derive(Debug, Parser)]
#[command(name = "export-schemas", version)]
pub struct CommandLine {
    /// How the provider wants to be spoken to.
    #[arg(long, value_parser = dialects())]
    dialect: Dialect,
    /// Make every tool strict that can be, if need be with JSON text for open objects.
    #[arg(long)]
    strict: bool,
    /// Export one tool for each type of the catalogue of argument types, and force nothing.
    #[arg(long)]
    catalogue: bool,
    /// Export only the tool of this name. Repeats.
    #[arg(long, value_name = "TOOL")]
    only: Vec<String>,
}

impl CommandLine {
    /// Reads the arguments of this process.
    ///
    /// # Errors
    ///
    /// What is wrong with them, or the help text that was asked for.
    pub fn read() -> Result<Self, clap::Error> {
        Self::try_parse()
    }

    fn wants(&self, tool: &ToolDefinition) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == tool.name())
    }
}

fn dialects() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name))
        .try_map(|name| name.parse::<Dialect>())
}

/// Prints the request, and then what was lost.
///
/// # Errors
///
/// A usage error of the command line if there is no such tool; otherwise what cannot be exported or
/// printed.
pub async fn run(
    command: &CommandLine,
    out: &mut (impl Write + Send),
    notes: &mut (impl Write + Send),
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let tools =
        if command.catalogue { catalogue(command, notes)? } else { example_tools().await? };
    let tools: Vec<_> = tools.into_iter().filter(|tool| command.wants(tool)).collect();
    if let Some(name) = command.only.iter().find(|name| tools.iter().all(|it| it.name() != **name))
    {
        let message = format!("there is no tool `{name}`");
        return Err(CommandLine::command().error(ErrorKind::InvalidValue, message).into());
    }
    let export = export(command, &tools)?;
    let force = tools.iter().any(|tool| tool.name() == RESOLVE).then_some(RESOLVE);
    let body = request::smallest(&export, force)?;
    serde_json::to_writer_pretty(&mut *out, &body)?;
    writeln!(out)?;
    for loss in export.losses() {
        let at = if loss.path.is_empty() { "" } else { " at " };
        writeln!(notes, "{}{at}{}: {}", loss.tool, loss.path, loss.what)?;
    }
    Ok(())
}

/// The tools of a session, `resolve` among them.
async fn example_tools() -> Result<Vec<ToolDefinition>, Box<dyn Error + Send + Sync>> {
    let session = Session::builder().tool(AstEdit).state(Workspace::new(".")).build()?;
    let turn = session.begin_turn().await?;
    Ok(turn.tools().iter().map(|tool| ToolDefinition::clone(tool)).collect())
}

/// One tool for each type of arguments. What the dialect cannot carry is told and left out.
fn catalogue(command: &CommandLine, notes: &mut impl Write) -> io::Result<Vec<ToolDefinition>> {
    let mut tools = Vec::new();
    for entry in tests::catalogue::catalogue() {
        match export(command, std::slice::from_ref(&entry.tool)) {
            Ok(_) => tools.push(entry.tool),
            Err(error) => writeln!(notes, "{error}")?,
        }
    }
    Ok(tools)
}

fn export(command: &CommandLine, tools: &[ToolDefinition]) -> Result<Export, ExportError> {
    let mut builder = Export::builder(command.dialect).strict(command.strict).tools(tools);
    for tool in tools.iter().filter(|_| command.strict) {
        builder = builder.json_text(tool.name(), true);
    }
    builder.build()
}
