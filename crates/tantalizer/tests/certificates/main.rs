//! Certificates on the command line: written, accepted, spoiled, refused.

mod clues;
#[path = "../common/mod.rs"]
mod common;
mod steps;
mod symmetries;

use common::{Run, file, run};
use sha2::{Digest, Sha256};
use std::path::PathBuf;

/// Where a certificate of this test program goes.
fn path(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    folder.join(name).display().to_string()
}

/// Writes a certificate and gives its path and text.
fn certificate(name: &str, command: &str) -> (String, String) {
    let path = path(name);
    let _ = std::fs::remove_file(&path);
    let run = run(&format!("{command} --certificate {path}"));
    assert_eq!(run.status, 0, "{command}: {}", run.stderr);
    let text = std::fs::read_to_string(&path).expect("the certificate was written");
    (path, text)
}

/// The text with the digest that fits it.
fn redigest(text: &str) -> String {
    let kept = text.rfind("digest sha256 ").map_or(text, |at| &text[..at]);
    let bytes = Sha256::digest(kept.as_bytes());
    let digest: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{kept}digest sha256 {digest}\n")
}

/// Checks a text as a certificate; the digest is put right first.
fn check_text(name: &str, text: &str) -> Run {
    let path = file(name, redigest(text).as_bytes());
    run(&format!("check {path} --json"))
}

/// What is spoiled is refused for this reason, its digest put right.
fn refused(name: &str, text: &str, reason: &str) {
    let refused = check_text(name, text);
    assert_eq!(refused.status, 3, "{}", refused.stdout);
    assert!(
        refused.stdout.contains(reason),
        "{reason}: {}",
        refused.stdout
    );
}

/// The same, and the second checker refuses it too.
fn refused_by_both(name: &str, text: &str, reason: &str) {
    refused(name, text, reason);
    let (status, said) = second_check(&format!("again-{name}"), text);
    assert_eq!(status, 3, "{said}");
}

#[test]
fn colors_has_exactly_four_solutions() {
    for command in ["count", "solve --all", "solve --all --engine sat"] {
        let (path, text) = certificate("colors.cert", &format!("{command} examples/colors.toml"));
        assert!(text.starts_with("tantalizer certificate 1\nclaim exactly 4\n"));
        let run = run(&format!("check {path} --json"));
        assert_eq!(run.status, 0, "{}", run.stdout);
        let object = run.json();
        assert_eq!(object["kind"], "exactly");
        assert_eq!(object["accepted"], true);
        assert_eq!(object["reason"], serde_json::Value::Null);
        assert_eq!(object["solutions"], 4);
        assert_eq!(object["formula"], "as encoded again");
        assert_eq!(object["trusted"].as_array().map(Vec::len), Some(2));
    }
}

#[test]
fn no_encoder_is_trusted_where_every_clause_is_verified() {
    for command in [
        "solve examples/tricky-triple.toml --unique",
        "solve examples/instant-insanity.toml --all",
    ] {
        let (path, _) = certificate("verified.cert", command);
        let object = run(&format!("check {path} --json")).json();
        assert_eq!(object["accepted"], true, "{object}");
        assert_eq!(object["verified"], true, "{object}");
        assert_eq!(object["trusted"].as_array().map(Vec::len), Some(1));
    }
    // What is too large is named, and nothing else.
    let (path, _) = certificate("verified.cert", "solve examples/colors.toml --all");
    let object = run(&format!("check {path} --json")).json();
    let encoder = object["trusted"][1].as_str().expect("the encoder");
    assert!(
        encoder.ends_with("were verified: each piece once"),
        "{encoder}"
    );
    assert!(object["verified"].is_null());
}

#[test]
fn the_refuted_colors_has_none() {
    let (path, text) = certificate("refuted.cert", "solve examples/colors-refuted.toml");
    assert!(text.contains("\nclaim unsatisfiable\n"));
    let accepted = run(&format!("check {path}"));
    assert_eq!(accepted.status, 0, "{}", accepted.stdout);
    assert!(
        accepted
            .stdout
            .starts_with("Accepted: there is no solution.\n")
    );
    assert!(accepted.stdout.contains("Trusted: this program's encoder"));
}

