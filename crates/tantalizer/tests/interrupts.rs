//! Work that is stopped: by the user, by a limit, by whoever reads the output.

mod common;

use common::{program, run};
use std::io::Read;
use std::process::{Child, Command, Stdio};

const LARGE: &str = "examples/tricky-triple-50x50-empty.toml";

fn start(arguments: &str) -> Child {
    program()
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits until the program catches interrupts: an earlier one would simply end it.
fn wait_for_handler(child: &Child) {
    let path = format!("/proc/{}/status", child.id());
    loop {
        let status = std::fs::read_to_string(&path).expect("a running program");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        // Signal 2 is the interrupt.
        if caught.expect("a mask of signals") >> 1 & 1 == 1 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Presses Ctrl-C.
fn interrupt(child: &Child) {
    let sent = Command::new("sh")
        .arg("-c")
        .arg(format!("kill -INT {}", child.id()))
        .status();
    assert!(sent.expect("a shell").success());
}

#[test]
fn an_interrupt_prints_what_was_found_and_exits_with_1() {
    let mut child = start(&format!("solve {LARGE} --all"));
    let mut stdout = child.stdout.take().expect("a pipe");
    // Once output comes, the search is under way.
    let mut text = vec![0; 100_000];
    stdout.read_exact(&mut text).expect("boards");
    interrupt(&child);
    stdout.read_to_end(&mut text).expect("the rest");
    let output = child.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("not answered"), "{stderr}");
    let text = String::from_utf8(text).expect("UTF-8");
    let (boards, verdict) = text.trim_end().rsplit_once("\n\n").expect("a verdict");
    assert!(verdict.ends_with("solutions, perhaps more."), "{verdict}");
    let found: usize = verdict
        .split(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .expect("a number");
    // Every board that was found is there, and whole.
    assert_eq!(boards.split("\n\n").count(), found);
    assert!(
        boards
            .split("\n\n")
            .all(|board| board.lines().count() == 99)
    );
}

#[test]
fn an_interrupted_count_is_a_lower_bound() {
    let child = start(&format!("count {LARGE} --json"));
    wait_for_handler(&child);
    interrupt(&child);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["complete"], false);
}

#[test]
fn a_time_limit_is_not_an_answer() {
    for arguments in ["count", "solve --all --json", "solve --all --quiet"] {
        let run = run(&format!("{arguments} {LARGE} --time-limit 0.1"));
        assert_eq!(run.status, 1, "{}", run.stderr);
        assert!(
            run.stderr.contains("the time limit was reached"),
            "{}",
            run.stderr
        );
    }
    let text = run(&format!("count {LARGE} --time-limit 0.1")).stdout;
    let unfinished = ["at least ", "none found so far"];
    assert!(
        unfinished.iter().any(|begin| text.starts_with(begin)),
        "{text}"
    );
    let run = run("solve examples/tricky-triple-7x7-empty.toml --time-limit 0 --json");
    assert_eq!(run.status, 1);
    assert_eq!(
        (&run.json()["status"], &run.json()["unique"]),
        (&"unknown".into(), &().into())
    );
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    for flags in ["--all", "--all --threads 2"] {
        let mut child = start(&format!("solve {LARGE} {flags}"));
        let mut stdout = child.stdout.take().expect("a pipe");
        let mut head = vec![0; 1000];
        stdout.read_exact(&mut head).expect("a board");
        drop(stdout);
        let output = child.wait_with_output().expect("the program ends");
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""));
    }
}
