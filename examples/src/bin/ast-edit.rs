//! Structural search and replacement: previewed, then applied or discarded as a whole.

use std::io::Write;
use std::process::ExitCode;

use examples::ast_edit_program::{CommandLine, run};
use tokio_util::sync::CancellationToken;

#[tokio::main]
async fn main() -> ExitCode {
    let command = match CommandLine::read() {
        Ok(command) => command,
        Err(error) => error.exit(),
    };
    let interrupt = CancellationToken::new();
    let interrupted = interrupt.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            interrupted.cancel();
        }
    });
    let code = match run(command, interrupt).await {
        Ok(exit) => exit.code(),
        Err(error) => {
            // There is nobody left to tell if this fails too.
            let _ = writeln!(std::io::stderr(), "ast-edit: cannot print: {error}");
            1
        }
    };
    // A thread may still wait for an answer in the terminal; it must not keep the process.
    std::process::exit(i32::from(code))
}