#[test]
fn one_solution_is_certified_without_a_proof() {
    let (path, text) = certificate("one.cert", "solve examples/tricky-triple.toml");
    assert!(text.contains("\nclaim satisfiable\n") && !text.contains("\nproof\n"));
    let object = run(&format!("check {path} --json")).json();
    assert_eq!(object["kind"], "satisfiable");
    assert_eq!(object["accepted"], true);
    assert_eq!(object["trusted"].as_array().map(Vec::len), Some(1));
}

#[test]
fn spoiled_copies_are_refused() {
    let (_, text) = certificate("spoiled.cert", "solve --all examples/colors.toml");
    let refuse = |text: &str, part: &str| {
        let run = check_text("spoiled.copy", text);
        assert_eq!(run.status, 3, "{}", run.stdout);
        let object = run.json();
        assert_eq!(object["accepted"], false);
        assert_eq!(object["trusted"].as_array().map(Vec::len), Some(0));
        let reason = object["reason"].as_str().expect("a reason");
        assert!(reason.contains(part), "`{part}` in: {reason}");
        assert!(!reason.contains("the digest does not fit"), "{reason}");
    };
    let lines: Vec<&str> = text.lines().collect();
    let at = |start: &str| {
        let found = lines.iter().position(|line| line.starts_with(start));
        found.unwrap_or_else(|| panic!("no line {start}"))
    };
    let without = |range: std::ops::Range<usize>| {
        let mut lines = lines.clone();
        lines.drain(range);
        lines.join("\n") + "\n"
    };
    let swapped = |a: usize, b: usize| {
        let mut lines = lines.clone();
        lines.swap(a, b);
        lines.join("\n") + "\n"
    };
    let (solution, proof, end) = (at("solution "), at("proof"), at("end"));

    // A solution too few, with and without its numbers put right.
    let fewer = without(solution..solution + 2);
    refuse(&fewer, "expected `solution`");
    let fewer = fewer
        .replace("claim exactly 4", "claim exactly 3")
        .replace("solutions 4", "solutions 3");
    refuse(&fewer, "");
    // Another claim.
    refuse(
        &text.replace("claim exactly 4", "claim exactly 5"),
        "are claimed",
    );
    // Parts of the proof gone, out of order, or all but the last step gone.
    refuse(&without(end - 1..end), "without the empty clause");
    refuse(&without(proof + 1..end - 1), "");
    refuse(&swapped(proof + 1, end - 1), "");
    // Blocks exchanged, or a solution and its block.
    refuse(&swapped(solution + 1, solution + 3), "exclude exactly");
    refuse(&swapped(solution, solution + 1), "expected `solution`");
    // A clause of the formula gone, with the number put right: the proof may hold, the comparison does not.
    let formula = at("formula ");
    let numbers: Vec<usize> = lines[formula]
        .split(' ')
        .skip(1)
        .map(|number| number.parse().expect("a number"))
        .collect();
    let announced = format!("formula {} {}", numbers[0], numbers[1]);
    let put_right = format!("formula {} {}", numbers[0], numbers[1] - 1);
    let shorter = without(formula + 1..formula + 2).replace(&announced, &put_right);
    refuse(&shorter, "");
    // The wrong puzzle: every step of the proof holds, but of another model.
    refuse(
        &text.replacen("\"ORGG\"", "\"ORGB\"", 1),
        "the stated model is not that of the stated puzzle",
    );
    refuse(
        &text.replacen("\"ORGG\"", "\"ORG\"", 1),
        "the stated puzzle",
    );
    // Cut short, at several places.
    for part in 1..20 {
        let length = lines.len() * part / 20;
        refuse(&(lines[..length].join("\n") + "\n"), "");
    }
}

#[test]
fn a_damaged_certificate_fails_the_digest() {
    let (path, text) = certificate("damaged.cert", "solve examples/colors-refuted.toml");
    let damaged = text.replacen("\"ORGB\"", "\"ORGG\"", 1);
    std::fs::write(&path, damaged).expect("a file can be written");
    let run = run(&format!("check {path} --json"));
    assert_eq!(run.status, 3);
    let reason = run.json()["reason"].to_string();
    assert!(reason.contains("digest"), "{reason}");
}

