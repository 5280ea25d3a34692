//! Running cargo, and what it took.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, io};

/// What one crate costs.
#[derive(Default)]
pub(crate) struct Cost {
    /// User CPU seconds of `cargo check`, once a round.
    pub(crate) check: Vec<f64>,
    /// User CPU seconds of `cargo build --release`, once a round.
    pub(crate) release: Vec<f64>,
    pub(crate) lines: usize,
    pub(crate) text_bytes: usize,
}

/// The median of what was measured; zero of nothing.
pub(crate) fn median(measured: &[f64]) -> f64 {
    let mut sorted = measured.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(arguments)
        .arg("--quiet")
        .current_dir(folder)
        // Both crates of a framework share what they depend on.
        .env("CARGO_TARGET_DIR", folder.with_file_name("target"))
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTFLAGS")
        .stdin(Stdio::null());
    cargo
}

fn run(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("{command:?} failed: {status}")))
    }
}

/// The user CPU seconds that cargo takes for the crate alone.
pub(crate) fn seconds(folder: &Path, arguments: &[&str]) -> io::Result<f64> {
    // The first time builds what the crate depends on.
    run(&mut cargo(folder, arguments))?;
    let source = folder.join("src/main.rs");
    fs::write(&source, fs::read(&source)?)?;
    let before = children_seconds()?;
    run(&mut cargo(folder, arguments))?;
    Ok(children_seconds()? - before)
}

/// The user CPU seconds of all processes that this one has waited for, and of theirs:
/// `cutime` of [proc_pid_stat(5)](https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html).
fn children_seconds() -> io::Result<f64> {
    /// `USER_HZ`, which is the same on all platforms that Rust's first tier has.
    const TICKS_A_SECOND: f64 = 100.0;
    /// Behind the name, which may have spaces and ends with a parenthesis.
    const CUTIME: usize = 13;
    let stat = fs::read_to_string("/proc/self/stat")?;
    let ticks = stat
        .rsplit_once(')')
        .and_then(|(_, fields)| fields.split_whitespace().nth(CUTIME)?.parse::<f64>().ok())
        .ok_or_else(|| io::Error::other("/proc/self/stat has no `cutime`"))?;
    Ok(ticks / TICKS_A_SECOND)
}

/// How many lines the crate has once all its macros are expanded.
pub(crate) fn expanded_lines(folder: &Path) -> io::Result<usize> {
    let expanded = folder.join("expanded.rs");
    let wrapper = folder.join("expand.sh");
    // The compiler prints the expansion only to those who ask for what is not stable; what the crate
    // depends on must not be compiled in that way.
    let script = "#!/bin/sh\ncase \"$*\" in *src/main.rs*) RUSTC_BOOTSTRAP=1 \"$@\" -Zunpretty=expanded \
                  > \"$EXPANDED\" || exit 1 ;; esac\nexec \"$@\"\n";
    fs::write(&wrapper, script)?;
    run(Command::new("chmod").arg("+x").arg(&wrapper))?;
    let mut check = cargo(folder, &["check"]);
    run(check.env("RUSTC_WORKSPACE_WRAPPER", &wrapper).env("EXPANDED", &expanded))?;
    Ok(fs::read_to_string(expanded)?.lines().count())
}

/// How many bytes of code the release build has.
pub(crate) fn text_bytes(folder: &Path) -> io::Result<usize> {
    run(&mut cargo(folder, &["build", "--release"]))?;
    let tools = folder.file_name().unwrap_or_default().display();
    let binary = folder.with_file_name("target").join(format!("release/cost_{tools}"));
    let output = Command::new("size").args(["-A", "-d"]).arg(binary).output()?;
    let sections = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = sections
        .lines()
        .find_map(|line| line.strip_prefix(".text")?.split_whitespace().next()?.parse().ok());
    text.ok_or_else(|| io::Error::other("`size` told no `.text`"))
}
