//! `tantalizer design` as its users call it.

mod common;

use common::{file, program, run};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Stdio;

/// A path for a file of this test program that does not exist yet.
fn fresh(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.display().to_string()
}

/// The answer without what differs from run to run.
fn answer(arguments: &str) -> Value {
    let run = run(arguments);
    assert_eq!(run.status, 0, "{arguments}: {}", run.stderr);
    let mut object = run.json();
    object.as_object_mut().unwrap().remove("seconds");
    object
}

#[test]
fn the_fewest_towers_of_four_cubes() {
    for (towers, orientations, axis, tower, attained, classes) in [
        ("adiis", "8", "2", "1", "25524", "1073"),
        ("aeiis", "8", "2", "1", "4095", "204"),
        ("both", "104", "26", "13", "1812", "83"),
    ] {
        let found = answer(&format!(
            "design instant-insanity --minimise {towers} --json"
        ));
        assert_eq!(found["minimum"]["orientations"], orientations, "{towers}");
        assert_eq!(found["minimum"]["axis"], axis, "{towers}");
        assert_eq!(found["minimum"]["tower"], tower, "{towers}");
        assert_eq!(found["proved"], true);
        assert_eq!(found["instances"], "971635");
        assert_eq!(found["instances_up_to_colours"], "41473");
        assert_eq!(found["attained_by"], attained, "{towers}");
        assert_eq!(found["attained_by_up_to_colours"], classes, "{towers}");
        // The witness is a puzzle file, and the puzzle counts what the design says.
        let mut puzzle = found["witness"].clone();
        let rules: &[(&str, &str)] = match towers {
            "both" => &[("all-different", "adiis"), ("all-equal", "aeiis")],
            "aeiis" => &[("all-equal", "orientations")],
            _ => &[("all-different", "orientations")],
        };
        for (rule, field) in rules {
            puzzle["rule"] = Value::from(*rule);
            let path = file(
                &format!("witness-{towers}.json"),
                puzzle.to_string().as_bytes(),
            );
            let counted = answer(&format!("count {path} --json"));
            assert_eq!(counted["count"], found["minimum"][field], "{towers} {rule}");
        }
    }
}

#[test]
fn a_set_with_both_kinds_of_towers() {
    let mut puzzle = answer("design instant-insanity --json")["witness"].clone();
    for rule in ["all-different", "all-equal"] {
        puzzle["rule"] = Value::from(rule);
        let path = file("both.json", puzzle.to_string().as_bytes());
        let counted = answer(&format!("count {path} --json"));
        assert_ne!(counted["count"], "0", "{rule}");
    }
}

#[test]
fn the_two_ways_agree_on_three_prisms() {
    for towers in ["adiis", "aeiis", "both"] {
        let call =
            format!("design instant-insanity --minimise {towers} --cubes 3 --sides 3 --json");
        let orbits = answer(&call);
        let automata = answer(&format!("{call} --way automata"));
        assert_eq!(orbits["minimum"], automata["minimum"], "{towers}");
        assert_eq!(automata["proved"], true);
    }
}

#[test]
fn shards_merge_to_the_whole() {
    for design in [
        "instant-insanity --minimise both --cubes 3 --colours 4 --any-colouring",
        "automaton --states 3 --lengths 2,4",
    ] {
        let whole = answer(&format!("design {design} --json --histogram"));
        let parts = [1, 2, 3].map(|part| {
            let path = fresh(&format!("part-{}-{part}.json", design.len()));
            let call = format!("design {design} --json --shard {part}/3 --threads 2 --out {path}");
            assert_eq!(answer(&call)["proved"], false);
            path
        });
        let merged = answer(&format!(
            "design merge {} --json --histogram",
            parts.join(" ")
        ));
        assert_eq!(merged, whole);
        // A part is missing: a lower bound only, and said so.
        let run = run(&format!("design merge {} {} --json", parts[0], parts[2]));
        assert_eq!(run.status, 1);
        assert_eq!(run.json()["proved"], false);
        // A part twice.
        let run = common::run(&format!("design merge {} {}", parts[0], parts[0]));
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains("counted in two"), "{}", run.stderr);
    }
}

/// Starts a survey, waits for its first checkpoint, ends it by the signal, and continues it.
fn interrupted_by(signal: &str) {
    let call = "design instant-insanity --minimise both --cubes 5 --json";
    let path = fresh(&format!("interrupted-{signal}.json"));
    let mut child = program()
        .args(call.split_whitespace())
        .args(["--checkpoint", &path])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !std::path::Path::new(&path).exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = child.id().to_string();
    let _ = std::process::Command::new("kill")
        .args([signal, &id])
        .status()
        .unwrap();
    child.wait().unwrap();
    let stored = std::fs::read_to_string(&path).unwrap();
    assert!(stored.starts_with('{'));
    let resumed = answer(&format!("{call} --checkpoint {path}"));
    assert_eq!(resumed["proved"], true);
    assert_eq!(resumed["instances"], "22537515");
    assert_eq!(resumed["minimum"]["adiis"], "256");
    assert_eq!(resumed["attained_by"], "1080");
    assert_eq!(resumed["minimum_pictures"], "168");
}