#[test]
fn files_that_are_no_certificate() {
    let missing = run("check no/such/file");
    assert_eq!(missing.status, 2, "{}", missing.stderr);
    assert!(
        missing.stderr.contains("no such file"),
        "{}",
        missing.stderr
    );
    assert_eq!(run("check examples").status, 2);
    let contents: [&[u8]; 4] = [b"", b"\n", b"hello\nworld\n", b"\xff\xfe\n\x00"];
    for content in contents {
        let path = file("no.cert", content);
        let refused = run(&format!("check {path}"));
        assert_eq!(refused.status, 3, "{}", refused.stderr);
        assert!(
            refused.stdout.starts_with("Refused: line 1: "),
            "{}",
            refused.stdout
        );
    }
    assert_eq!(run("check examples/colors.toml").status, 3);
}

#[test]
fn over_ten_thousand_solutions_there_is_no_certificate() {
    let path = path("large.cert");
    let _ = std::fs::remove_file(&path);
    let run = run(&format!(
        "count examples/tricky-triple-6x6-empty.toml --engine search --json --certificate {path}"
    ));
    assert_eq!(run.status, 1);
    assert_eq!(run.json()["count"], "21492");
    assert!(run.stderr.contains("21492 solutions"), "{}", run.stderr);
    assert!(!PathBuf::from(path).exists());
}

/// A count by a diagram: nothing is listed, and a stranger can follow every arc.
#[test]
fn counts_are_certified_without_a_list() {
    let counts = [
        ("count examples/tricky-triple-6x6-empty.toml", "21492"),
        ("count examples/colors.toml --engine diagram", "4"),
        ("count examples/colors-refuted.toml --engine diagram", "0"),
        ("count examples/instant-insanity.toml --engine diagram", "8"),
    ];
    for (number, (command, count)) in counts.into_iter().enumerate() {
        let (path, text) = certificate(&format!("count{number}.cert"), command);
        let checked = run(&format!("check {path} --json"));
        assert_eq!(checked.status, 0, "{command}: {}", checked.stdout);
        let object = checked.json();
        assert_eq!(object["kind"], "count");
        let claim = format!("there are exactly {count} solutions");
        assert_eq!(object["claim"], claim.as_str(), "{command}");
        assert!(object["arcs"].as_u64() > Some(0), "{command}");
        assert!(object["solutions"].is_null(), "{command}");
        let trusted = object["trusted"].as_array().map(Vec::len);
        assert_eq!(trusted, Some(1), "{command}: only the model is trusted");
        let wrong = text.replace(&format!("claim count {count}\n"), "claim count 5\n");
        let refused = check_text("count-spoiled.cert", &wrong);
        assert_eq!(refused.status, 3);
        let reason = format!("the diagram holds {count} solutions, 5 are claimed");
        assert!(refused.stdout.contains(&reason), "{}", refused.stdout);
    }
}

/// The model is held against the puzzle, here as everywhere.
#[test]
fn a_count_of_another_puzzle_is_refused() {
    let (_, text) = certificate(
        "count-other.cert",
        "count examples/colors.toml --engine diagram",
    );
    let refused = check_text(
        "count-other-spoiled.cert",
        &text.replacen("| row 0 1 1 3 5\n", "| row 0 1 1 5 5\n", 1),
    );
    assert_eq!(refused.status, 3, "{}", refused.stdout);
    let unsaid = text.replacen("| model colors", "| model colours", 1);
    let refused = check_text("count-renamed.cert", &unsaid);
    assert_eq!(refused.status, 3);
    assert!(
        refused
            .stdout
            .contains("the stated model is not that of the stated puzzle"),
        "{}",
        refused.stdout
    );
}

