//! Explanations, certified deduction by deduction.

use super::clues::SUDOKU;
use super::common::{file, run};
use super::{certificate, refused_by_both, second_check};

#[test]
fn deductions_are_certified_and_spoiled_ones_refused() {
    let board = file("explained.json", SUDOKU.as_bytes());
    for puzzle in [
        &board[..],
        "examples/tricky-triple.toml",
        "kinds/star-battle.toml",
        "kinds/kakuro.toml",
        "kinds/takuzu.toml",
    ] {
        let (path, text) = certificate("explained.cert", &format!("explain {puzzle}"));
        let object = run(&format!("check {path} --json")).json();
        assert_eq!(object["accepted"], true, "{puzzle}: {object}");
        assert_eq!(object["kind"], "explained");
        let claim = object["claim"].as_str().expect("a claim");
        assert!(claim.ends_with("; there is exactly 1 solution"), "{claim}");
        let trusted = object["trusted"].as_array().map(Vec::len);
        assert_eq!(
            trusted,
            Some(1),
            "{puzzle}: no formula, nothing but the model is trusted"
        );
        if puzzle == board {
            let (status, said) = second_check("explained-again.cert", &text);
            assert_eq!(status, 0, "{said}");
        }
    }
    let (_, text) = certificate("explained.cert", &format!("explain {board}"));
    let refuse = |text: &str, reason: &str| refused_by_both("explained-spoiled.cert", text, reason);
    let line = |start: &str| {
        let mut lines = text.lines();
        lines.find(|line| line.starts_with(start)).expect("a line")
    };
    // Nothing follows from no constraint, nor what is not said to be known.
    refuse(&text.replacen(line("step "), "step", 1), "may be");
    // The value that goes is that of the solution.
    let gone = line("gone ");
    let var = gone.split(' ').nth(1).expect("a variable");
    let at: usize = var.parse().expect("a number");
    let value = line("solution ").split(' ').nth(at + 1).expect("a value");
    refuse(
        &text.replacen(gone, &format!("gone {var} {value}"), 1),
        "may be",
    );
    // What only a later step shows is used.
    let known = text.lines().find(|line| line.starts_with("known"));
    let known = known.expect("a line");
    let more = format!("{known} {var} {value}");
    refuse(&text.replacen(known, &more, 1), "is not known");
    let excluded = text.lines().find(|line| line.starts_with("excluded"));
    let excluded = excluded.expect("a line");
    let more = format!("{excluded} {var} {value}");
    refuse(&text.replacen(excluded, &more, 1), "may still be");
    // One step fewer than is claimed.
    let claim = line("claim ");
    let steps: u64 = claim["claim explained ".len()..].parse().expect("a number");
    let more = format!("claim explained {}", steps + 1);
    refuse(&text.replacen(claim, &more, 1), "expected `step`");
}

/// A design comes with the deductions that lead to its one solution.
#[test]
fn a_design_is_certified_by_its_deductions() {
    for (number, command) in [
        "design sudoku -D box_rows=2 -D box_cols=2 --seed 3",
        "design tricky-triple --rows 4 --cols 4 --seed 5",
    ]
    .into_iter()
    .enumerate()
    {
        let (path, _) = certificate(&format!("designed{number}.cert"), command);
        let object = run(&format!("check {path} --json")).json();
        assert_eq!(object["kind"], "explained", "{object}");
        let claim = object["claim"].as_str().expect("a claim");
        assert!(claim.ends_with("; there is exactly 1 solution"), "{claim}");
    }
}
