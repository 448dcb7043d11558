//! Comparisons and reproductions through the program.

mod common;

use common::run;
use std::path::PathBuf;

/// A file or folder of this test program that need not be there yet.
fn scratch(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.display().to_string()
}

#[test]
fn all_engines_agree_on_the_published_pieces() {
    let told = run("compare examples/colors.toml examples/colors-refuted.toml --all --json");
    assert_eq!(told.status, 0, "{}", told.stderr);
    let rows = told.json()["rows"].as_array().expect("rows").clone();
    let engine = |row: &serde_json::Value| row["engine"].as_str().map(String::from);
    let mut engines: Vec<String> = rows.iter().filter_map(engine).collect();
    assert_eq!(rows.len(), 12, "auto, laying and four engines on two files");
    engines.sort();
    engines.dedup();
    assert_eq!(engines.len(), 6, "{engines:?}");
    assert!(engines.contains(&"colors-lay".to_string()), "{engines:?}");
    for row in &rows {
        let refuted = row["file"] == "examples/colors-refuted.toml";
        let (status, count) = if refuted {
            ("unsatisfiable", "0")
        } else {
            ("satisfiable", "4")
        };
        assert_eq!(
            (row["status"].as_str(), row["count"].as_str()),
            (Some(status), Some(count))
        );
        assert!(row["seconds"].as_f64() >= row["fastest"].as_f64(), "{row}");
        assert!(row["seconds"].as_f64() <= row["slowest"].as_f64(), "{row}");
    }
}

#[test]
fn a_table_for_other_programs_and_a_picture() {
    let (csv, plot) = (scratch("compare.csv"), scratch("compare.svg"));
    let call =
        "compare examples/tricky-triple.toml examples/tricky-triple-4x4-empty.toml --repeat 3";
    let told = run(&format!(
        "{call} --strategies leftmost,ff:max --csv {csv} --plot {plot}"
    ));
    assert_eq!(told.status, 0, "{}", told.stderr);
    assert!(told.stdout.contains("ff,max"), "{}", told.stdout);
    let table = std::fs::read_to_string(csv).expect("the table");
    assert_eq!(table.lines().count(), 5, "{table}");
    assert!(table.starts_with("file,engine,strategy,encoding,status,complete,count,seconds,"));
    let picture = std::fs::read_to_string(plot).expect("the picture");
    assert!(picture.starts_with("<svg") && picture.contains("search leftmost"));
}

#[test]
fn encodings_of_the_puzzle_and_of_integers() {
    let told = run("compare examples/spinpossible.toml --encodings 1/none,3/all,order --json");
    assert_eq!(told.status, 0, "{}", told.stderr);
    let rows = told.json();
    let rows = rows["rows"].as_array().expect("rows");
    let encodings: Vec<_> = rows.iter().map(|row| row["encoding"].as_str()).collect();
    assert_eq!(encodings, [Some("1/none"), Some("3/all"), Some("order")]);
    assert!(rows.iter().all(|row| row["engine"] == "sat"));

    let wrong = run("compare examples/spinpossible.toml --encodings 4");
    assert_eq!(wrong.status, 2);
    assert!(
        wrong.stderr.contains("`4` fits none") && wrong.stderr.contains("1/all"),
        "{}",
        wrong.stderr
    );
    assert_eq!(run("compare examples/colors.toml --engines fast").status, 2);
    assert_eq!(
        run("compare examples/colors.toml --strategies best").status,
        2
    );
    assert_eq!(run("compare examples/no-such.toml").status, 2);
    assert_eq!(run("compare").status, 2);
}

#[test]
fn a_way_that_runs_out_of_time_is_unknown_and_the_others_go_on() {
    let told = run(
        "compare bench/instant-insanity-20-balanced.toml --engines diagram,sat --time-limit 0.01 --json",
    );
    assert_eq!(told.status, 0, "{}", told.stderr);
    let rows = told.json();
    assert_eq!(rows["rows"].as_array().map(Vec::len), Some(2));
    assert_eq!(rows["rows"][0]["status"], "unknown");
    assert_eq!(rows["rows"][0]["complete"], false);
}

#[test]
fn a_reproduction_leaves_a_report() {
    let folder = scratch("report");
    let told = run(&format!(
        "reproduce instant-insanity --json --report {folder}"
    ));
    assert_eq!(told.status, 0, "{}", told.stderr);
    let rows = told.json();
    let rows = rows["rows"].as_array().expect("rows");
    let verdicts = ["same", "better", "published wrong", "not comparable"];
    for row in rows {
        let verdict = row["verdict"].as_str().unwrap_or_default();
        assert!(verdicts.contains(&verdict), "{row}");
    }
    let report = std::fs::read_to_string(format!("{folder}/report.md")).expect("the report");
    for row in rows {
        let name = row["experiment"].as_str().expect("a name");
        assert!(report.contains(name), "{name}");
    }
    let picture = std::fs::read_to_string(format!("{folder}/instant-insanity-1.svg"));
    assert!(picture.expect("a picture").starts_with("<svg"));
}

#[test]
fn a_reproduction_keeps_its_time() {
    let told = run("reproduce set --time-limit 0.2 --json");
    assert_eq!(told.status, 1, "{}", told.stderr);
    assert!(told.stderr.contains("time limit"), "{}", told.stderr);
    assert!(told.json()["rows"].is_array());
}
