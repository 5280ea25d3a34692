//! The bare engine: `ast_edit_engine PATTERN REWRITE PATH [everywhere|candidates]` rewrites at once, for measurements.

use std::path::PathBuf;
use std::{env, fs};

use examples::ast_edit::{self, Op, Options, ParseErrors};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [pattern, rewrite, path, rest @ ..] = arguments.as_slice() else {
        return Err("usage: ast_edit_engine PATTERN REWRITE PATH [everywhere|candidates]".into());
    };
    let parse_errors = match rest {
        [mode] if mode == "candidates" => ParseErrors::InCandidates,
        _ => ParseErrors::Everywhere,
    };
    let options = Options {
        parse_errors,
        ..Options::default()
    };
    let scan = ast_edit::scan(
        &[Op::new(pattern, rewrite)],
        std::slice::from_ref(path),
        &options,
    )?;
    for change in &scan.changes {
        fs::write(PathBuf::from(&change.path), &change.after)?;
    }
    println!("{}", ast_edit::listing(&scan, &ast_edit::Limits::default()));
    Ok(())
}
