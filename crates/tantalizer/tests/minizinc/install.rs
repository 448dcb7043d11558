//! `tantalizer minizinc install`.

use crate::common;
use std::path::Path;
use std::process::Command;

/// Installs into a folder of its own and gives the configuration's path.
pub fn solver(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let run = common::run(&format!("minizinc install --dir {}", folder.display()));
    assert_eq!(run.status, 0, "{}", run.stderr);
    folder.join("tantalizer.msc").display().to_string()
}

#[test]
fn minizinc_finds_the_solver_and_every_flag_it_is_told_of_works() {
    let path = solver("installed");
    let text = std::fs::read_to_string(&path).expect("a configuration");
    let configuration: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let standard: Vec<&str> = configuration["stdFlags"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|flag| flag.as_str())
        .collect();
    assert_eq!(
        standard,
        ["-a", "-n", "-i", "-f", "-s", "-v", "-p", "-r", "-t"]
    );
    let file = common::file("flags.fzn", b"var 1..2: x :: output_var;\nsolve satisfy;\n");
    for flag in standard {
        let value = if matches!(flag, "-n" | "-p" | "-r" | "-t") {
            "1"
        } else {
            ""
        };
        let run = common::run(&format!("fzn {flag} {value} {file}"));
        assert_eq!(run.status, 0, "{flag}: {}", run.stderr);
    }
    for extra in configuration["extraFlags"].as_array().expect("a list") {
        let (name, kind) = (
            extra[0].as_str().expect("a name"),
            extra[2].as_str().expect("a type"),
        );
        for value in kind.strip_prefix("opt:").expect("a choice").split(':') {
            let run = common::run(&format!("fzn {name} {value} {file}"));
            assert_eq!(run.status, 0, "{name} {value}: {}", run.stderr);
        }
    }
    for key in ["executable", "mznlib"] {
        let path = Path::new(configuration[key].as_str().expect("a path"));
        assert!(
            path.is_absolute() && path.exists(),
            "{key}: {}",
            path.display()
        );
    }
    let folder = Path::new(&path).parent().expect("a folder");
    let output = Command::new("minizinc")
        .arg("--solvers")
        .env("MZN_SOLVER_PATH", folder)
        .output()
        .expect("MiniZinc is installed");
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(listed.contains("org.tantalizer.tantalizer"), "{listed}");
}

#[test]
fn it_is_written_below_the_home_folder() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home of a user");
    let run = common::program()
        .args(["minizinc", "install"])
        .env("HOME", &home)
        .output()
        .expect("the program runs");
    assert!(run.status.success());
    assert!(home.join(".minizinc/solvers/tantalizer.msc").is_file());
    // A path with blanks works as well.
    let model = common::file("home.mzn", b"include \"globals.mzn\"; array[1..3] of var 1..3: x; constraint alldifferent(x); solve satisfy;");
    let output = Command::new("minizinc")
        .args(["--solver", "tantalizer", "-a", &model])
        .env("HOME", &home)
        .output()
        .expect("MiniZinc is installed");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.matches("----------").count(), 6, "{text}");
    assert!(text.ends_with("==========\n"), "{text}");
}
