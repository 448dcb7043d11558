//! The program that has nothing but the checker in it.

use std::process::{Command, Output};

use sha2::{Digest, Sha256};

fn checked(name: &str, body: &str) -> Output {
    let digest = Sha256::digest(body.as_bytes());
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, format!("{body}digest sha256 {digest}\n")).expect("written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_tantalizer-check"));
    program.arg(path).output().expect("it runs")
}

/// One variable with two values, and a solution with one of them.
fn certificate(value: i32) -> String {
    format!(
        "tantalizer certificate 1\nclaim satisfiable\nstatement 1\n| {{}}\n\
         model 4\n| model one\n| variable 1..2 x\n| answer 1 0\n| \n\
         solutions 1\nsolution {value}\nend\n"
    )
}

#[test]
fn it_accepts_and_refuses() {
    let accepted = checked("program-accepted.cert", &certificate(2));
    let said = String::from_utf8_lossy(&accepted.stdout).into_owned();
    assert_eq!(accepted.status.code(), Some(0), "{said}");
    assert!(
        said.contains("shown: there are solutions\n  trusted: "),
        "{said}"
    );
    let refused = checked("program-refused.cert", &certificate(3));
    let said = String::from_utf8_lossy(&refused.stdout).into_owned();
    assert_eq!(refused.status.code(), Some(3), "{said}");
    assert!(
        said.contains("refused: line 11: this is no solution"),
        "{said}"
    );
}

#[test]
fn without_a_file_it_says_how_it_is_called() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tantalizer-check"));
    let output = program.output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Usage"));
    let missing = program.arg("no such file").output().expect("it runs");
    assert_eq!(missing.status.code(), Some(2));
}
