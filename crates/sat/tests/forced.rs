//! What holds in every solution: certified, compared with trying all solutions, and refused when spoiled.

mod common;

use common::{STATEMENT, Shared, colouring, redigest, solutions};
use tantalizer_check::{Claim as Shown, check};
use tantalizer_conformance::whole_models;
use tantalizer_model::{Limits, Model, Rel, Var};
use tantalizer_sat::{Certificate, CertificateError, Claim, Encoding};

/// The answer variables with one value in all solutions; none if there is no solution.
fn forced(model: &Model) -> Option<Vec<(Var, i32)>> {
    let all = solutions(model);
    let first = all.first()?;
    let mut vars = model.answer();
    vars.sort_unstable();
    vars.dedup();
    vars.retain(|&var| all.iter().all(|other| other[var] == first[var]));
    Some(vars.into_iter().map(|var| (var, first[var])).collect())
}

fn write(model: &Model, forced: &[(Var, i32)]) -> Result<String, CertificateError> {
    let out = Shared::default();
    let all = solutions(model);
    let certificate = Certificate {
        statement: STATEMENT,
        model,
        claim: Claim::Satisfiable,
        solutions: &all[..1],
        encoding: Encoding::Auto,
    };
    certificate.write_forced(forced, out.clone(), &Limits::none())?;
    Ok(out.text())
}

/// The colouring with its first two nodes coloured, so that some others are, too.
fn half_coloured() -> Model {
    let mut model = colouring();
    let nodes = model.answer();
    model.member(nodes[0], 1..=1).expect("valid");
    model.compare(nodes[1], Rel::Less, nodes[2]).expect("valid");
    model
}

#[test]
fn what_is_forced_is_certified_and_nothing_else() {
    let mut certified = 0;
    for seed in 0..200 {
        let mut model = whole_models::random_model(seed);
        model.clear_objective();
        let Some(forced) = forced(&model) else {
            continue;
        };
        let text = write(&model, &forced).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let report = check(text.as_bytes()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(
            report.claim,
            Shown::Forced(forced.len() as u64),
            "seed {seed}"
        );
        certified += 1;
        if let Some((_, fewer)) = forced.split_first() {
            let refused = write(&model, fewer);
            assert!(
                matches!(refused, Err(CertificateError::OtherForced(_))),
                "seed {seed}"
            );
        }
    }
    assert!(certified > 50, "{certified}");
}

#[test]
fn spoiled_ones_are_refused_with_their_reason() {
    let model = half_coloured();
    let forced = forced(&model).expect("it has solutions");
    assert!(
        !forced.is_empty() && forced.len() < model.answer().len(),
        "{forced:?}"
    );
    let text = write(&model, &forced).expect("true");
    let refused = |text: &str, reason: &str| {
        let refusal = check(redigest(text).as_bytes()).expect_err(reason);
        assert!(refusal.reason.contains(reason), "{refusal}");
    };
    let (claim, more) = (forced.len(), forced.len() + 1);
    let wrong = text.replace(
        &format!("claim forced {claim}"),
        &format!("claim forced {more}"),
    );
    refused(&wrong, "values are claimed, the solutions agree in");
    // Fewer solutions agree in more.
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|line| line.starts_with("solution "));
    let count = lines
        .iter()
        .filter(|line| line.starts_with("solution "))
        .count();
    let without = lines
        .iter()
        .enumerate()
        .filter(|entry| Some(entry.0) != last);
    let without: String = without.map(|entry| format!("{}\n", entry.1)).collect();
    let without = without.replace(
        &format!("solutions {count}"),
        &format!("solutions {}", count - 1),
    );
    refused(&without, "values are claimed, the solutions agree in");
    // A clause that is easier to refute.
    let block = lines.iter().find(|line| line.starts_with("block "));
    let block = format!("{}\n", block.expect("a clause"));
    let literals: Vec<&str> = block.split(' ').collect();
    let shorter = format!("block {}", literals[2..].join(" "));
    refused(
        &text.replace(&block, &shorter),
        "does not exclude exactly what it must",
    );
    // No proof.
    let from = text.find("proof\n").expect("a proof") + "proof\n".len();
    let to = text.rfind("end\n").expect("an end");
    refused(&format!("{}{}", &text[..from], &text[to..]), "");
}
