//! Designs of a wanted difficulty: the explanation of the finished puzzle says the same, and where there is none, that is said.

mod common;

use common::{run, run_with};

/// Kinds at small sizes, and the levels that designs of two seeds were found for.
const WANTED: [(&str, &[&str]); 6] = [
    (
        "sudoku -D box_rows=3 -D box_cols=3",
        &["easy", "medium", "hard"],
    ),
    ("star-battle kinds/star-battle.toml", &["easy", "medium"]),
    (
        "star-battle kinds/star-battle-hard.toml",
        &["easy", "medium", "hard"],
    ),
    (
        "slitherlink -D rows=4 -D cols=4",
        &["easy", "medium", "hard"],
    ),
    ("nonogram -D rows=5 -D cols=5", &["easy", "hard"]),
    ("takuzu -D n=6", &["easy", "medium", "hard"]),
];

#[test]
fn designs_are_as_hard_as_wanted() {
    for (kind, expected) in WANTED {
        for level in ["easy", "medium", "hard"] {
            for seed in [1, 2] {
                let call = format!("design {kind} --difficulty {level} --seed {seed} --json");
                let designed = run(&call);
                if designed.status != 0 || designed.json()["witness"].is_null() {
                    assert!(!expected.contains(&level), "{call}: {}", designed.stderr);
                    let said = format!("{}{}", designed.stdout, designed.stderr);
                    let plainly = [
                        format!("one of this size may never be {level}"),
                        format!("o puzzle of these rules is {level}"),
                    ];
                    assert!(plainly.iter().any(|it| said.contains(it)), "{call}: {said}");
                    continue;
                }
                let puzzle = designed.json()["witness"].to_string();
                let unique = run_with("solve - --unique --json", &puzzle).json();
                assert_eq!(unique["unique"], true, "{call}");
                let explained = run_with("explain - --json", &puzzle).json();
                assert_eq!(explained["difficulty"], level, "{call}: {puzzle}");
            }
        }
    }
}
