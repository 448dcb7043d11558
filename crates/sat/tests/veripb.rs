//! Proofs for VeriPB: it accepts them, and refuses them once they are spoiled.
//!
//! The program `veripb` is installed by `cargo xtask test`.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use common::{STATEMENT, Shared, colouring, solutions};
use tantalizer_check::check_tied;
use tantalizer_model::{Limits, Model, Objective, Rel, Solution, Var};
use tantalizer_sat::{Certificate, Claim, Encoding, VeriPb};

/// What VeriPB says of a formula and a proof: its last line if it accepts.
fn veripb(name: &str, formula: &str, proof: &str) -> Result<String, String> {
    let path = |ending: &str| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        folder.join(format!("{name}.{ending}"))
    };
    let [opb, pbp]: [PathBuf; 2] = [path("opb"), path("pbp")];
    fs::write(&opb, formula).expect("written");
    fs::write(&pbp, proof).expect("written");
    let mut command = Command::new("veripb");
    let run = command
        .args([&opb, &pbp])
        .env("RUST_BACKTRACE", "0")
        .output();
    let run = run.expect("veripb, which `cargo install veripb --version 3.0.2` brings");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
    if run.status.success() {
        Ok(text(&run.stdout))
    } else {
        Err(text(&run.stdout) + &text(&run.stderr))
    }
}

/// The formula and the proof, and those of the rest if there are any.
struct Files {
    formula: String,
    proof: String,
    rest: Option<(String, String)>,
}

fn files(model: &Model, claim: Claim, encoding: Encoding, solutions: &[Solution]) -> Files {
    let certificate = Certificate {
        statement: STATEMENT,
        model,
        claim,
        solutions,
        encoding,
    };
    let proofs = VeriPb::new(&certificate, &Limits::none()).expect("it can be encoded");
    let mut formula = Vec::new();
    proofs.write_formula(&mut formula).expect("written");
    let proof = Shared::default();
    proofs.write_proof(proof.clone()).expect("proved");
    let rest = proofs.has_rest().then(|| {
        let mut formula = Vec::new();
        proofs.write_rest_formula(&mut formula).expect("written");
        let proof = Shared::default();
        proofs.write_rest_proof(proof.clone()).expect("proved");
        (String::from_utf8(formula).expect("text"), proof.text())
    });
    Files {
        formula: String::from_utf8(formula).expect("text"),
        proof: proof.text(),
        rest,
    }
}

/// Four pigeons in three holes.
fn pigeons() -> Model {
    let mut model = Model::new("pigeons");
    let holes = model.array("hole", 4, 1..=3);
    model.all_different(&holes).expect("valid");
    model
}

/// A knapsack with a best filling.
fn knapsack(objective: fn(Var) -> Objective) -> (Model, Solution) {
    let mut model = Model::new("a knapsack");
    let taken = model.array("taken", 6, 0..=1);
    let value = model.int("value", -3..=20);
    let weighed = |each: [i64; 6]| each.into_iter().zip(taken.clone());
    let weights = weighed([3, 5, 2, 7, 4, 1]);
    model.linear(weights, Rel::LessEqual, 9).expect("valid");
    let worth = weighed([4, -3, 3, 6, 5, 1]).chain([(-1, value)]);
    model.linear(worth, Rel::Equal, 0).expect("valid");
    model.set_objective(objective(value));
    let found = solutions(&model).into_iter();
    let best = found.reduce(|best, other| {
        if objective(value).improves(other[value], best[value]) {
            other
        } else {
            best
        }
    });
    (model, best.expect("an empty one, at least"))
}

#[test]
fn a_refutation_is_accepted() {
    for encoding in Encoding::ALL {
        let files = files(&pigeons(), Claim::Exactly, encoding, &[]);
        let said = veripb(&format!("pigeons-{encoding}"), &files.formula, &files.proof);
        assert!(
            said.as_ref()
                .is_ok_and(|said| said.contains("VERIFIED UNSATISFIABLE")),
            "{said:?}"
        );
        assert!(files.rest.is_none());
    }
}

