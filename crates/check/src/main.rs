//! `tantalizer-check FILE ...`: certificates and distance tables checked by a program that has nothing but the checker in it.
//!
//! Exit status: 0 if all are accepted, 3 if one is refused, 2 if one cannot be read.

use std::fs::File;
use std::io::{BufReader, Read};
use std::process::ExitCode;

use tantalizer_check::{
    Claim, PIECES_MAGIC, TABLE_MAGIC, TRUSTED_MOVES, check, check_pieces, check_table,
};

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() || files[0].starts_with('-') {
        eprintln!(
            "Usage: tantalizer-check FILE ...\n\nChecks certificates and distance tables of Tantalizer."
        );
        return ExitCode::from(2);
    }
    let mut worst = 0;
    for file in &files {
        let status = match examine(file) {
            Ok(Ok(shown)) => {
                println!("{file}: {shown}");
                0
            }
            Ok(Err(reason)) => {
                println!("{file}: refused: {reason}");
                3
            }
            Err(error) => {
                eprintln!("tantalizer-check: {file}: {error}");
                2
            }
        };
        worst = worst.max(status);
    }
    ExitCode::from(worst)
}

/// What a file shows and what is trusted, or why it is refused.
fn examine(file: &str) -> std::io::Result<Result<String, String>> {
    let mut magic = Vec::new();
    File::open(file)?.take(8).read_to_end(&mut magic)?;
    let reader = BufReader::new(File::open(file)?);
    let table = |name: String, by_distance: &[u64], what: &str| {
        let all: u64 = by_distance.iter().sum();
        let farthest = by_distance.len().saturating_sub(1);
        format!(
            "shown: {name}: {all} {what} have the distances stated, the farthest {farthest}\n  trusted: {TRUSTED_MOVES}"
        )
    };
    if magic == TABLE_MAGIC {
        let checked = check_table(reader);
        return Ok(checked.map(|found| table(found.name, &found.by_distance, "boards")));
    }
    if magic == PIECES_MAGIC {
        let checked = check_pieces(reader);
        return Ok(checked.map(|found| table(found.name, &found.by_distance, "positions")));
    }
    Ok(check(reader)
        .map_err(|refusal| refusal.to_string())
        .map(|report| {
            let trusted = report
                .trusted
                .iter()
                .map(|trusted| format!("\n  trusted: {trusted}"));
            format!(
                "shown: {}{}",
                in_words(&report.claim),
                trusted.collect::<String>()
            )
        }))
}

fn in_words(claim: &Claim) -> String {
    match claim {
        Claim::Satisfiable => "there are solutions".into(),
        Claim::Unsatisfiable => "there is no solution".into(),
        Claim::Exactly(count) => format!("there are exactly {count} solutions"),
        Claim::Count(count) => format!("there are exactly {count} solutions"),
        Claim::Optimal(value) => format!("no solution is better than {value}"),
        Claim::Forced(values) => format!("{values} values are the same in all solutions"),
        Claim::Explained(steps) => format!("{steps} deductions follow, one after another"),
        Claim::Redundant(clues) => {
            format!("there is one solution, and {clues} of the clues can go, one at a time")
        }
        Claim::Fewest(clues) => {
            format!("there is one solution, and not with fewer than {clues} clues")
        }
    }
}