/// Proofs for VeriPB, whose program `cargo xtask test` installs: `check` runs it, and ties two proofs together.
#[test]
fn proofs_for_veripb_are_written_and_checked() {
    let proofs = [
        (
            "solve examples/colors-refuted.toml",
            "VeriPB verified unsatisfiable",
        ),
        (
            "solve examples/tricky-triple.toml --unique",
            "there is exactly 1 solution",
        ),
        (
            "count examples/instant-insanity.toml",
            "there are exactly 8 solutions",
        ),
        ("solve examples/colors.toml", "VeriPB verified satisfiable"),
    ];
    for (number, (command, claim)) in proofs.into_iter().enumerate() {
        let name = format!("proof{number}");
        for ending in ["opb", "rest.opb", "rest.pbp"] {
            let _ = std::fs::remove_file(path(&format!("{name}.{ending}")));
        }
        let (proof, _) = certificate(&format!("{name}.pbp"), command);
        let checked = run(&format!("check {proof} --json"));
        assert_eq!(checked.status, 0, "{command}: {}", checked.stdout);
        assert_eq!(checked.json()["claim"], claim, "{command}");
        assert_eq!(checked.json()["kind"], "veripb");
        let formula = path(&format!("{name}.opb"));
        let text = std::fs::read_to_string(&formula).expect("the formula lies beside it");
        let comments = text.lines().filter(|line| line.starts_with("* answer "));
        assert!(comments.count() > 0, "{command}");
        assert_eq!(as_opb(command), text, "{command}");
        // Without its first step, or its first solution, it is another proof.
        let text = std::fs::read_to_string(&proof).expect("the proof");
        let mut lines: Vec<&str> = text.lines().collect();
        lines.remove(2);
        std::fs::write(&proof, lines.join("\n")).expect("written");
        let refused = run(&format!("check {proof} --json"));
        assert_eq!(refused.status, 3, "{command}: {}", refused.stdout);
    }
}

/// What `encode --to opb` writes of the puzzle that a command is about.
fn as_opb(command: &str) -> String {
    let file = command.split(' ').nth(1).expect("a file");
    let encoded = run(&format!("encode {file} --to opb"));
    assert_eq!(encoded.status, 0, "{command}: {}", encoded.stderr);
    encoded.stdout
}

/// The formula of an optimum has the objective, and is what `encode --to opb` writes for other solvers.
#[test]
fn an_objective_is_part_of_the_formula() {
    let model = "var 1..5: x :: output_var;\nvar 1..5: y :: output_var;\nvar 2..10: sum :: output_var;\n\
                 constraint int_lin_eq([1,1,-1],[x,y,sum],0);\nconstraint int_lin_le([-2,-3],[x,y],-11);\n\
                 solve minimize sum;\n";
    let command = format!("solve {}", file("smallest-sum.fzn", model.as_bytes()));
    let (proof, _) = certificate("smallest-sum.pbp", &command);
    let checked = run(&format!("check {proof}"));
    assert_eq!(checked.status, 0, "{}", checked.stdout);
    let text = std::fs::read_to_string(path("smallest-sum.opb")).expect("the formula");
    let objective = text.lines().find_map(|line| line.strip_prefix("min: "));
    let values: Vec<&str> = objective
        .expect("an objective")
        .split(' ')
        .step_by(2)
        .collect();
    assert_eq!(values, ["2", "3", "4", "5", "6", "7", "8", "9", "10", ";"]);
    assert_eq!(as_opb(&command), text);
    let named = run(&format!(
        "encode {} --to opb --integers order",
        &command["solve ".len()..]
    ));
    assert_eq!(named.status, 2, "{}", named.stdout);
}

/// What holds in every solution: all of the paper's board, and some of it with a clue less.
#[test]
fn what_is_forced_is_certified() {
    let board = std::fs::read_to_string("../../examples/tricky-triple.toml").expect("the board");
    let fewer = file(
        "fewer-clues.toml",
        board.replace(". 1 . . .", ". . . . .").as_bytes(),
    );
    for (name, puzzle) in [("forced", "examples/tricky-triple.toml"), ("half", &*fewer)] {
        let (path, text) =
            certificate(&format!("{name}.cert"), &format!("solve {puzzle} --forced"));
        let told = run(&format!("solve {puzzle} --forced --json")).json();
        let cells = told["forced"].as_object().map(serde_json::Map::len);
        let checked = run(&format!("check {path} --json"));
        assert_eq!(checked.status, 0, "{}", checked.stdout);
        assert_eq!(checked.json()["kind"], "forced");
        assert_eq!(checked.json()["formula"], "as encoded again");
        let claimed = text
            .lines()
            .nth(1)
            .and_then(|line| line.strip_prefix("claim forced "));
        let claimed: usize = claimed
            .and_then(|word| word.parse().ok())
            .expect("a number");
        assert!(cells.is_some_and(|cells| cells <= claimed), "{told}");
        let spoiled = text.replace(
            &format!("claim forced {claimed}"),
            &format!("claim forced {}", claimed + 1),
        );
        assert_eq!(
            check_text(&format!("{name}-spoiled.cert"), &spoiled).status,
            3
        );
    }
}

