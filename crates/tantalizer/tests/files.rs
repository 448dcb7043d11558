//! Files that commands write: told about beforehand, written whole, never at the cost of the result.

mod common;

use common::{Run, file, run};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A folder of its own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
    let names = entries.map(|entry| name(entry).to_string_lossy().into_owned());
    names.collect()
}

/// Every flag that names a file, in a command that would do some work.
const FLAGS: &[(&str, &str)] = &[
    ("solve examples/tricky-triple.toml", "--svg"),
    ("solve examples/tricky-triple.toml", "--certificate"),
    ("count examples/tricky-triple.toml", "--certificate"),
    ("explain examples/tricky-triple.toml", "--svg"),
    #[cfg(feature = "png")]
    ("explain examples/tricky-triple.toml", "--png"),
    ("compare examples/set.toml --engines auto", "--csv"),
    ("compare examples/set.toml --engines auto", "--plot"),
    ("reproduce set --time-limit 0.1", "--svg"),
    ("design colors --rows 2 --cols 2", "--out"),
    ("design colors --rows 2 --cols 2", "--svg"),
    ("design set --cards 5 --sets 1", "--out"),
    ("design set --cards 5 --sets 1", "--svg"),
    ("design spinpossible --distance 2", "--out"),
    ("design tricky-triple --rows 4 --cols 4", "--out"),
    (
        "design tricky-triple --rows 4 --cols 4 --fewest-clues",
        "--certificate",
    ),
    ("design instant-insanity", "--out"),
    ("design instant-insanity --generate solvable", "--out"),
    (
        "design instant-insanity --minimise adiis --cubes 2",
        "--out",
    ),
    (
        "design instant-insanity --minimise adiis --cubes 2",
        "--svg",
    ),
    (
        "design instant-insanity --minimise adiis --cubes 2",
        "--certificate",
    ),
    (
        "design instant-insanity --minimise adiis --cubes 2",
        "--checkpoint",
    ),
    ("design automaton --states 2", "--checkpoint"),
];

#[test]
fn what_cannot_be_written_is_told_before_the_work() {
    let folder = folder("refused");
    let (missing, here) = (folder.join("none/x"), folder.display().to_string());
    for (command, flag) in FLAGS {
        for (path, reason) in [
            (missing.display().to_string(), "no folder"),
            (here.clone(), "a directory"),
        ] {
            let refused = run(&format!("{command} {flag} {path}"));
            assert_eq!(refused.status, 2, "{command} {flag}: {}", refused.stderr);
            assert_eq!(refused.stdout, "", "{command} {flag}");
            assert!(
                refused.stderr.contains(reason),
                "{command} {flag}: {}",
                refused.stderr
            );
        }
    }
    let same = folder.join("same").display().to_string();
    let both = run(&format!(
        "solve examples/set.toml --svg {same} --certificate {same}"
    ));
    assert_eq!(both.status, 2, "{}", both.stderr);
    let report = file("no-folder", b"");
    assert_eq!(run(&format!("reproduce set --report {report}")).status, 2);
    assert_eq!(names(&folder), Vec::<String>::new());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_never_costs_the_result() {
    for (command, flag) in FLAGS.iter().filter(|entry| entry.1 != "--checkpoint") {
        let full = run(&format!("{command} {flag} /dev/full"));
        assert_eq!(full.status, 2, "{command} {flag}: {}", full.stderr);
        assert!(!full.stdout.is_empty(), "{command} {flag}");
        assert!(full.stderr.contains("/dev/full: "), "{}", full.stderr);
    }
    let both = run("design colors --rows 2 --cols 2 --quiet --out /dev/stdout");
    assert_eq!(both.status, 0, "{}", both.stderr);
    assert!(
        both.stdout.contains("\"puzzle\": \"colors\""),
        "{}",
        both.stdout
    );
}

#[test]
fn designs_write_json_and_toml() {
    let folder = folder("forms");
    for design in [
        "colors --rows 2 --cols 2 --colours 4",
        "set --cards 5 --sets 1",
        "spinpossible --rows 2 --cols 3 --distance 2",
        "spinpossible --rows 2 --cols 3 --distance 2 --no-single",
        "tricky-triple --rows 4 --cols 4 --black 1",
        "instant-insanity",
        "instant-insanity --generate solvable --sides 5",
        "instant-insanity --minimise aeiis --cubes 3 --way automata",
    ] {
        let solutions: Vec<Value> = ["json", "toml"]
            .iter()
            .map(|form| {
                let path = folder.join(format!("puzzle.{form}"));
                let path = path.display();
                let made = run(&format!("design {design} --out {path} --seed 3"));
                assert_eq!(made.status, 0, "{design}: {}", made.stderr);
                let solved = run(&format!("solve {path} --json"));
                assert_eq!(solved.status, 0, "{design}: {}", solved.stderr);
                solved.json()["solutions"].clone()
            })
            .collect();
        assert_eq!(solutions[0], solutions[1], "{design}");
        let json = std::fs::read_to_string(folder.join("puzzle.json")).expect("a file");
        let _: Value = serde_json::from_str(&json).expect("JSON");
    }
}

#[test]
fn parts_of_a_survey_are_merged_from_both_forms() {
    let folder = folder("parts");
    let part = |name: &str| folder.join(name).display().to_string();
    let survey = "design instant-insanity --minimise adiis --cubes 3 --json";
    for (number, name) in [(1, "a.toml"), (2, "b.json")] {
        let done = run(&format!("{survey} --shard {number}/2 --out {}", part(name)));
        assert_eq!(done.status, 0, "{}", done.stderr);
    }
    let merged = run(&format!(
        "design merge {} {} --json",
        part("a.toml"),
        part("b.json")
    ));
    assert_eq!(merged.status, 0, "{}", merged.stderr);
    let whole = run(survey);
    assert_eq!(merged.json()["minimum"], whole.json()["minimum"]);
    assert_eq!(merged.json()["proved"], true);
}

#[test]
fn a_checkpoint_that_is_not_ours_stays_as_it_was() {
    let notes = file("notes.txt", b"do not lose this\n");
    let survey = "design instant-insanity --minimise adiis --cubes 2";
    let refused = run(&format!("{survey} --checkpoint {notes}"));
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("not a usable survey"),
        "{}",
        refused.stderr
    );
    assert_eq!(
        std::fs::read_to_string(&notes).expect("the notes"),
        "do not lose this\n"
    );
}

