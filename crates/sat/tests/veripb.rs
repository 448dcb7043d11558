//! Proofs for VeriPB: it accepts them, and refuses them once they are spoiled.
//!
//! The program `veripb` is installed by `cargo xtask test`.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

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