#[test]
fn exactly_eight_by_two_proofs() {
    let model = colouring();
    let all = solutions(&model);
    for encoding in Encoding::ALL {
        let files = files(&model, Claim::Exactly, encoding, &all);
        assert_eq!(
            files
                .proof
                .lines()
                .filter(|line| line.starts_with("sol "))
                .count(),
            8
        );
        let said = veripb(&format!("eight-{encoding}"), &files.formula, &files.proof);
        assert!(
            said.as_ref()
                .is_ok_and(|said| said.contains("VERIFIED SATISFIABLE")),
            "{said:?}"
        );
        let (formula, proof) = files.rest.expect("solutions are excluded");
        let said = veripb(&format!("eight-rest-{encoding}"), &formula, &proof);
        assert!(
            said.as_ref()
                .is_ok_and(|said| said.contains("VERIFIED UNSATISFIABLE")),
            "{said:?}"
        );
    }
}

#[test]
fn the_best_is_accepted_with_its_bounds() {
    for (name, objective, best) in [
        ("most", Objective::Maximise as fn(_) -> _, "-12"),
        ("least", Objective::Minimise as fn(_) -> _, "-3"),
    ] {
        let (model, best_solution) = knapsack(objective);
        let files = files(&model, Claim::Optimal, Encoding::Auto, &[best_solution]);
        let said = veripb(name, &files.formula, &files.proof);
        let bounds = format!("VERIFIED BOUNDS {best} <= obj <= {best}");
        assert!(
            said.as_ref().is_ok_and(|said| said.contains(&bounds)),
            "{said:?}"
        );
        // A better one than there is.
        let better = format!("BOUNDS {best} {best}");
        let wrong: i32 = best.parse::<i32>().expect("a number") - 1;
        let spoiled = files
            .proof
            .replace(&better, &format!("BOUNDS {wrong} {wrong}"));
        veripb(&format!("{name}-spoiled"), &files.formula, &spoiled)
            .expect_err("it is not attained");
    }
}

fn refused(name: &str, formula: &str, proof: &str, reason: &str) {
    let said = veripb(name, formula, proof).expect_err(name);
    assert!(said.contains(reason), "{name}: {said}");
}

/// Every way to cheat is found by VeriPB, not by us.
#[test]
fn spoiled_proofs_are_refused() {
    let model = colouring();
    let all = solutions(&model);
    let whole = files(&model, Claim::Exactly, Encoding::Auto, &all);
    let (formula, proof) = whole.rest.expect("solutions are excluded");
    // A solution that is not excluded any more: the last clause is the one before it.
    let mut lines: Vec<&str> = formula.lines().collect();
    let last = lines.len() - 1;
    lines[last] = lines[last - 1];
    let fewer: String = lines.iter().map(|line| format!("{line}\n")).collect();
    refused(
        "fewer",
        &fewer,
        &proof,
        "not implied by reverse unit propagation",
    );
    // No steps; a step without its hints; another conclusion.
    let mut lines: Vec<&str> = proof.lines().collect();
    lines.drain(2..lines.len() - 3);
    refused(
        "no-steps",
        &formula,
        &lines.join("\n"),
        "no contradicting constraint",
    );
    let first = proof.lines().find(|line| line.starts_with("rup "));
    let first = first.expect("a step");
    let unhinted = format!("{} ~;", &first[..=first.find(':').expect("hints")]);
    let spoiled = proof.replacen(first, &unhinted, 1);
    refused(
        "no-hints",
        &formula,
        &spoiled,
        "not implied by reverse unit propagation",
    );
    let spoiled = proof.replace("conclusion UNSAT", "conclusion SAT");
    refused("sat", &formula, &spoiled, "No solution has been logged");
    // A literal of a solution the other way round.
    let line = whole.proof.lines().find(|line| line.starts_with("sol "));
    let line = line.expect("a solution");
    let turned = match line.strip_prefix("sol ~") {
        Some(rest) => format!("sol {rest}"),
        None => line.replacen("sol ", "sol ~", 1),
    };
    let spoiled = whole.proof.replacen(line, &turned, 1);
    refused(
        "turned",
        &whole.formula,
        &spoiled,
        "solution is conflicting",
    );
}