#[test]
fn a_killed_survey_is_continued() {
    interrupted_by("-KILL");
}

#[test]
fn an_interrupted_survey_is_continued() {
    interrupted_by("-INT");
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let call = "design automaton --states 2 --json";
    let path = fresh("damaged.json");
    answer(&format!("{call} --checkpoint {path}"));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"orbits\":", "\"orbits\":1", 1)).unwrap();
    let refused = run(&format!("{call} --checkpoint {path}"));
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("checksum"), "{}", refused.stderr);
    std::fs::write(&path, &text[..text.len() - 9]).unwrap();
    let refused = run(&format!("{call} --checkpoint {path}"));
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("damaged.json"),
        "{}",
        refused.stderr
    );
    // The checkpoint of another question.
    std::fs::write(&path, &text).unwrap();
    let refused = run(&format!("design automaton --states 3 --checkpoint {path}"));
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("expected"), "{}", refused.stderr);
}

#[test]
fn automata_that_accept_few_words() {
    let found = answer("design automaton --states 4 --lengths 3 --json");
    assert_eq!(found["proved"], true);
    // 56014 languages over two letters need exactly four states; each has 3! numberings of the other states.
    assert_eq!(found["instances"], "336084");
    assert_eq!(found["minimum"], "1");
    assert_eq!(found["witness"]["states"], 4);
}

#[test]
fn pictures_certificates_and_text() {
    let svg = fresh("plot.svg");
    let certificate = fresh("certificate.json");
    let told = run(&format!(
        "design instant-insanity --minimise adiis --cubes 3 --histogram --svg {svg} --certificate {certificate}"
    ));
    assert_eq!(told.status, 0, "{}", told.stderr);
    assert!(
        told.stdout
            .contains("8 orientations, 2 modulo axis, 1 modulo tower (proved)")
    );
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    let certificate = std::fs::read_to_string(certificate).unwrap();
    let certificate: Value = serde_json::from_str(&certificate).unwrap();
    assert_eq!(
        certificate["choices"]["selection"]
            .as_array()
            .unwrap()
            .len(),
        30
    );
    let classes = certificate["classes"]["orientations"].as_array().unwrap();
    let sum: u64 = classes
        .iter()
        .map(|class| class["instances"].as_str().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, 4960);
    recount(&certificate);
    check_and_spoil(&certificate);
}

/// `check` accepts the certificate, and refuses every spoiled one.
fn check_and_spoil(certificate: &Value) {
    let check = |certificate: &Value| {
        let path = file("checked.json", certificate.to_string().as_bytes());
        run(&format!("check {path} --json"))
    };
    let accepted = check(certificate);
    assert_eq!(accepted.status, 0, "{}", accepted.stdout);
    assert_eq!(accepted.json()["kind"], "design");
    let spoil: [(&str, Value); 7] = [
        ("/finding/minimum/orientations", "16".into()),
        ("/finding/attained_by", "34".into()),
        ("/finding/witness/pieces/0", "RRRRRB".into()),
        ("/classes/orientations/1/instances", "1".into()),
        ("/classes/pictures/0/counts/0", 5.into()),
        ("/choices/selection/3", "RBGRBG".into()),
        ("/complete", false.into()),
    ];
    for (place, value) in spoil {
        let mut spoiled = certificate.clone();
        let field = spoiled.pointer_mut(place).expect(place);
        assert_ne!(*field, value, "{place}");
        *field = value;
        let refused = check(&spoiled);
        assert_eq!(refused.status, 3, "{place}: {}", refused.stdout);
        assert_eq!(refused.json()["accepted"], false);
    }
}

