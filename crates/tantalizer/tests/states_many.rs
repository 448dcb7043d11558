//! `states --hosts` and `design --hosts`: several processes make the table that one makes, and survey together what one
//! surveys; one that is lost stops the others, who go on when all are started again.
#![cfg(feature = "many")]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// A list of addresses on this machine that nobody uses.
fn hosts(folder: &Path, count: usize) -> PathBuf {
    let listeners: Vec<TcpListener> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"))
        .collect();
    let addresses: Vec<String> = listeners
        .iter()
        .map(|listener| listener.local_addr().expect("an address").to_string())
        .collect();
    let file = folder.join("hosts");
    std::fs::write(&file, addresses.join("\n")).expect("a file can be written");
    file
}

fn start(folder: &Path, size: [&str; 2], process: usize) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tantalizer"))
        .args([
            "states",
            "spinpossible",
            "--rows",
            size[0],
            "--cols",
            size[1],
        ])
        .args(["--threads", "1", "--json", "--table"])
        .arg(folder.join("table"))
        .arg("--hosts")
        .arg(folder.join("hosts"))
        .args(["--process", &process.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits for a process, but not for ever.
fn ended(mut child: Child, seconds: u64) -> Output {
    let since = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if since.elapsed() > Duration::from_secs(seconds) {
            let _ = child.kill();
            panic!("still running after {seconds} s");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().expect("what it printed")
}

fn together(folder: &Path, size: [&str; 2], processes: usize) {
    let all: Vec<Child> = (0..processes).map(|i| start(folder, size, i)).collect();
    for child in all {
        let output = ended(child, 600);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        assert_eq!(stderr, "");
        let json: serde_json::Value =
            serde_json::from_slice(&output.stdout).expect("one JSON object");
        let sent = json["bytes_sent"].as_array().expect("a list");
        assert_eq!(
            sent.len(),
            json["by_distance"].as_array().expect("a list").len()
        );
    }
}

fn alone(folder: &Path, size: [&str; 2]) -> Vec<u8> {
    let table = folder.join("alone");
    let output = Command::new(env!("CARGO_BIN_EXE_tantalizer"))
        .args([
            "states",
            "spinpossible",
            "--rows",
            size[0],
            "--cols",
            size[1],
        ])
        .arg("--table")
        .arg(&table)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0));
    std::fs::read(table).expect("a table")
}

#[test]
fn two_and_four_processes_make_the_table_that_one_makes() {
    same_table(["2", "4"]);
}

#[test]
fn a_lost_process_is_told_by_all_others_and_the_search_goes_on() {
    lost_and_found(["1", "9"], 20_000);
}

#[test]
fn a_square_board_is_no_different() {
    same_table(["3", "3"]);
    lost_and_found(["3", "3"], 20_000);
}

#[test]
#[ignore = "takes minutes"]
fn ten_tiles_are_no_different() {
    same_table(["2", "5"]);
    lost_and_found(["2", "5"], 3_000_000);
}

/// Two and four processes give the file of one.
fn same_table(size: [&str; 2]) {
    let [rows, cols] = size;
    for processes in [2, 4] {
        let folder = folder(&format!("many-{processes}-{rows}x{cols}"));
        hosts(&folder, processes);
        together(&folder, size, processes);
        let table = std::fs::read(folder.join("table")).expect("a table");
        assert!(table == alone(&folder, size), "{processes} processes");
        let left = std::fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(left, 3, "hosts and the two tables");
    }
}

/// One of four is lost once its file has so many bytes; the others tell, and all go on when they are started again.
fn lost_and_found(size: [&str; 2], bytes: u64) {
    let [rows, cols] = size;
    let folder = folder(&format!("many-lost-{rows}x{cols}"));
    hosts(&folder, 4);
    let mut all: Vec<Child> = (0..4).map(|i| start(&folder, size, i)).collect();
    // Some levels are there, and the next is under way.
    let levels = folder.join("table.worker-2-of-4.partial");
    let since = Instant::now();
    while std::fs::metadata(&levels).map_or(0, |file| file.len()) < bytes {
        assert!(since.elapsed() < Duration::from_secs(60), "no levels");
        std::thread::sleep(Duration::from_millis(2));
    }
    let mut lost = all.remove(2);
    lost.kill().expect("it is running");
    let since = Instant::now();
    for child in all {
        let output = ended(child, 10);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains("lost process 2 (127.0.0.1:"), "{stderr}");
        assert!(!stderr.contains("panic"), "{stderr}");
    }
    assert!(since.elapsed() < Duration::from_secs(10));
    let _ = lost.wait();
    let kept = std::fs::metadata(&levels).expect("levels are kept").len();
    assert!(kept >= bytes && !folder.join("table").exists());
    hosts(&folder, 4);
    together(&folder, size, 4);
    let table = std::fs::read(folder.join("table")).expect("a table");
    assert!(table == alone(&folder, size));
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = folder("many-refused");
    let list = hosts(&folder, 2);
    let refused = ended(start(&folder, ["2", "2"], 5), 10);
    let stderr = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr.contains("processes 0 to 1"), "{stderr}");
    std::fs::write(list, "127.0.0.1\n").expect("a file can be written");
    let refused = ended(start(&folder, ["2", "2"], 0), 10);
    let stderr = String::from_utf8_lossy(&refused.stderr);
    assert!(stderr.contains("line 1: expected `host:port`"), "{stderr}");
}