/// What VeriPB cannot see is whether the two formulas belong together: that is our checker's part.
#[test]
fn two_proofs_that_do_not_belong_together_are_refused() {
    let model = colouring();
    let all = solutions(&model);
    let whole = files(&model, Claim::Exactly, Encoding::Auto, &all);
    let (rest, _) = whole.rest.expect("solutions are excluded");
    let tied = |proof: &str, rest: &str| {
        let tied = check_tied(whole.formula.as_bytes(), proof.as_bytes(), rest.as_bytes());
        tied.map_err(|refusal| refusal.reason)
    };
    assert_eq!(tied(&whole.proof, &rest), Ok(8));
    let refused = |proof: &str, rest: &str, reason: &str| {
        let said = tied(proof, rest).expect_err(reason);
        assert!(said.contains(reason), "{said}");
    };
    let solution = whole.proof.lines().find(|line| line.starts_with("sol "));
    let solution = format!("{}\n", solution.expect("a solution"));
    let without = whole.proof.replacen(&solution, "", 1);
    refused(&without, &rest, "does not exclude exactly");
    let twice = whole.proof.replacen(&solution, &solution.repeat(2), 1);
    refused(&twice, &rest, "does not exclude exactly");
    let last = rest.trim_end().rfind('\n').expect("lines") + 1;
    refused(&whole.proof, &rest[..last], "is not excluded");
    refused(
        &whole.proof,
        &format!("{rest}1 x1 >= 1 ;\n"),
        "excludes more",
    );
    let stronger = format!("{}1 x1 >= 1 ;\n", &rest[..last]);
    refused(&whole.proof, &stronger, "does not exclude exactly");
    let at = rest.find("\n1 ").expect("a constraint") + 1;
    let end = at + rest[at..].find('\n').expect("its end");
    let other = format!("{}1 x1 >= 1 ;{}", &rest[..at], &rest[end..]);
    refused(&whole.proof, &other, "does not begin with the first");
}

/// A random graph whose nodes get one of three colours.
fn random_colouring(rng: &mut ChaCha8Rng) -> Model {
    let mut model = Model::new("a random colouring");
    let nodes = model.array("node", 4, 1..=3);
    for b in 1..4 {
        for a in 0..b {
            if rng.random_bool(0.7) {
                let apart = model.compare(nodes[a], Rel::NotEqual, nodes[b]);
                apart.expect("valid");
            }
        }
    }
    model.member(nodes[0], 1..=1).expect("valid");
    model.set_answer(nodes);
    model
}

/// What can be spoiled of two proofs that there are exactly so many solutions.
const SPOILS: [&str; 8] = [
    "a block less",
    "a block twice",
    "a solution less",
    "a literal turned",
    "the other conclusion",
    "no steps",
    "no hints",
    "another formula",
];

