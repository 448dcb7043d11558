//! Running the program as its users do.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run of the program left behind.
pub struct Run {
    /// The exit status.
    pub status: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Run {
    /// Standard output as JSON.
    #[allow(dead_code)] // Not every test program asks for JSON.
    pub fn json(&self) -> serde_json::Value {
        let parsed = serde_json::from_str(&self.stdout);
        parsed.unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }
}

/// The program, in the folder that holds `examples/`.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tantalizer"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command
}

/// Runs the program with arguments separated by blanks.
#[allow(dead_code)] // Not every test program calls it so.
pub fn run(arguments: &str) -> Run {
    run_with(arguments, "")
}

/// The same with text on standard input.
pub fn run_with(arguments: &str, input: &str) -> Run {
    let mut child = program()
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may end without reading all of it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    Run {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A file of this test program, with the given content.
#[allow(dead_code)] // Not every test program writes files.
pub fn file(name: &str, content: &[u8]) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    std::fs::write(&path, content).expect("a file can be written");
    path.display().to_string()
}
