//! Prints what a model's provider is sent about the tools: the smallest whole request.

use std::io::Write;
use std::process::ExitCode;

use examples::export_schemas_program::{CommandLine, run};

#[tokio::main]
async fn main() -> ExitCode {
    let command = match CommandLine::read() {
        Ok(command) => command,
        Err(error) => error.exit(),
    };
    match run(&command, &mut std::io::stdout(), &mut std::io::stderr()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let error = match error.downcast::<clap::Error>() {
                Ok(usage) => usage.exit(),
                Err(error) => error,
            };
            // There is nobody left to tell if this fails too.
            let _ = writeln!(std::io::stderr(), "export-schemas: {error}");
            ExitCode::FAILURE
        }
    }
}