/// A survey by this one of several processes, or by one alone; all are given the same files.
fn survey(folder: &Path, cubes: &str, process: Option<usize>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tantalizer"));
    command
        .args(["design", "instant-insanity", "--minimise", "both"])
        .args(["--cubes", cubes, "--threads", "1", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(process) = process {
        command.arg("--hosts").arg(folder.join("hosts"));
        command.args(["--process", &process.to_string()]);
        command.arg("--checkpoint").arg(folder.join("checkpoint"));
        command.arg("--out").arg(folder.join("shared"));
    } else {
        command.arg("--out").arg(folder.join("alone"));
    }
    command
}

/// What a survey says, without the time that it took.
fn said(output: &Output) -> serde_json::Value {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let mut said: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("one JSON object");
    said.as_object_mut().expect("an object").remove("seconds");
    said
}

fn survey_together(folder: &Path, cubes: &str, processes: usize) {
    let start = |process| survey(folder, cubes, Some(process)).spawn();
    let all: Vec<Child> = (0..processes)
        .map(|i| start(i).expect("it starts"))
        .collect();
    let said: Vec<_> = all
        .into_iter()
        .map(|child| said(&ended(child, 600)))
        .collect();
    let alone = survey(folder, cubes, None).output().expect("it runs");
    assert!(
        said.iter().all(|said| *said == self::said(&alone)),
        "{said:?}"
    );
    let file = |name| std::fs::read_to_string(folder.join(name)).expect("a survey");
    assert_eq!(file("shared"), file("alone"));
}

#[test]
fn a_survey_is_shared_out() {
    for processes in [1, 3] {
        let folder = folder(&format!("survey-{processes}"));
        hosts(&folder, processes);
        survey_together(&folder, "3", processes);
    }
}

#[test]
fn a_survey_without_one_of_its_processes_goes_on_when_all_are_started_again() {
    let folder = folder("survey-lost");
    hosts(&folder, 3);
    let start = |process| survey(&folder, "4", Some(process)).spawn();
    let mut all: Vec<Child> = (0..3).map(|i| start(i).expect("it starts")).collect();
    let since = Instant::now();
    while !folder.join("checkpoint").exists() {
        assert!(since.elapsed() < Duration::from_secs(60), "no checkpoint");
        std::thread::sleep(Duration::from_millis(2));
    }
    let mut lost = all.remove(1);
    lost.kill().expect("it is running");
    for child in all {
        let output = ended(child, 10);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains("lost process 1 (127.0.0.1:"), "{stderr}");
    }
    let _ = lost.wait();
    hosts(&folder, 3);
    survey_together(&folder, "4", 3);
}
