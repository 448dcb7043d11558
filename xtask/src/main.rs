//! The project's own commands, so that nobody has to remember long ones.
//!
//! ```text
//! cargo xtask test [--long]      everything that must hold before a change is merged
//! cargo xtask bench [--repeat N] [--limit SECONDS]
//!                                side by side with other solvers
//! cargo xtask bench --before PROGRAM [--repeat N] [--limit SECONDS]
//!                                side by side with the same program as it was before
//! cargo xtask bench --only SECTION [--repeat N] [--limit SECONDS]
//!                                one section of docs/benchmarks.md alone
//! cargo xtask fuzz --minutes N   random models, all engines against brute force; spoiled FlatZinc files
//! cargo xtask spec FOLDER        MiniZinc's specification tests of a folder
//! cargo xtask strength FOLDER [--program PROGRAM] [--only TABLE] [--limit SECONDS] [--each N] [--families N] [--threads N]
//!                                a folder of MiniZinc models on our engines and on other solvers
//! cargo xtask kinds              the kinds that come with the program, flattened at their usual sizes, into kinds/flattened
//! cargo xtask kinds --times PROGRAM
//!                                how long each of these takes to solve, to explain and to design
//! cargo xtask kinds --npm PROGRAM
//!                                the kinds by the MiniZinc of npm: flattened there for this program, and by its Gecode and Chuffed
//! cargo xtask python             the tests of the Python package alone
//! cargo xtask wheel              the Python package, as a wheel in target/wheels
//! cargo xtask cpmpy FOLDER       CPMpy's own tests, in a checkout of it, with the Python package as the solver
//! cargo xtask page DIR [--with-minizinc]
//!                                the page as plain files that need no server, with the engines as WebAssembly; and with MiniZinc's compiler
//! cargo xtask browser [--long]   the tests of the page alone; --long plays all of them without a server as well
//! cargo xtask screenshots        pictures of every page of the web site
//! ```
//!
//! Little more than the standard library: it is compiled before everything else.

mod bench;
mod browser;
mod check;
mod kinds;
mod outside;
mod packages;
mod page;
mod python;
mod run;
mod strength;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "\
usage: cargo xtask COMMAND
  test [--long]        run all tests; --long adds the slow ones
  bench [--repeat N] [--limit SECONDS]
                       compare with other solvers, write docs/benchmarks.md
  bench --before PROGRAM [--repeat N] [--limit SECONDS]
                       compare with the same program as it was before
  bench --only SECTION [--repeat N] [--limit SECONDS]
                       one section of docs/benchmarks.md alone: files, growth, edges, towers, counting, browser
  fuzz --minutes N     differential fuzzing of all engines, and spoiled FlatZinc files
  spec FOLDER          run MiniZinc's specification tests of a folder, such as its tests/spec/unit
  strength FOLDER [--program PROGRAM] [--only TABLE] [--limit SECONDS] [--each N] [--families N] [--threads N]
                       MiniZinc models and data, such as a checkout of minizinc-benchmarks, on our engines and on other
                       solvers: so many instances of each of so many subfolders; the program is built if none is named, and
                       only instances that a table of before has are taken if there is one
  kinds                flatten the kinds that come with the program at their usual sizes, into kinds/flattened
  kinds --times PROGRAM
                       print how long each of these takes to solve, to explain and to design with this program
  kinds --npm PROGRAM  print what the MiniZinc of npm makes of them: flattened there for this program, and by its Gecode and Chuffed
  python               run the tests of the Python package alone
  wheel                build the Python package, into target/wheels
  cpmpy FOLDER         run CPMpy's own tests, in a checkout of it, with the Python package as the solver
  page DIR [--with-minizinc]
                       write the page as plain files that need no server, with the engines as WebAssembly; and with MiniZinc's
                       compiler, so that it takes models too
  browser [--long]     run the tests of the page alone; --long plays all of them on the page without a server as well
  screenshots          pictures of every page, into target/screenshots
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => check::test(false),
        ["test", "--long"] => check::test(true),
        ["bench", "--before", program, ref rest @ ..] => {
            bench_settings(rest).and_then(|settings| bench::compare(Path::new(program), settings))
        }
        ["bench", "--only", section, ref rest @ ..] => {
            bench_settings(rest).and_then(|settings| bench::bench(settings, Some(section)))
        }
        ["bench", ref rest @ ..] => {
            bench_settings(rest).and_then(|settings| bench::bench(settings, None))
        }
        ["fuzz", "--minutes", minutes] => match minutes.parse::<f64>() {
            Ok(minutes) if minutes > 0.0 => check::fuzz(minutes),
            _ => Err(format!("--minutes {minutes}: expected a positive number")),
        },
        ["spec", folder] => check::spec(folder),
        ["strength", folder, ref rest @ ..] => strength(folder, rest),
        ["kinds"] => check::kinds(),
        ["kinds", "--times", program] => kinds::times(Path::new(program)),
        ["kinds", "--npm", program] => kinds::npm(Path::new(program), &[]),
        ["browser"] => check::page(false),
        ["browser", "--long"] => check::page(true),
        ["python"] => python::test(),
        ["wheel"] => python::wheel(),
        ["cpmpy", folder] => python::cpmpy(folder),
        ["page", folder] => page::page(Path::new(folder), false),
        ["page", folder, "--with-minizinc"] => page::page(Path::new(folder), true),
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

fn bench_settings(words: &[&str]) -> Result<bench::Settings, String> {
    let mut settings = bench::Settings {
        repeat: 3,
        limit: Duration::from_secs(20),
    };
    for (flag, number) in numbers(words)? {
        match flag {
            "--repeat" => settings.repeat = number as usize,
            "--limit" => settings.limit = Duration::from_secs(number.into()),
            other => return Err(format!("bench: unknown flag {other}")),
        }
    }
    Ok(settings)
}

fn strength(folder: &str, words: &[&str]) -> Result<(), String> {
    let file = |flag| {
        let mut pairs = words.chunks(2);
        pairs.find_map(|pair| (pair[0] == flag).then(|| pair.get(1).map(PathBuf::from))?)
    };
    let mut settings = strength::Settings {
        limit: Duration::from_secs(20),
        each: 2,
        families: usize::MAX,
        threads: 1,
        program: file("--program"),
        only: file("--only"),
    };
    let of_numbers = words
        .chunks(2)
        .filter(|pair| !["--program", "--only"].contains(&pair[0]));
    let words: Vec<&str> = of_numbers.flatten().copied().collect();
    for (flag, number) in numbers(&words)? {
        match flag {
            "--limit" => settings.limit = Duration::from_secs(number.into()),
            "--each" => settings.each = number as usize,
            "--families" => settings.families = number as usize,
            "--threads" => settings.threads = number as usize,
            other => return Err(format!("strength: unknown flag {other}")),
        }
    }
    strength::strength(Path::new(folder), &settings)
}

/// Flags, each with a positive number.
fn numbers<'a>(words: &[&'a str]) -> Result<Vec<(&'a str, u32)>, String> {
    let read = |pair: &[&'a str]| {
        let expected = || format!("{}: expected a positive number", pair.join(" "));
        let number = pair.get(1).and_then(|word| word.parse::<u32>().ok());
        let number = number.filter(|&number| number > 0).ok_or_else(expected)?;
        Ok((pair[0], number))
    };
    words.chunks(2).map(read).collect()
}
