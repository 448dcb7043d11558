//! Certificates are accepted when they are true, and spoiled ones are refused by the checker, not by the digest.

mod common;

use common::{certificate, colouring, redigest, text_of};
use std::collections::BTreeMap;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_check::{check, read_stated};
use tantalizer_conformance::instance::Instance;
use tantalizer_conformance::{brute, whole_models::random_model};
use tantalizer_model::{ConstraintKind, Model, Objective};
use tantalizer_sat::{CertificateError, Claim, Encoding, compare_formula};

fn accepted(text: &str) -> bool {
    check(text.as_bytes()).is_ok()
}

fn same_encoding(text: &str) -> bool {
    let Ok(stated) = read_stated(text.as_bytes()) else {
        return false;
    };
    let encoding = stated.encoding.parse().unwrap_or(Encoding::Auto);
    let (variables, formula) = (stated.variables, &stated.formula);
    compare_formula(
        &stated.model,
        encoding,
        variables,
        formula,
        &stated.meanings,
    )
    .is_ok()
}

/// Whether a certificate's claim is true of the model it states, by brute force.
fn true_claim(text: &str) -> bool {
    let stated = read_stated(text.as_bytes()).expect("it was accepted");
    let answers = brute::answers(&stated.model);
    match stated.claim {
        tantalizer_check::Claim::Satisfiable => !answers.is_empty(),
        tantalizer_check::Claim::Unsatisfiable => answers.is_empty(),
        tantalizer_check::Claim::Exactly(count) => answers.len() as u64 == count,
        tantalizer_check::Claim::Optimal(value) => {
            let objective = stated.model.objective().expect("it was accepted");
            let values = brute::values_of(&stated.model, objective.var());
            values.contains(&value) && !values.iter().any(|&v| objective.improves(v, value))
        }
        tantalizer_check::Claim::Fewest(_)
        | tantalizer_check::Claim::Explained(_)
        | tantalizer_check::Claim::Redundant(_)
        | tantalizer_check::Claim::Count(_)
        | tantalizer_check::Claim::Forced(_) => {
            unreachable!("none is written here")
        }
    }
}

/// The certificates of all kinds that a model has, with each encoding in turn.
fn all_certificates(model: &Model, encoding: Encoding) -> Vec<String> {
    let mut texts = vec![text_of(model, Claim::Exactly, encoding).expect("all solutions")];
    if !brute::answers(model).is_empty() {
        texts.push(text_of(model, Claim::Satisfiable, encoding).expect("a solution"));
        for objective in model
            .answer()
            .first()
            .into_iter()
            .flat_map(|&var| [Objective::Minimise(var), Objective::Maximise(var)])
        {
            let mut model = model.clone();
            model.set_objective(objective);
            texts.push(text_of(&model, Claim::Optimal, encoding).expect("an optimum"));
        }
    }
    texts
}

#[test]
fn true_certificates_are_accepted() {
    for seed in 0..120 {
        let model = random_model(seed);
        let encoding = Encoding::ALL[seed as usize % 4];
        for text in all_certificates(&model, encoding) {
            match check(text.as_bytes()) {
                Ok(report) => {
                    assert_eq!(
                        report.model.to_text(),
                        model_of(&text, &model),
                        "seed {seed}"
                    );
                    assert_eq!(report.statement, common::STATEMENT);
                    assert!(true_claim(&text), "seed {seed}");
                }
                Err(refusal) => panic!("seed {seed}: {refusal} in\n{text}"),
            }
            assert!(
                text.contains("claim satisfiable") || same_encoding(&text),
                "seed {seed}"
            );
        }
    }
}

/// The model's own text, with the objective that the certificate has.
fn model_of(text: &str, model: &Model) -> String {
    let mut model = model.clone();
    let stated = read_stated(text.as_bytes()).expect("it was accepted");
    if let Some(objective) = stated.model.objective() {
        model.set_objective(objective);
    }
    model.to_text()
}

