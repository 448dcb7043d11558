//! Which clues can go, certified clue by clue.

use super::common::{file, run};
use super::{certificate, refused_by_both, second_check};

/// A sudoku of four by four with more clues than it needs.
pub const SUDOKU: &str = r#"{"puzzle": "sudoku", "box_rows": 2, "box_cols": 2,
    "cell": [[1, 2, 3, 0], [0, 4, 0, 0], [2, 0, 0, 3], [0, 0, 2, 0]]}"#;

#[test]
fn clues_that_can_go_are_certified_and_spoiled_copies_refused() {
    let board = file("redundant.json", SUDOKU.as_bytes());
    for puzzle in [&board[..], "examples/tricky-triple.toml"] {
        let command = format!("solve {puzzle} --redundant");
        let (path, text) = certificate("redundant.cert", &command);
        let object = run(&format!("check {path} --json")).json();
        assert_eq!(object["accepted"], true, "{object}");
        assert_eq!(object["kind"], "redundant");
        assert_eq!(object["formula"], "as encoded again");
        let places = run(&format!("{command} --json")).json()["redundant"].clone();
        let free = places.as_array().expect("places").len();
        assert!(
            text.contains(&format!("\nclaim redundant {free}\n")),
            "{places}"
        );
        assert_eq!(text.lines().filter(|line| *line == "free").count(), free);
        let (status, said) = second_check("redundant-again.cert", &text);
        assert_eq!((status, said), (0, format!("shown: redundant {free}")));
    }
    let (_, text) = certificate("redundant.cert", &format!("solve {board} --redundant"));
    let refuse = |text: &str, reason: &str| refused_by_both("redundant-spoiled.cert", text, reason);
    let claim = text.lines().nth(1).expect("a claim");
    refuse(
        &text.replacen(claim, "claim redundant 0", 1),
        "clues that can go are claimed",
    );
    let line = |start: &str| {
        text.lines()
            .find(|line| line.starts_with(start))
            .expect("a line")
    };
    // A clue that is needed is said to go, with the steps that another has.
    let (needed, solution) = (line("needed "), line("solution "));
    let body: Vec<&str> = text.lines().collect();
    let free = body
        .iter()
        .position(|line| *line == "free")
        .expect("one can go");
    let ends = |line: &&str| *line == "free" || line.starts_with("needed ") || *line == "end";
    let end = free + 1 + body[free + 1..].iter().position(ends).expect("an end");
    let borrowed = body[free..end].join("\n");
    refuse(&text.replacen(needed, &borrowed, 1), "");
    // The solution itself shows nothing.
    let same = solution.replacen("solution", "needed", 1);
    refuse(&text.replacen(needed, &same, 1), "this solution keeps");
    // Nor does what breaks a rule.
    let all_ones = format!("needed{}", " 1".repeat(needed.split(' ').count() - 1));
    refuse(
        &text.replacen(needed, &all_ones, 1),
        "this is no solution of everything but",
    );
    // A clue is left out, or listed twice.
    let clues = line("clues ");
    let (fewer, last) = clues.rsplit_once(' ').expect("several clues");
    refuse(&text.replacen(clues, fewer, 1), "");
    refuse(
        &text.replacen(clues, &format!("{clues} {last}"), 1),
        "is a clue",
    );
    refuse(&text.replacen(clues, &format!("{clues} 9999"), 1), "");
}