/// The files of a spoiled proof, and what the refusal must say, if it can be spoiled so.
fn spoiled(files: &Files, spoil: &str, rng: &mut ChaCha8Rng) -> (Files, &'static str) {
    let lines = |text: &str| text.lines().map(String::from).collect::<Vec<String>>();
    let text = |lines: Vec<String>| lines.iter().map(|line| format!("{line}\n")).collect();
    let one = |lines: &[String], start: &str, rng: &mut ChaCha8Rng| {
        let all = (0..lines.len()).filter(|&at| lines[at].starts_with(start));
        all.choose(rng).expect("there is one")
    };
    let (mut formula, mut proof) = (lines(&files.formula), lines(&files.proof));
    let (rest, rest_proof) = files.rest.as_ref().expect("solutions are excluded");
    let (mut rest, mut rest_proof) = (lines(rest), lines(rest_proof));
    let sols = proof.iter().filter(|line| line.starts_with("sol ")).count();
    let blocks = rest.len() - sols;
    let reason = match spoil {
        "a block less" => {
            rest.remove(rng.random_range(blocks..rest.len()));
            "exclude"
        }
        "a block twice" => {
            let [from, to] = [0; 2].map(|_| rng.random_range(blocks..rest.len()));
            let (from, to) = if from == to {
                (blocks, rest.len())
            } else {
                (from, to)
            };
            let block = rest[from].clone();
            if to == rest.len() {
                rest.push(block);
            } else {
                rest[to] = block;
            }
            "exclude"
        }
        "a solution less" => {
            proof.remove(one(&proof, "sol ", rng));
            "exclude"
        }
        "a literal turned" => {
            let at = one(&proof, "sol ", rng);
            let mut words: Vec<String> = proof[at].split(' ').map(String::from).collect();
            let word = rng.random_range(1..words.len());
            words[word] = match words[word].strip_prefix('~') {
                Some(literal) => literal.into(),
                None => format!("~{}", words[word]),
            };
            proof[at] = words.join(" ");
            ""
        }
        "the other conclusion" => {
            let at = one(&rest_proof, "conclusion", rng);
            rest_proof[at] = rest_proof[at].replace("UNSAT", "SAT");
            "No solution has been logged"
        }
        "no steps" => {
            rest_proof.retain(|line| !line.starts_with("rup "));
            ""
        }
        "no hints" => {
            let at = one(&rest_proof, "rup ", rng);
            let end = rest_proof[at].find(':').expect("hints");
            rest_proof[at] = format!("{} ~;", &rest_proof[at][..=end]);
            "not implied by reverse unit propagation"
        }
        _ => {
            // The last is where the blocks begin: without it the first of them would be another.
            let last = formula.len() - 1;
            let at = one(&formula[..last], "1 ", rng);
            formula.remove(at);
            "does not begin with the first"
        }
    };
    let files = Files {
        formula: text(formula),
        proof: text(proof),
        rest: Some((text(rest), text(rest_proof))),
    };
    (files, reason)
}

/// How many solutions two proofs show; or why one of them, or the two together, are refused.
fn exactly(name: &str, files: &Files) -> Result<u64, String> {
    let (rest, rest_proof) = files.rest.as_ref().expect("solutions are excluded");
    let (formula, proof) = (&files.formula, &files.proof);
    let tied = check_tied(formula.as_bytes(), proof.as_bytes(), rest.as_bytes());
    let tied = tied.map_err(|refusal| refusal.reason)?;
    veripb(name, formula, proof)?;
    veripb(&format!("{name}-rest"), rest, rest_proof)?;
    Ok(tied)
}

/// How many spoiled proofs about random models there were, all of them refused.
fn refused_of_random(models: u64) -> u64 {
    let mut refused = 0;
    for seed in 0..models {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = random_colouring(&mut rng);
        let all = solutions(&model);
        if all.is_empty() {
            continue;
        }
        let whole = files(&model, Claim::Exactly, Encoding::Auto, &all);
        assert_eq!(
            exactly(&format!("random-{models}"), &whole),
            Ok(all.len() as u64),
            "seed {seed}"
        );
        for spoil in SPOILS {
            let (spoiled, reason) = spoiled(&whole, spoil, &mut rng);
            let said = exactly(&format!("spoiled-{models}"), &spoiled);
            assert!(
                said.as_ref().is_err_and(|said| said.contains(reason)),
                "{spoil}, seed {seed}: {said:?}"
            );
            refused += 1;
        }
    }
    refused
}

#[test]
fn no_spoiled_proof_passes() {
    assert!(refused_of_random(5) >= 24);
}

#[test]
#[ignore = "takes minutes"]
fn none_of_a_thousand_spoiled_proofs_passes() {
    assert!(refused_of_random(160) >= 1000);
}