#[test]
fn whatever_is_changed_an_accepted_certificate_is_true() {
    let (mut refused, mut tried) = (0, 0);
    for seed in 0..150 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = random_model(seed);
        for text in all_certificates(&model, Encoding::Auto) {
            for _ in 0..8 {
                let spoiled = redigest(&spoil(&text, &mut rng));
                tried += 1;
                if !accepted(&spoiled) {
                    refused += 1;
                    continue;
                }
                // The formula is trusted only if it is the model's, or was verified against it.
                let verified = check(spoiled.as_bytes()).is_ok_and(|report| {
                    let unverified = report.unverified;
                    unverified.is_some_and(|names| names.is_empty())
                });
                if spoiled.contains("claim satisfiable") || same_encoding(&spoiled) || verified {
                    assert!(true_claim(&spoiled), "seed {seed}: accepted\n{spoiled}");
                }
            }
        }
    }
    assert!(
        refused * 2 > tried,
        "only {refused} of {tried} were refused"
    );
}

/// One change somewhere: a line dropped, doubled, exchanged with another, or a number in it changed.
fn spoil(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let at = rng.random_range(0..lines.len() - 1);
    match rng.random_range(0..6) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = rng.random_range(0..lines.len() - 1);
            lines.swap(at, other);
        }
        3 => lines.truncate(at + 1),
        _ => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_string).collect();
            let word = rng.random_range(0..words.len());
            match words[word].parse::<i64>() {
                Ok(number) if rng.random_bool(0.5) => words[word] = (-number).to_string(),
                Ok(number) => words[word] = (number + rng.random_range(-1..=1)).to_string(),
                Err(_) => drop(words.remove(word)),
            }
            lines[at] = words.join(" ");
        }
    }
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

/// A certificate of several solutions and a proof of many steps.
fn sample() -> String {
    text_of(&colouring(), Claim::Exactly, Encoding::Auto).expect("it has 8 solutions")
}

fn lines_of(text: &str) -> Vec<String> {
    text.lines().map(str::to_string).collect()
}

fn refusal(lines: &[String]) -> String {
    let text = redigest(&(lines.join("\n") + "\n"));
    match check(text.as_bytes()) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(refusal) => refusal.reason,
    }
}

/// The certificate with its first solution hidden: what excludes it becomes a clause of the formula, so that the proof stays as it is.
fn with_a_solution_lost(text: &str) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let at = |lines: &[String], start: &str| lines.iter().position(|line| line.starts_with(start));
    let claim = at(&lines, "claim exactly ")?;
    let count: usize = lines[claim].strip_prefix("claim exactly ")?.parse().ok()?;
    let solutions = at(&lines, "solutions ")?;
    let block = lines[solutions + 2].strip_prefix("block ")?.to_string();
    lines.drain(solutions + 1..solutions + 3);
    lines[solutions] = format!("solutions {}", count - 1);
    lines[claim] = format!("claim exactly {}", count - 1);
    let formula = at(&lines, "formula ")?;
    let sizes: Vec<usize> = (lines[formula].split(' '))
        .filter_map(|word| word.parse().ok())
        .collect();
    lines[formula] = format!("formula {} {}", sizes[0], sizes[1] + 1);
    lines.insert(formula + 1 + sizes[1], block);
    Some(redigest(&(lines.join("\n") + "\n")))
}

/// A formula that loses a solution proves whatever is claimed; it is never verified.
#[test]
fn a_formula_that_loses_a_solution_is_not_verified() {
    let (mut verified, mut lost) = (BTreeMap::new(), 0);
    for kind in ConstraintKind::ALL {
        for seed in 0..24 {
            let model = Instance::random(kind, seed).model;
            let encoding = Encoding::ALL[seed as usize % 4];
            let Ok(text) = text_of(&model, Claim::Exactly, encoding) else {
                continue;
            };
            let report = check(text.as_bytes()).unwrap_or_else(|r| panic!("{r} in\n{text}"));
            let whole = report.unverified.is_some_and(|names| names.is_empty());
            *verified.entry(kind.name()).or_insert(0) += usize::from(whole);
            let Some(forged) = with_a_solution_lost(&text) else {
                continue;
            };
            let report = check(forged.as_bytes());
            let report = report.unwrap_or_else(|refusal| panic!("{refusal} in\n{forged}"));
            assert!(
                report.unverified != Some(Vec::new()),
                "{}, seed {seed}",
                kind.name()
            );
            lost += 1;
        }
    }
    assert!(lost > 300, "{lost}");
    // Nearly all small instances are verified whole, of every kind some.
    assert!(verified.values().all(|&count| count > 0), "{verified:?}");
}

