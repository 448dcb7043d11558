//! `tantalizer serve`: it says where it is, answers as the command line does, and stops when told to.

#[path = "../../web/tests/client/mod.rs"]
mod client;

use client::post;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tantalizer");

struct Serving {
    child: Child,
    address: SocketAddr,
}

fn serve() -> Serving {
    let mut child = Command::new(PROGRAM)
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let output = child.stdout.take().expect("its output");
    BufReader::new(output).read_line(&mut line).expect("a line");
    let address = line
        .trim()
        .trim_start_matches("http://")
        .trim_end_matches('/');
    let address = address
        .parse()
        .unwrap_or_else(|_| panic!("no address: {line}"));
    Serving { child, address }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The answer without what differs from run to run.
fn settled(mut answer: Value) -> Value {
    if let Some(object) = answer.as_object_mut() {
        object.remove("seconds");
        if let Some(statistics) = object.get_mut("statistics").and_then(Value::as_object_mut) {
            statistics.retain(|key, _| !key.ends_with("seconds"));
        }
    }
    answer
}

fn printed(arguments: &[&str]) -> Value {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let output = Command::new(PROGRAM)
        .args(arguments)
        .arg("--json")
        .current_dir(root)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{arguments:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn answers_are_those_of_the_command_line() {
    let server = serve();
    for (question, example, flags, fields) in [
        (
            "solve",
            "tricky-triple",
            &["--all"][..],
            json!({ "all": true }),
        ),
        (
            "solve",
            "tricky-triple",
            &["--unique"],
            json!({ "unique": true }),
        ),
        (
            "solve",
            "tricky-triple",
            &["--forced"],
            json!({ "forced": true }),
        ),
        (
            "solve",
            "colors",
            &["--limit", "2", "--engine", "search"],
            json!({ "limit": 2, "engine": "search" }),
        ),
        ("solve", "spinpossible", &[], json!({})),
        (
            "solve",
            "set-twelve",
            &["--all", "--algorithm", "search"],
            json!({ "all": true, "flags": { "algorithm": "search" } }),
        ),
        ("count", "instant-insanity", &[], json!({})),
        (
            "count",
            "colors",
            &["--engine", "search"],
            json!({ "engine": "search" }),
        ),
        ("explain", "tricky-triple", &[], json!({})),
        ("explain", "set-twelve", &[], json!({})),
    ] {
        let path = format!("examples/{example}.toml");
        let ours = printed(&[&[question, &path][..], flags].concat());
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let file = std::fs::read_to_string(format!("{root}/{path}")).expect("an example");
        let mut body = fields;
        body["file"] = json!(file);
        body["time_limit"] = json!(60);
        let answer = post(server.address, &format!("/api/{question}"), &body).send();
        assert_eq!(answer.status, 200, "{question} {example}: {}", answer.body);
        assert_eq!(
            settled(answer.json()),
            settled(ours),
            "{question} {example}"
        );
    }
    for (puzzle, flags, fields) in [
        (
            "tricky-triple",
            &["--rows", "4", "--cols", "5", "--seed", "3"][..],
            json!({ "rows": 4, "cols": 5, "seed": 3 }),
        ),
        (
            "spinpossible",
            &[
                "--rows",
                "2",
                "--cols",
                "3",
                "--distance",
                "4",
                "--seed",
                "3",
            ],
            json!({ "rows": 2, "cols": 3, "distance": 4, "seed": 3 }),
        ),
        (
            "set",
            &["--cards", "12", "--sets", "3", "--seed", "3"],
            json!({ "cards": 12, "sets": 3, "seed": 3 }),
        ),
        (
            "colors",
            &["--rows", "2", "--cols", "3", "--seed", "3"],
            json!({ "rows": 2, "cols": 3, "seed": 3 }),
        ),
        (
            "instant-insanity",
            &["--minimise", "adiis", "--cubes", "3", "--histogram"],
            json!({ "minimise": "adiis", "cubes": 3, "histogram": true }),
        ),
    ] {
        let ours = printed(&[&["design", puzzle][..], flags].concat());
        let mut body = fields;
        body["time_limit"] = json!(60);
        let answer = post(server.address, &format!("/api/design/{puzzle}"), &body).send();
        assert_eq!(answer.status, 200, "{puzzle}: {}", answer.body);
        assert_eq!(settled(answer.json()), settled(ours), "design {puzzle}");
    }
    let ours = printed(&["states", "spinpossible", "--rows", "2", "--cols", "2"]);
    let body = json!({ "rows": 2, "cols": 2 });
    let answer = post(server.address, "/api/states/spinpossible", &body).send();
    assert_eq!(settled(answer.json()), settled(ours));
}

#[cfg(unix)]
#[test]
fn a_signal_stops_it_in_the_middle_of_work() {
    for signal in ["-TERM", "-INT"] {
        let mut server = serve();
        let body = json!({ "rows": 12, "cols": 12, "difficulty": "expert", "clues": 20, "time_limit": 100 });
        let request = post(server.address, "/api/design/tricky-triple", &body);
        let mut reader = request.with("Accept", "application/x-ndjson").start();
        assert_eq!(client::head(&mut reader).status, 200);
        let killed = Command::new("kill")
            .args([signal, &server.child.id().to_string()])
            .status();
        assert!(killed.expect("kill runs").success());
        let status = server.child.wait().expect("it ends");
        assert!(status.success(), "{signal}: {status}");
    }
}

#[test]
fn a_port_that_is_taken_is_said() {
    let server = serve();
    let port = server.address.port().to_string();
    let output = Command::new(PROGRAM)
        .args(["serve", "--port", &port])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains(&format!("127.0.0.1:{port}")), "{text}");
}

/// What writes the page is named by a program that cannot.
#[test]
#[cfg(not(feature = "page"))]
fn a_program_without_the_pages_files_says_how_to_get_them() {
    let output = Command::new(PROGRAM)
        .args(["serve", "--export", "some/folder"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cargo xtask page some/folder"), "{said}");
}
