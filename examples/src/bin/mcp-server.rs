//! Serves the example tools over the Model Context Protocol.

use std::io::{self, Write};

use examples::mcp_server_program::{CommandLine, Log, run};
use tokio::signal::ctrl_c;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::filter::LevelFilter;

#[tokio::main]
async fn main() {
    let command = match CommandLine::read() {
        Ok(command) => command,
        Err(error) => error.exit(),
    };
    // The standard output is the protocol's.
    tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_ansi(false)
        // A client may have closed it: telling of that would panic.
        .log_internal_errors(false)
        .with_max_level(level(command.log))
        .init();
    let interrupt = CancellationToken::new();
    let interrupted = interrupt.clone();
    tokio::spawn(async move {
        stopped().await;
        interrupted.cancel();
    });
    let code = match run(&command, interrupt, &mut io::stderr()).await {
        Ok(()) => 0,
        Err(error) => {
            // There is nobody left to tell if this fails too.
            let _ = writeln!(io::stderr(), "mcp-server: {error}");
            1
        }
    };
    // A thread may still wait for standard input; it must not keep the process.
    std::process::exit(code)
}

/// Waits until somebody wants the server to stop: clients close its input first, and then terminate
/// it.
async fn stopped() {
    #[cfg(unix)]
    if let Ok(mut terminate) = signal(SignalKind::terminate()) {
        tokio::select! {
            _ = ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        return;
    }
    if ctrl_c().await.is_err() {
        // It cannot be interrupted then.
        std::future::pending::<()>().await;
    }
}

fn level(log: Log) -> LevelFilter {
    match log {
        Log::Off => LevelFilter::OFF,
        Log::Error => LevelFilter::ERROR,
        Log::Warn => LevelFilter::WARN,
        Log::Info => LevelFilter::INFO,
        Log::Debug => LevelFilter::DEBUG,
    }
}