fn find(lines: &[String], start: &str) -> usize {
    lines
        .iter()
        .position(|line| line.starts_with(start))
        .unwrap_or_else(|| panic!("no line starts with {start}"))
}

#[test]
fn the_sample_is_accepted_and_true() {
    let text = sample();
    let report = check(text.as_bytes()).expect("it is true");
    assert_eq!(report.claim, tantalizer_check::Claim::Exactly(8));
    assert!(
        report.steps > 10,
        "{} steps are too few to spoil",
        report.steps
    );
    // Every clause is verified, or the constraints are named whose clauses are not.
    let unverified = report.unverified.expect("literals mean what is stated");
    assert_eq!(
        report.trusted.len(),
        1 + usize::from(!unverified.is_empty())
    );
    assert!(same_encoding(&text));
}

#[test]
fn a_damaged_file_fails_the_digest() {
    let damaged = sample().replacen("claim exactly 8", "claim exactly 7", 1);
    assert!(!accepted(&damaged));
    let damaged = sample().replacen("| a puzzle", "| A puzzle", 1);
    let reason = check(damaged.as_bytes()).expect_err("damaged").reason;
    assert!(reason.contains("digest"), "{reason}");
}

#[test]
fn a_solution_too_few_is_refused() {
    let mut lines = lines_of(&sample());
    let at = find(&lines, "solution ");
    lines.drain(at..at + 2);
    assert!(refusal(&lines).contains("expected `solution`"));
    // With all numbers put right, the proof no longer has what it starts from.
    for line in &mut lines {
        *line = line
            .replace("claim exactly 8", "claim exactly 7")
            .replace("solutions 8", "solutions 7");
    }
    let reason = refusal(&lines);
    assert!(!reason.contains("digest"), "{reason}");
}

#[test]
fn a_solution_too_many_is_refused() {
    let mut lines = lines_of(&sample());
    let at = find(&lines, "solution ");
    let (solution, block) = (lines[at].clone(), lines[at + 1].clone());
    lines.insert(at, block);
    lines.insert(at, solution);
    for line in &mut lines {
        *line = line
            .replace("claim exactly 8", "claim exactly 9")
            .replace("solutions 8", "solutions 9");
    }
    assert!(refusal(&lines).contains("listed before"));
}

#[test]
fn a_wrong_solution_is_refused() {
    let mut lines = lines_of(&sample());
    let at = find(&lines, "solution ");
    let flipped: Vec<&str> = lines[at].split(' ').collect();
    let mut flipped: Vec<String> = flipped.into_iter().map(str::to_string).collect();
    flipped[1] = if flipped[1] == "1" { "2" } else { "1" }.to_string();
    lines[at] = flipped.join(" ");
    let reason = refusal(&lines);
    assert!(
        reason.contains("no solution") || reason.contains("listed"),
        "{reason}"
    );
}

#[test]
fn a_block_that_excludes_more_or_less_is_refused() {
    let sample = lines_of(&sample());
    let at = find(&sample, "block ");
    let words: Vec<String> = sample[at].split(' ').map(str::to_string).collect();
    for change in 0..3 {
        let mut words = words.clone();
        match change {
            0 => drop(words.remove(1)),
            1 => words[1] = (-words[1].parse::<i32>().expect("a literal")).to_string(),
            _ => {
                let used =
                    |n: i32| words.contains(&n.to_string()) || words.contains(&(-n).to_string());
                let other = (1..)
                    .find(|&n| !used(n))
                    .expect("the formula has more variables");
                words.insert(1, other.to_string());
            }
        }
        let mut lines = sample.clone();
        lines[at] = words.join(" ");
        assert!(refusal(&lines).contains("exactly"), "change {change}");
    }
    let mut lines = sample.clone();
    lines.swap(at, at + 2);
    assert!(refusal(&lines).contains("exactly"));
}

