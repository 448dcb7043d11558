//! The project's own commands, so that nobody has to remember long ones.
//!
//!     cargo xtask test [--long]      everything that must hold before a change is merged
//!     cargo xtask bench [--repeat N] whole processes side by side with other solvers
//!     cargo xtask fuzz --minutes N   random models, all engines against brute force
//!     cargo xtask screenshots        pictures of every page of the web site
//!
//! Plain standard library only: it is compiled before everything else.

mod bench;
mod bench_towers;
mod browser;
mod check;
mod packages;
mod run;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND
  test [--long]        run all tests; --long adds the slow ones
  bench [--repeat N]   compare with other solvers, write docs/benchmarks.md
  fuzz --minutes N     differential fuzzing of all engines
  screenshots          pictures of every page, into target/screenshots
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => check::test(false),
        ["test", "--long"] => check::test(true),
        ["bench"] => bench::bench(1),
        ["bench", "--repeat", times] => match times.parse() {
            Ok(times) if times > 0 => bench::bench(times),
            _ => Err(format!("--repeat {times}: expected a positive number")),
        },
        ["fuzz", "--minutes", minutes] => match minutes.parse::<f64>() {
            Ok(minutes) if minutes > 0.0 => check::fuzz(minutes),
            _ => Err(format!("--minutes {minutes}: expected a positive number")),
        },
        ["screenshots"] => {
            packages::install(packages::FOR_TESTS).and_then(|()| browser::screenshots())
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
