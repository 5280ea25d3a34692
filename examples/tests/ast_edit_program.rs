//! The `ast-edit` program as people run it.

#![cfg(unix)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::{Value, json};
use tempfile::TempDir;

const CALL: &str = "const user = oldApi(1, two);\n";
const REWRITTEN: &str = "const user = newApi(1, two);\n";
const RENAME: [&str; 4] = ["--pattern", "oldApi($$$ARGS)", "--rewrite", "newApi($$$ARGS)"];

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

fn program(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ast-edit"));
    command.current_dir(folder.path()).args(arguments).stdin(Stdio::null());
    command
}

fn run(folder: &TempDir, more: &[&str]) -> Output {
    program(folder, &[&RENAME, more].concat()).output().unwrap()
}

fn content(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn the_command_line_applies() {
    let folder = folder(&[("a.ts", CALL), ("b.ts", CALL)]);
    let output = run(&folder, &["--decide", "apply", "--reason", "as asked"]);
    assert_eq!(output.status.code(), Some(0));
    let printed = text(&output.stdout);
    assert!(printed.contains("2 replacements in 2 files"), "{printed}");
    assert!(printed.contains("+const user = newApi(1, two);"), "{printed}");
    assert!(printed.ends_with("2 files changed.\n"), "{printed}");
    assert_eq!(content(&folder, "a.ts"), REWRITTEN);
    assert_eq!(content(&folder, "b.ts"), REWRITTEN);
}

#[test]
fn the_command_line_discards() {
    let folder = folder(&[("a.ts", CALL)]);
    let output = run(&folder, &["--decide", "discard", "--reason", "not now"]);
    assert_eq!(output.status.code(), Some(0));
    let last = text(&output.stdout).lines().last().unwrap();
    assert_eq!(last, "Discarded: AST Edit: 1 replacement in 1 file. Reason: not now");
    assert_eq!(content(&folder, "a.ts"), CALL);
}

#[test]
fn without_anybody_to_decide_nothing_is_changed() {
    let folder = folder(&[("a.ts", CALL)]);
    let output = run(&folder, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--decide apply"));
    assert_eq!(content(&folder, "a.ts"), CALL);
}

#[test]
fn no_match_is_no_failure() {
    let folder = folder(&[("a.ts", "const x = 1;\n")]);
    let output = run(&folder, &[]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), "No replacements made\n");
}

#[test]
fn json_lines_tell_the_events_and_the_result_last() {
    let folder = folder(&[("a.ts", CALL)]);
    let output = run(&folder, &["--decide", "apply", "--reason", "as asked", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let events: Vec<_> = lines.iter().filter_map(|line| line["event"].as_str()).collect();
    let life: Vec<_> = events.into_iter().filter(|event| *event != "progress").collect();
    assert_eq!(life, ["staged", "resolving", "applied"]);
    assert_eq!(
        lines.last().unwrap()["details"],
        json!({
            "action": "apply",
            "reason": "as asked",
            "sourceToolName": "ast_edit",
            "label": "AST Edit: 1 replacement in 1 file",
            "sourceResultDetails": { "files": ["a.ts"] },
        })
    );
}

#[test]
fn json_lines_leave_no_event_out_on_a_big_tree() {
    const FILES: usize = 3_500;
    let folder = folder(&[("a.ts", CALL)]);
    for index in 1..FILES {
        fs::write(folder.path().join(format!("{index}.ts")), "").unwrap();
    }
    let output = run(&folder, &["--decide", "discard", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |name: &str| lines.iter().filter(|line| line["event"] == name).collect::<Vec<_>>();
    assert_eq!(of("lagged").len(), 0);
    assert_eq!(of("progress").last().unwrap()["done"], FILES);
    assert_eq!((of("staged").len(), of("discarded").len()), (1, 1));
}

#[test]
fn the_exit_status_tells_of_the_files_where_nobody_reads() {
    for more in [&["--decide", "apply"][..], &["--decide", "apply", "--json"]] {
        let folder = folder(&[("a.ts", CALL)]);
        let mut child =
            program(&folder, &[&RENAME, more].concat()).stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{more:?}");
        assert_eq!(content(&folder, "a.ts"), REWRITTEN);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_shown_is_not_applied() {
    let folder = folder(&[("a.ts", CALL)]);
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output =
        program(&folder, &[&RENAME, &["--decide", "apply"][..]].concat()).stdout(full).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot print"), "{}", text(&output.stderr));
    assert_eq!(content(&folder, "a.ts"), CALL);
}

#[test]
fn pairs_run_in_order() {
    let folder = folder(&[("a.ts", "a(1);\n")]);
    let pairs = ["--pattern", "a($X)", "--rewrite", "b($X)", "-p", "b($X)", "-r", "c($X, $X)"];
    let output = program(&folder, &[&pairs[..], &["--decide", "apply"]].concat()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(content(&folder, "a.ts"), "c(1, 1);\n");
}

#[test]
fn wrong_usage_says_what_is_wrong_and_changes_nothing() {
    let folder = folder(&[("a.ts", CALL)]);
    let cases: [(&[&str], &str); 6] = [
        (&["--pattern", "x"], "--rewrite"),
        (&["-p", "x", "-p", "y", "-r", "z", "-r", "w"], "each --pattern needs its --rewrite"),
        (&["-p", "x", "-r", "y", "--decide", "maybe"], "maybe"),
        (&["-p", "x", "-r", "y", "--reason", "why"], "--decide"),
        (&["-p", "x", "-r", "y", "no/such/folder"], "`no/such/folder`"),
        (&["-p", "f($A)", "-r", "g($B)", "--decide", "apply"], "`$B`"),
    ];
    for (arguments, expected) in cases {
        let output = program(&folder, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{arguments:?} said: {said}");
    }
    assert_eq!(content(&folder, "a.ts"), CALL);
}

#[test]
fn what_files_say_is_escaped() {
    let folder = folder(&[("a.ts", "oldApi(\"\u{1b}[2J\u{202e}gnp\");\n")]);
    let output = run(&folder, &["--decide", "discard"]);
    assert_eq!(output.status.code(), Some(0));
    let printed = text(&output.stdout);
    assert!(!printed.contains(['\u{1b}', '\u{202e}']), "{printed:?}");
    assert!(printed.contains("\\u{1b}[2J\\u{202e}gnp"), "{printed}");
}

/// A run of the program in a terminal of its own.
struct InTerminal {
    child: Child,
    terminal: File,
    seen: String,
}

impl InTerminal {
    fn start(folder: &TempDir, more: &[&str]) -> Self {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let name = ptsname(&controller, Vec::new()).unwrap();
        let path = Path::new(name.to_str().unwrap());
        let side = File::options().read(true).write(true).open(path).unwrap();
        let child = program(folder, &[&RENAME, more].concat())
            .env("NO_COLOR", "1")
            .stdin(side.try_clone().unwrap())
            .stdout(side.try_clone().unwrap())
            .stderr(side)
            .spawn()
            .unwrap();
        let terminal = File::from(controller);
        Self { child, terminal, seen: String::new() }
    }

    /// Reads until the program has printed this.
    fn wait_for(&mut self, expected: &str) {
        let mut buffer = [0; 4096];
        while !self.seen.contains(expected) {
            match self.terminal.read(&mut buffer) {
                Ok(read) if read > 0 => {
                    self.seen.push_str(&String::from_utf8_lossy(&buffer[..read]));
                }
                ended => panic!("ended ({ended:?}) without {expected:?}: {}", self.seen),
            }
        }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.terminal, "{line}").unwrap();
    }

    fn interrupt(&self) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, Signal::INT).unwrap();
    }

    /// What the program printed, and its exit status.
    fn end(mut self) -> (String, Option<i32>) {
        let mut buffer = [0; 4096];
        // The last reader of a terminal gets an error once the other side is closed.
        while let Ok(read @ 1..) = self.terminal.read(&mut buffer) {
            self.seen.push_str(&String::from_utf8_lossy(&buffer[..read]));
        }
        let status = self.child.wait().unwrap();
        (self.seen, status.code())
    }
}

#[test]
fn a_person_applies_in_the_terminal() {
    let folder = folder(&[("a.ts", CALL)]);
    let mut program = InTerminal::start(&folder, &[]);
    program.wait_for("[a/d]");
    assert!(program.seen.contains("+const user = newApi(1, two);"), "{}", program.seen);
    program.type_line("a");
    program.wait_for("Reason:");
    program.type_line("looks right");
    let (seen, status) = program.end();
    assert_eq!(status, Some(0), "{seen}");
    assert!(seen.contains("1 file changed."), "{seen}");
    assert_eq!(content(&folder, "a.ts"), REWRITTEN);
}

#[test]
fn a_person_discards_in_the_terminal() {
    let folder = folder(&[("a.ts", CALL)]);
    let mut program = InTerminal::start(&folder, &[]);
    program.wait_for("[a/d]");
    program.type_line("d");
    program.wait_for("Reason:");
    program.type_line("wrong call sites");
    let (seen, status) = program.end();
    assert_eq!(status, Some(0), "{seen}");
    assert!(seen.contains("Reason: wrong call sites"), "{seen}");
    assert_eq!(content(&folder, "a.ts"), CALL);
}

#[test]
fn a_file_that_moved_under_the_preview_is_left_alone() {
    let folder = folder(&[("a.ts", CALL), ("b.ts", CALL)]);
    let mut program = InTerminal::start(&folder, &[]);
    program.wait_for("[a/d]");
    fs::write(folder.path().join("b.ts"), "const other = oldApi(9);\n").unwrap();
    program.type_line("a");
    program.wait_for("Reason:");
    program.type_line("too late");
    let (seen, status) = program.end();
    assert_eq!(status, Some(1), "{seen}");
    assert!(seen.contains("Preview is stale"), "{seen}");
    assert!(seen.contains("b.ts") && seen.contains("sha256:"), "{seen}");
    assert_eq!(content(&folder, "a.ts"), CALL);
    assert_eq!(content(&folder, "b.ts"), "const other = oldApi(9);\n");
}

#[test]
fn an_interrupt_at_the_question_changes_nothing() {
    let folder = folder(&[("a.ts", CALL)]);
    let mut program = InTerminal::start(&folder, &[]);
    program.wait_for("[a/d]");
    program.interrupt();
    let (seen, status) = program.end();
    assert_eq!(status, Some(130), "{seen}");
    assert_eq!(content(&folder, "a.ts"), CALL);
}

#[test]
fn an_interrupt_at_any_point_leaves_every_file_old_or_new() {
    const FILES: usize = 60;
    let mut interrupted = 0;
    for round in 0..24 {
        let folder = tempfile::tempdir().unwrap();
        for index in 0..FILES {
            fs::write(folder.path().join(format!("{index}.ts")), CALL).unwrap();
        }
        let mut child = program(&folder, &[&RENAME, &["--decide", "apply"][..]].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(5 * round));
        // It may have ended already.
        let _ = kill_process(Pid::from_child(&child), Signal::INT);
        let status = child.wait().unwrap();
        let rewritten = (0..FILES)
            .filter(|index| match content(&folder, &format!("{index}.ts")).as_str() {
                REWRITTEN => true,
                CALL => false,
                other => panic!("half-written: {other:?}"),
            })
            .count();
        // One plan: all of it or nothing. A signal that comes before the program listens ends it
        // without a status.
        assert!(rewritten == 0 || rewritten == FILES, "round {round}: {rewritten} files");
        match status.code() {
            Some(0) => assert_eq!(rewritten, FILES, "round {round}"),
            Some(130) | None => {
                assert_eq!(rewritten, 0, "round {round}");
                interrupted += 1;
            }
            other => panic!("round {round}: status {other:?}"),
        }
        let left = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, FILES, "round {round}: temporary files are left behind");
    }
    assert!(interrupted > 0, "no round was interrupted");
}
