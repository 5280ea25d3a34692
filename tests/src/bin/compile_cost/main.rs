//! What a tool costs its crate, next to the same tool under the attributes of two other frameworks:
//! lines of expansion, seconds of the compiler, bytes of code.
//!
//! ```sh
//! cargo run --release -p tests --bin compile_cost [ROUNDS]
//! ```
//!
//! Crates with 1 and with 200 tools of four documented arguments are written to a temporary folder
//! and compiled there; what they depend on is built before anything is measured. Needs Linux, `size`
//! (binutils), and the network for the first run. Compare the ratios: the seconds are of this machine
//! and this hour.

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
    let rounds = env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(3);
    let work = env::temp_dir().join(format!("compile-cost-{}", std::process::id()));
    let costs = measure_all(&work, rounds);
    fs::remove_dir_all(&work)?;
    table::print(&costs?);
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