/// A formula that somebody else wrote is not overwritten.
#[test]
fn a_formula_of_somebody_else_stays() {
    let formula = file("mine.opb", b"* mine\n1 x1 >= 1 ;\n");
    let proof = formula.replace(".opb", ".pbp");
    let beside = run(&format!(
        "solve examples/colors-refuted.toml --certificate {proof}"
    ));
    assert_eq!(beside.status, 2, "{}", beside.stderr);
    assert!(
        beside.stderr.contains("is there already"),
        "{}",
        beside.stderr
    );
    let kept = std::fs::read(&formula).expect("still there");
    assert_eq!(kept, b"* mine\n1 x1 >= 1 ;\n");
}

#[test]
fn dimacs_is_written_and_solutions_read_back() {
    let written = run("encode examples/colors.toml --to dimacs");
    assert_eq!(written.status, 0, "{}", written.stderr);
    let header = written
        .stdout
        .lines()
        .find(|line| line.starts_with("p cnf "));
    let clauses = written
        .stdout
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
        .count();
    let header = header.expect("a header");
    assert!(header.ends_with(&format!(" {clauses}")), "{header}");

    // Another solver: CaDiCaL on the clauses as they stand in the file.
    let mut solver = tantalizer::sat::Solver::new();
    for line in written
        .stdout
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
    {
        let numbers = line.split(' ').map(|number| number.parse::<i32>());
        let numbers: Vec<i32> = numbers.map(|number| number.expect("a literal")).collect();
        solver.add(&numbers[..numbers.len() - 1]);
    }
    let tantalizer::sat::Verdict::Satisfiable(assignment) = solver.solve(&[]) else {
        panic!("the puzzle has solutions");
    };
    let mut output = "s SATISFIABLE\nv".to_string();
    for (index, &value) in assignment.0.iter().enumerate() {
        let sign = if value { "" } else { "-" };
        output.push_str(&format!(" {sign}{}", index + 1));
    }
    let output = file("output.txt", (output + " 0\n").as_bytes());
    let back = run(&format!(
        "encode examples/colors.toml --to dimacs --read {output} --json"
    ));
    assert_eq!(back.status, 0, "{}", back.stderr);
    let all = run("solve examples/colors.toml --all --json").json();
    let fields = |solution: &serde_json::Value| solution["fields"].clone();
    let known: Vec<_> = all["solutions"]
        .as_array()
        .expect("four")
        .iter()
        .map(fields)
        .collect();
    assert!(known.contains(&fields(&back.json())));

    let wrong = file("wrong.txt", b"s SATISFIABLE\nv 1 2 3 0\n");
    let refused = run(&format!(
        "encode examples/colors.toml --to dimacs --read {wrong}"
    ));
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("does not satisfy"),
        "{}",
        refused.stderr
    );
}

#[test]
fn the_fewest_clues_are_certified_and_spoiled_copies_refused() {
    let (path, text) = certificate(
        "fewest.cert",
        "design tricky-triple --rows 5 --cols 5 --black 1 --fewest-clues --seed 4",
    );
    let object = run(&format!("check {path} --json")).json();
    assert_eq!(object["kind"], "fewest");
    assert_eq!(object["accepted"], true, "{object}");
    assert_eq!(object["formula"], "as encoded again");
    assert!(object["alternatives"].as_u64() > Some(0));
    let claim = text.lines().nth(1).expect("a claim");
    let clues: u64 = claim
        .strip_prefix("claim fewest ")
        .and_then(|n| n.parse().ok())
        .expect("a number");
    let without = |start: &str, count: usize| {
        let mut left = count;
        let keep = |line: &&str| {
            let drop = left > 0 && line.starts_with(start);
            left -= usize::from(drop);
            !drop
        };
        text.lines().filter(keep).collect::<Vec<_>>().join("\n") + "\n"
    };
    let alternatives = object["alternatives"].as_u64().expect("a number");
    let announced = format!("\nalternatives {alternatives}\n");
    let last_step = text.lines().rev().nth(2).expect("a step");
    for (name, spoiled) in [
        (
            "claim",
            text.replacen(claim, &format!("claim fewest {}", clues - 1), 1),
        ),
        (
            "claims-more",
            text.replacen(claim, &format!("claim fewest {}", clues + 1), 1),
        ),
        (
            "alternative",
            without("alternative ", 1).replace(
                &announced,
                &format!("\nalternatives {}\n", alternatives - 1),
            ),
        ),
        ("step", text.replace(&format!("{last_step}\n"), "")),
        (
            "clue",
            text.replacen("\"1 ", "\". ", 1)
                .replacen("\"2 ", "\". ", 1)
                .replacen("\"3 ", "\". ", 1),
        ),
    ] {
        let refused = check_text(&format!("fewest-{name}.cert"), &spoiled);
        assert_eq!(refused.status, 3, "{name}: {}", refused.stdout);
        let object = refused.json();
        assert_eq!(object["accepted"], false, "{name}");
        let reason = object["reason"].as_str().expect("a reason");
        assert!(!reason.contains("digest"), "{name}: {reason}");
    }
}