/// Recounts a certificate about three cubes as a stranger would: from its face strings alone, without symmetry, with
/// orientations made here by turning a cube about two axes.
fn recount(certificate: &Value) {
    let mut turns: Vec<[usize; 6]> = vec![[0, 1, 2, 3, 4, 5]];
    let mut next = 0;
    while next < turns.len() {
        for generator in [[1, 2, 3, 0, 4, 5], [0, 4, 2, 5, 3, 1]] {
            let turned = generator.map(|place: usize| turns[next][place]);
            if !turns.contains(&turned) {
                turns.push(turned);
            }
        }
        next += 1;
    }
    assert_eq!(turns.len(), 24);
    let rings: Vec<Vec<[char; 4]>> = certificate["choices"]["selection"]
        .as_array()
        .unwrap()
        .iter()
        .map(|faces| {
            let faces: Vec<char> = faces.as_str().unwrap().chars().collect();
            let ring = |turn: &[usize; 6]| [0, 1, 2, 3].map(|side| faces[turn[side]]);
            turns.iter().map(ring).collect()
        })
        .collect();
    let apart = |a: &[char; 4], b: &[char; 4]| (0..4).all(|side| a[side] != b[side]);
    let mut counts = std::collections::BTreeMap::new();
    for (i, first) in rings.iter().enumerate() {
        for (j, second) in rings.iter().enumerate().skip(i) {
            let mut pairs = Vec::new();
            for a in first {
                pairs.extend(second.iter().filter(|b| apart(a, b)).map(|b| (a, b)));
            }
            for third in &rings[j..] {
                let fits = |c: &[char; 4]| {
                    let both =
                        |pair: &&(&[char; 4], &[char; 4])| apart(pair.0, c) && apart(pair.1, c);
                    pairs.iter().filter(both).count()
                };
                let towers: usize = third.iter().map(fits).sum();
                *counts.entry(towers as u64).or_insert(0u64) += 1;
            }
        }
    }
    let classes = certificate["classes"]["orientations"].as_array().unwrap();
    let stated: std::collections::BTreeMap<u64, u64> = classes
        .iter()
        .map(|class| {
            let instances = class["instances"].as_str().unwrap().parse().unwrap();
            (class["counts"][0].as_u64().unwrap(), instances)
        })
        .collect();
    assert_eq!(counts, stated);
}

#[test]
fn instances_by_chance_keep_their_promise() {
    let path = fresh("ten.json");
    let made = run("design instant-insanity --generate solvable --cubes 10 --seed 3");
    assert_eq!(made.status, 0, "{}", made.stderr);
    std::fs::write(&path, &made.stdout).unwrap();
    let solved = answer(&format!("solve {path} --json"));
    assert_eq!(solved["status"], "satisfiable");
    let again = run("design instant-insanity --generate solvable --cubes 10 --seed 3");
    assert_eq!(again.stdout, made.stdout);
}

#[test]
fn pieces_of_colors_have_one_solution() {
    let (path, svg) = (fresh("pieces.json"), fresh("pieces.svg"));
    let call = format!(
        "design colors --rows 3 --cols 5 --colours 5 --seed 7 --json --out {path} --svg {svg}"
    );
    let made = answer(&call);
    assert_eq!(
        (&made["objective"], &made["proved"]),
        (&"unique".into(), &true.into())
    );
    assert_eq!(
        (&made["witness"]["rows"], &made["witness"]["cols"]),
        (&3.into(), &5.into())
    );
    let file: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(file, made["witness"]);
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    for engine in ["auto", "sat"] {
        let counted = answer(&format!("count {path} --json --engine {engine}"));
        assert_eq!(counted["count"], made["solutions"], "{engine}");
        assert_eq!(counted["modulo"]["rotation"], "1", "{engine}");
    }
    let solved = answer(&format!("solve {path} --all --json"));
    assert!(
        solved["solutions"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["fields"] == made["solution"]["fields"])
    );
    let again = answer(&call);
    assert_eq!(again["witness"], made["witness"]);
    let stopped = run("design colors --rows 30 --cols 30 --colours 4 --time-limit 0.1");
    assert_eq!(stopped.status, 1);
    assert!(stopped.stderr.contains("time limit"), "{}", stopped.stderr);
}

#[test]
fn impossible_wishes_are_refused_with_the_reason() {
    for (call, reason) in [
        (
            "instant-insanity --minimise adiis --cubes 7",
            "cannot show each of 7 colours",
        ),
        ("instant-insanity --minimise adiis --sides 2", "at least 3"),
        (
            "instant-insanity --minimise adiis --shard 3/2",
            "expected I/N",
        ),
        ("instant-insanity --checkpoint x", "--minimise"),
        (
            "instant-insanity --minimise adiis --way automata --histogram",
            "--way orbits",
        ),
        ("colors --rows 2 --cols 2 --colours 10", "9 corner points"),
        ("colors --colours 0", "at least one colour"),
        ("automaton --states 0", "states: 0, expected 1 to 8"),
        ("merge no/such/file", "no/such/file"),
        ("merge Cargo.toml", "not a usable survey"),
    ] {
        let refused = run(&format!("design {call}"));
        assert_eq!(refused.status, 2, "{call}");
        assert!(
            refused.stderr.contains(reason),
            "{call}: {}",
            refused.stderr
        );
    }
}
