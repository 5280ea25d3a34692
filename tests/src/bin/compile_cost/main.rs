//! What a tool costs its crate, next to the same tool under the attributes of two other frameworks:
//! lines of expansion, seconds of the compiler, bytes of code.
//!
//! ```sh
//! cargo run --release -p tests --bin compile_cost [ROUNDS [FOLDER]]
//! ```
//!
//! Crates with 1 and with 200 tools of four documented arguments are written to the folder and
//! compiled there; what they depend on is built before anything is measured, which takes most of the
//! time. Without a folder it is a temporary one. Needs Linux, `size` (binutils), and the network for
//! the first run. Compare the ratios: the seconds are of one machine in one hour.

mod framework;
mod measure;
mod table;

use std::path::Path;
use std::{env, fs, io};

use framework::Framework;
use measure::Cost;

/// How many tools the two crates of a framework have.
const TOOLS: [usize; 2] = [1, 200];

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let rounds = match arguments.next() {
        Some(rounds) => rounds.parse().map_err(|_| {
            io::Error::other(format!(
                "`{rounds}` is no number of rounds; usage: compile_cost [ROUNDS [FOLDER]]"
            ))
        })?,
        None => 3,
    };
    let costs = if let Some(folder) = arguments.next() {
        measure_all(&env::current_dir()?.join(folder), rounds)?
    } else {
        let temporary = env::temp_dir().join(format!("compile-cost-{}", std::process::id()));
        let costs = measure_all(&temporary, rounds);
        fs::remove_dir_all(&temporary)?;
        costs?
    };
    table::print(&costs);
    Ok(())
}

/// The costs of each framework, for each number of tools.
type Costs = Vec<(Framework, [Cost; 2])>;

fn measure_all(work: &Path, rounds: usize) -> io::Result<Costs> {
    let mut costs: Costs = Vec::new();
    for framework in Framework::ALL {
        for tools in TOOLS {
            framework.write(&work.join(framework.name()).join(tools.to_string()), tools)?;
        }
        costs.push((framework, Default::default()));
    }
    for (framework, costs) in &mut costs {
        eprintln!("{}: dependencies, expansion, size", framework.name());
        for (tools, cost) in TOOLS.iter().zip(costs) {
            let folder = work.join(framework.name()).join(tools.to_string());
            cost.lines = measure::expanded_lines(&folder)?;
            cost.text_bytes = measure::text_bytes(&folder)?;
        }
    }
    // The frameworks take turns, so that a busy hour is one for all of them.
    for round in 0..rounds {
        for (framework, costs) in &mut costs {
            eprintln!("{}: round {} of {rounds}", framework.name(), round + 1);
            for (tools, cost) in TOOLS.iter().zip(costs) {
                let folder = work.join(framework.name()).join(tools.to_string());
                cost.check.push(measure::seconds(&folder, &["check"])?);
                cost.release.push(measure::seconds(&folder, &["build", "--release"])?);
            }
        }
    }
    Ok(costs)
}
