//! Reads scenarios from standard input, one JSON object a line, and prints one JSON line of
//! observations a step.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use tests::conformance::{Scenario, observe};

fn main() -> ExitCode {
    // Scenarios make handlers panic; that is for the observations to tell.
    std::panic::set_hook(Box::new(|_| {}));
    match run(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("conformance: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for (index, line) in input.lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let scenario: Scenario = serde_json::from_str(&line)
            .map_err(|error| io::Error::other(format!("line {}: {error}", index + 1)))?;
        for observation in observe(&scenario) {
            serde_json::to_writer(&mut output, &observation)?;
            output.write_all(b"\n")?;
        }
        output.flush()?;
    }
    Ok(())
}