#[test]
fn a_proof_without_a_step_that_is_used_is_refused() {
    let sample = lines_of(&sample());
    let proof = find(&sample, "proof") + 1;
    let end = find(&sample, "end");
    let mut tried = 0;
    for at in proof..end {
        let words: Vec<&str> = sample[at].split(' ').collect();
        if words[1] == "d" {
            continue;
        }
        let used = sample[at + 1..end].iter().any(|later| {
            let hints = later.split(" 0 ").nth(1).unwrap_or("");
            hints.split(' ').any(|hint| hint == words[0])
        });
        let last = words[1] == "0";
        if used || last {
            let mut lines = sample.clone();
            lines.remove(at);
            refusal(&lines);
            tried += 1;
        }
    }
    assert!(tried > 5);
    let mut lines = sample.clone();
    lines.drain(proof..end);
    assert!(refusal(&lines).contains("without the empty clause"));
}

#[test]
fn every_truncation_is_refused() {
    let sample = lines_of(&sample());
    for length in 0..sample.len() - 1 {
        refusal(&sample[..length]);
    }
}

#[test]
fn hints_and_literals_that_are_changed_are_refused() {
    let sample = lines_of(&sample());
    let (proof, end) = (find(&sample, "proof") + 1, find(&sample, "end"));
    for at in proof..end {
        let words: Vec<String> = sample[at].split(' ').map(str::to_string).collect();
        if words[1] == "d" {
            continue;
        }
        let zero = words
            .iter()
            .position(|word| word == "0")
            .expect("closing 0");
        // Without its last hint a step proves nothing.
        let mut lines = sample.clone();
        let mut fewer = words.clone();
        fewer.remove(words.len() - 2);
        lines[at] = fewer.join(" ");
        refusal(&lines);
        // A hint that is no clause.
        let mut other = words.clone();
        other[zero + 1] = "999999".to_string();
        lines[at] = other.join(" ");
        assert!(refusal(&lines).contains("is no clause"));
        // A step that is not by unit propagation.
        other[zero + 1] = format!("-{}", words[zero + 1]);
        lines[at] = other.join(" ");
        assert!(refusal(&lines).contains("unit propagation"));
    }
}

#[test]
fn a_changed_formula_is_seen_by_the_second_step() {
    let sample = lines_of(&sample());
    let first = find(&sample, "formula ") + 1;
    let meaning = find(&sample, "meanings ");
    for at in first..meaning {
        let mut lines = sample.clone();
        let flipped = match lines[at].strip_prefix('-') {
            Some(rest) => rest.to_string(),
            None => format!("-{}", lines[at]),
        };
        lines[at] = flipped;
        assert!(!same_encoding(&(lines.join("\n") + "\n")));
    }
    let mut lines = sample.clone();
    lines.swap(meaning + 1, meaning + 2);
    assert!(
        same_encoding(&(lines.join("\n") + "\n")),
        "their order does not matter"
    );
    lines[meaning + 1] = lines[meaning + 1].replacen(" 0", " 1 0", 1);
    assert!(!same_encoding(&(lines.join("\n") + "\n")));
}

#[test]
fn false_claims_get_no_certificate() {
    let model = colouring();
    let some = certificate(&model, Claim::Exactly, Encoding::Auto, 5);
    assert!(matches!(some, Err(CertificateError::False)));
    let mut model = colouring();
    let first = model.answer()[0];
    model.set_objective(Objective::Minimise(first));
    let worst = common::solutions(&model)
        .into_iter()
        .max_by_key(|s| s[first]);
    let worst = common::write(
        &model,
        Claim::Optimal,
        Encoding::Auto,
        &[worst.expect("one")],
    );
    assert!(matches!(worst, Err(CertificateError::False)));
    let none = common::write(&model, Claim::Satisfiable, Encoding::Auto, &[]);
    assert!(matches!(none, Err(CertificateError::Incomplete(_))));
}

#[test]
fn too_many_solutions_are_refused() {
    let mut model = Model::new("free");
    let x = model.int("x", 0..=tantalizer_sat::MOST_SOLUTIONS as i32);
    model.set_answer(vec![x]);
    let all = common::solutions(&model);
    let error = common::write(&model, Claim::Exactly, Encoding::Auto, &all);
    assert!(matches!(error, Err(CertificateError::TooMany(10_001))));
}
