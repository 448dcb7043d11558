//! Links of puzz.link: those of public programs are solved, and our own puzzles come back.

use super::common::run;
use super::{kinds, puzzle, puzzles, two_at_a_time};
use std::collections::BTreeSet;
use std::sync::Mutex;

#[test]
fn links_of_others_are_solved() {
    let table: toml::Table = include_str!("links.toml").parse().expect("TOML");
    let links = table["link"].as_array().expect("links");
    let text = |entry: &toml::Value, key: &str| entry[key].as_str().expect("a text").to_string();
    let names: Vec<String> = links.iter().map(|entry| text(entry, "link")).collect();
    two_at_a_time(&names, |link| {
        let entry = links.iter().find(|entry| text(entry, "link") == link);
        let entry = entry.expect("the link");
        let answer = run(&format!("solve {link} --unique --json")).json();
        assert_eq!(answer["puzzle"], text(entry, "kind"), "{link}");
        assert_eq!(answer["unique"], true, "{link}");
        let known = entry.get("solution").and_then(toml::Value::as_table);
        for (array, rows) in known.into_iter().flatten() {
            let rows = rows.as_str().expect("rows").lines();
            let number = |word: &str| word.parse::<i64>().expect("a number");
            let row = |row: &str| row.split_whitespace().map(number).collect();
            let rows: Vec<Vec<i64>> = rows.map(row).collect();
            assert_eq!(
                puzzle::board(&answer["solutions"][0][array]),
                rows,
                "{link}"
            );
        }
        let written = run(&format!("encode {link} --to link")).stdout;
        let again = run(&format!("solve {} --json", written.trim())).json();
        assert_eq!(again["solutions"], answer["solutions"], "{written}");
        assert_eq!(
            run(&format!("encode {} --to link", written.trim())).stdout,
            written
        );
    });
}

#[test]
fn our_puzzles_go_out_and_come_back() {
    let without = Mutex::new(BTreeSet::new());
    two_at_a_time(&puzzles(), |name| {
        let told = run(&format!("encode {name} --to link"));
        if told.status != 0 {
            let reasons = ["have no links", "a link cannot tell"];
            let is_known = reasons.iter().any(|reason| told.stderr.contains(reason));
            assert!(is_known && told.status == 2, "{}", told.stderr);
            without
                .lock()
                .expect("nobody panics here")
                .insert(name.to_string());
            return;
        }
        let ours = run(&format!("solve {name} --json")).json();
        let theirs = run(&format!("solve {} --unique --json", told.stdout.trim())).json();
        assert_eq!(theirs["unique"], true, "{}", told.stdout);
        assert_eq!(theirs["solutions"], ours["solutions"], "{}", told.stdout);
    });
    let without = without.into_inner().expect("nobody panics here");
    let told =
        |kind: &String| !without.contains(kind) || !without.contains(&format!("{kind}-hard"));
    let told: Vec<String> = kinds().into_iter().filter(told).collect();
    let known = "akari battleships fillomino futoshiki hashi hitori masyu minesweeper nonogram nurikabe shikaku skyscrapers \
                 slitherlink star-battle sudoku tents yin-yang";
    assert_eq!(told.join(" "), known);
}

#[test]
fn links_stand_for_files() {
    let link = "https://puzz.link/p?slither/4/4/dgdh2c71";
    let drawn = run(&format!("draw {link}"));
    assert!(
        drawn.status == 0 && drawn.stdout.contains('3'),
        "{}",
        drawn.stderr
    );
    assert_eq!(
        run(&format!("count {link}")).stdout.lines().next(),
        Some("1")
    );
    assert_eq!(run(&format!("explain {link} --hint")).status, 0);
    let piped = super::common::run_with("solve -", &format!("{link}\n"));
    assert_eq!(piped.stdout, run(&format!("solve {link}")).stdout);
    let designed = run(&format!("design slitherlink {link} --seed 1"));
    assert_eq!(designed.status, 0, "{}", designed.stderr);
    let damaged = run("solve https://puzz.link/p?slither/4/4/dgdh2c7");
    assert_eq!(damaged.status, 2);
    assert!(
        damaged.stderr.contains("it ends after"),
        "{}",
        damaged.stderr
    );
}