/// A design with what became of it: an answer, none within the limits, or a wish that makes no sense.
fn design(arguments: &str) -> (i32, Run) {
    let run = run(&format!("design {arguments}"));
    (run.status, run)
}

#[test]
fn a_proven_none_is_an_answer() {
    for (wish, reason) in [
        (
            "spinpossible --rows 2 --cols 2 --distance 9",
            "the farthest are 5 away",
        ),
        (
            "set --cards 21 --sets 0",
            "20 cards are the most without a set",
        ),
        ("set --cards 4 --sets 2", "at most 1"),
    ] {
        let (status, told) = design(wish);
        assert_eq!(status, 0, "{wish}: {}", told.stderr);
        assert!(told.stdout.contains(reason), "{wish}: {}", told.stdout);
        let object = design(&format!("{wish} --json")).1.json();
        assert_eq!(object["proved"], true, "{wish}");
        assert_eq!(object["witness"], Value::Null, "{wish}");
    }
    for wish in [
        "spinpossible --rows 0 --distance 1",
        "set --cards 82 --sets 1",
        "colors --colours 0",
    ] {
        let (status, told) = design(wish);
        assert_eq!((status, told.stdout.as_str()), (2, ""), "{wish}");
    }
    for wish in [
        "spinpossible --rows 4 --cols 4 --distance 12 --time-limit 0.1",
        "set --cards 40 --sets 60 --time-limit 0",
        "colors --rows 30 --cols 30 --colours 4 --time-limit 0.1",
        "tricky-triple --rows 30 --cols 30 --time-limit 0.05",
        "instant-insanity --minimise both --cubes 5 --time-limit 0.01",
        "instant-insanity --minimise both --cubes 5 --way automata --time-limit 0.01",
        "instant-insanity --cubes 6 --time-limit 0.001",
        "automaton --states 6 --time-limit 0.01",
    ] {
        let (status, told) = design(wish);
        assert_eq!(status, 1, "{wish}: {} {}", told.stdout, told.stderr);
        assert!(!told.stdout.contains("proved"), "{wish}: {}", told.stdout);
        let object = design(&format!("{wish} --json")).1.json();
        assert_eq!(object["proved"], false, "{wish}");
        assert_eq!(object["witness"], Value::Null, "{wish}");
    }
}