#[test]
fn shortest_lengths_up_to_seven_are_certified() {
    for distance in 1..=7 {
        let call = format!("design spinpossible --rows 2 --cols 3 --distance {distance} --json");
        let witness = run(&call).json()["witness"].to_string();
        let board = file(&format!("spin-{distance}.json"), witness.as_bytes());
        let (path, text) = certificate(&format!("spin-{distance}.cert"), &format!("solve {board}"));
        assert!(text.contains(&format!("\nclaim optimal {distance}\n")));
        let object = run(&format!("check {path} --json")).json();
        assert_eq!(object["accepted"], true, "{object}");
        // Claiming one less is refused: that is no length of the solution listed.
        let less = text.replacen(
            &format!("claim optimal {distance}"),
            &format!("claim optimal {}", distance - 1),
            1,
        );
        let refused = check_text(&format!("spin-{distance}-less.cert"), &less);
        assert_eq!(refused.status, 3);
        std::fs::remove_file(path).expect("it is there");
    }
    // The published example.
    let (path, text) = certificate("spin-example.cert", "solve examples/spinpossible.toml");
    assert!(text.contains("\nclaim optimal 3\n"));
    assert_eq!(run(&format!("check {path}")).status, 0);
}

/// The checker that was written a second time, from the description of the format alone.
fn second_check(name: &str, text: &str) -> (i32, String) {
    let path = file(name, redigest(text).as_bytes());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/check.py");
    let output = std::process::Command::new("python3")
        .args([script, &path])
        .output()
        .expect("python3, which `cargo xtask test` installs");
    let said = String::from_utf8_lossy(&output.stdout).trim().to_string();
    (output.status.code().unwrap_or(-1), said)
}

#[test]
fn the_second_checker_agrees_and_refuses_what_is_spoiled() {
    let claims = [
        ("solve examples/tricky-triple.toml", "satisfiable"),
        ("solve examples/colors-refuted.toml", "unsatisfiable"),
        ("solve examples/instant-insanity.toml --all", "exactly 8"),
        ("solve examples/tricky-triple.toml --forced", "forced 24"),
        ("solve examples/spinpossible.toml", "optimal 3"),
        (
            "design tricky-triple --rows 4 --cols 4 --fewest-clues",
            "fewest 5",
        ),
        (
            "count examples/tricky-triple-4x4-empty.toml --engine diagram",
            "count 2592",
        ),
    ];
    for (number, (command, claim)) in claims.into_iter().enumerate() {
        let name = format!("second-{number}.cert");
        let (_, text) = certificate(&name, command);
        assert_eq!(
            second_check(&name, &text),
            (0, format!("shown: {claim}")),
            "{command}"
        );
        // A line of what the claim rests on is taken away, one after another.
        let from = text
            .find("\nsolutions ")
            .or(text.find("\nlayer "))
            .expect("a body");
        let body: Vec<&str> = text[from + 1..].lines().collect();
        let spoiled = body.len().saturating_sub(2);
        for at in (0..spoiled).step_by((spoiled / 8).max(1)) {
            if body[at].contains(" d ") {
                // A clause that is kept longer than needed does no harm.
                continue;
            }
            let mut left = body.clone();
            left.remove(at);
            let damaged = format!("{}{}\n", &text[..from + 1], left.join("\n"));
            let (status, said) = second_check("second-spoiled.cert", &damaged);
            let ours = check_text("second-spoiled.cert", &damaged);
            assert_eq!(
                status, ours.status,
                "{command}, line {at} of the body: {said}"
            );
        }
    }
}
