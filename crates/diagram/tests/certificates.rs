//! Counts written down and checked: every constraint against brute force, and spoiled ones refused by the right reason.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};
use tantalizer_check::{Claim, check};
use tantalizer_conformance::instance::Instance;
use tantalizer_conformance::{brute, whole_models};
use tantalizer_diagram::{CountError, write_count};
use tantalizer_model::{ConstraintKind, Limit, Limits, Model, Rel};

/// The lines of a certificate without its digest, and the count; none if a constraint is not one for a certificate.
fn lines_of(model: &Model) -> Option<(Vec<String>, BigUint)> {
    let mut body = Vec::new();
    let written = write_count(model, &Limits::none(), &mut |line| {
        body.push(line.to_string());
        Ok(())
    });
    let count = match written {
        Ok(count) => count,
        Err(CountError::Stopped(Limit::Unsupported(_))) => return None,
        Err(other) => panic!("{other:?}\n{model}"),
    };
    let text = model.to_text();
    let mut lines = vec!["tantalizer certificate 1".to_string()];
    lines.push(format!("claim count {count}"));
    lines.extend(["statement 1".to_string(), "| none".to_string()]);
    lines.push(format!("model {}", text.split('\n').count()));
    lines.extend(text.split('\n').map(|line| format!("| {line}")));
    lines.extend(body);
    lines.push("end".to_string());
    Some((lines, count))
}

/// The verdict on the lines with their digest put right.
fn verdict(lines: &[String]) -> Result<Claim, String> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let bytes = Sha256::digest(text.as_bytes());
    let digest: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let report = check(format!("{text}digest sha256 {digest}\n").as_bytes());
    report
        .map(|report| report.claim)
        .map_err(|refusal| refusal.to_string())
}

fn accepted(model: &Model, label: &str) -> Option<Vec<String>> {
    let (lines, count) = lines_of(model)?;
    let expected = BigUint::from(brute::answers(model).len());
    assert_eq!(count, expected, "{label}:\n{model}");
    let text = || lines.join("\n");
    match verdict(&lines) {
        Ok(claim) => assert_eq!(claim, Claim::Count(expected), "{label}:\n{}", text()),
        Err(reason) => panic!("{label}: {reason}\n{}", text()),
    }
    Some(lines)
}

/// What can be spoiled, and what the refusal must say.
const SPOILS: [(&str, &str); 5] = [
    ("an arc more", "there is an arc, but"),
    (
        "an arc less",
        "there is no arc, but no constraint excludes it",
    ),
    ("a merge too many", "has another future"),
    ("a wrong sum", "the diagram holds"),
    ("a missing layer", "layer"),
];

/// Spoils the lines; none if there is no place for it.
fn spoiled(lines: &[String], spoil: &str, rng: &mut ChaCha8Rng) -> Option<Vec<String>> {
    let mut lines = lines.to_vec();
    if spoil == "a wrong sum" {
        let count: BigUint = lines[1].strip_prefix("claim count ")?.parse().ok()?;
        lines[1] = format!("claim count {}", count + 1u32);
        return Some(lines);
    }
    let from = lines.iter().position(|line| line.starts_with("diagram "))?;
    let starts: Vec<usize> = (from..lines.len())
        .filter(|&at| lines[at].starts_with("layer ") || lines[at] == "end")
        .collect();
    if spoil == "a missing layer" {
        let layers = starts.len() - 1;
        let gone = (layers > 0).then(|| rng.random_range(0..layers))?;
        lines.drain(starts[gone]..starts[gone + 1]);
        return Some(lines);
    }
    // Each place: the line, the word, and how many nodes the layer below has before it.
    let mut places = Vec::new();
    for layer in starts.windows(2) {
        let mut nodes = 0;
        let rows = lines.iter().enumerate().take(layer[1]).skip(layer[0] + 1);
        for (at, row) in rows {
            for (column, word) in row.split(' ').enumerate() {
                let fits = match spoil {
                    "an arc more" => word == "-",
                    "an arc less" => word == "+" || word.parse::<usize>().is_ok(),
                    _ => word == "+" && nodes > 0 || word.parse::<usize>().is_ok() && nodes > 1,
                };
                if fits {
                    places.push((at, column, nodes));
                }
                nodes += usize::from(word == "+");
            }
        }
    }
    let (at, column, nodes) =
        (!places.is_empty()).then(|| places[rng.random_range(0..places.len())])?;
    let mut words: Vec<String> = lines[at].split(' ').map(String::from).collect();
    words[column] = match spoil {
        "an arc more" if nodes > 0 && rng.random() => rng.random_range(0..nodes).to_string(),
        "an arc more" => "+".to_string(),
        "an arc less" => "-".to_string(),
        _ => {
            let others: Vec<String> = (0..nodes).map(|node| node.to_string()).collect();
            let others: Vec<&String> = others
                .iter()
                .filter(|node| **node != words[column])
                .collect();
            others[rng.random_range(0..others.len())].clone()
        }
    };
    lines[at] = words.join(" ");
    Some(lines)
}

/// Spoils a certificate in every way; counts what was refused.
fn refuses_spoiled(
    lines: &[String],
    rng: &mut ChaCha8Rng,
    refused: &mut BTreeMap<(&'static str, &'static str), usize>,
    kind: &'static str,
    label: &str,
) {
    for (spoil, expected) in SPOILS {
        let Some(spoiled) = spoiled(lines, spoil, rng) else {
            continue;
        };
        match verdict(&spoiled) {
            Err(reason) if reason.contains(expected) => {
                *refused.entry((kind, spoil)).or_default() += 1
            }
            other => panic!("{label}, {spoil}: {other:?}\n{}", spoiled.join("\n")),
        }
    }
}

#[test]
fn every_constraint_is_certified_and_no_spoiled_certificate_passes() {
    let mut refused = BTreeMap::new();
    for kind in ConstraintKind::ALL {
        let mut certified = 0;
        for seed in 0..60 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let label = format!("{} seed {seed}", kind.name());
            let model = Instance::random(kind, seed).model;
            if let Some(lines) = accepted(&model, &label) {
                certified += 1;
                refuses_spoiled(&lines, &mut rng, &mut refused, kind.name(), &label);
            }
        }
        // These two are rewritten for a diagram, and a certificate is about the model as it was posed.
        let rewritten = matches!(kind, ConstraintKind::Cumulative | ConstraintKind::NoOverlap);
        assert_eq!(certified > 0, !rewritten, "{}", kind.name());
        // A constraint on one variable leaves nothing to tell nodes apart by.
        let merges = !rewritten && kind != ConstraintKind::Member;
        let refused = |spoil| refused.contains_key(&(kind.name(), spoil));
        assert_eq!(refused("a merge too many"), merges, "{}", kind.name());
        for spoil in [
            "an arc more",
            "an arc less",
            "a wrong sum",
            "a missing layer",
        ] {
            assert_eq!(refused(spoil), !rewritten, "{}, {spoil}", kind.name());
        }
    }
    assert!(refused.values().sum::<usize>() > 1000, "{refused:?}");
}

#[test]
fn every_constraint_reified_is_certified() {
    for kind in ConstraintKind::ALL {
        for seed in 1000..1030 {
            let instance = Instance::random(kind, seed).model;
            let mut model = instance.without_constraints();
            let by = model.boolean("by");
            let constraint = instance.constraints()[0].constraint.clone();
            model.reified(constraint, by).expect("valid");
            accepted(&model, &format!("reified {} {seed}", kind.name()));
        }
    }
}

#[test]
fn whole_models_with_auxiliary_variables_are_certified() {
    let mut refused = BTreeMap::new();
    let mut certified = 0;
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = whole_models::random_model(seed);
        let label = format!("seed {seed}");
        if let Some(lines) = accepted(&model, &label) {
            certified += 1;
            refuses_spoiled(&lines, &mut rng, &mut refused, "model", &label);
        }
    }
    assert!(certified > 200, "{certified}");
    assert_eq!(refused.len(), SPOILS.len(), "{refused:?}");
}

/// A variable of more than 64 values: what a constraint leaves it is no set of values in a label, but the constraint's future.
#[test]
fn variables_of_many_values_are_certified() {
    let mut model = Model::new("two numbers and a bit");
    let (x, y) = (model.int("x", 0..=80), model.int("y", 0..=80));
    let even = model.boolean("even");
    model
        .linear([(1, x), (1, y), (1, even)], Rel::Equal, 90)
        .expect("valid");
    model.compare(x, Rel::Less, y).expect("valid");
    let lines = accepted(&model, "many values").expect("nothing is hard about it");
    let mut refused = BTreeMap::new();
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        refuses_spoiled(&lines, &mut rng, &mut refused, "many", "many values");
    }
    assert_eq!(refused.len(), SPOILS.len(), "{refused:?}");
}

/// A variable that is no answer and has two values would count every answer twice.
#[test]
fn an_auxiliary_variable_multiplies_nothing() {
    let mut model = Model::new("a bit and a helper");
    let x = model.boolean("x");
    model.boolean("helper");
    model.set_answer([x]);
    let (lines, count) = lines_of(&model).expect("nothing is hard about it");
    assert_eq!(count, 2u32.into());
    assert_eq!(verdict(&lines), Ok(Claim::Count(2u32.into())));
    let forged = lines.join("\n").replace("claim count 2", "claim count 4");
    let forged: Vec<String> = forged
        .replace("diagram 1 ", "diagram 2 ")
        .split('\n')
        .map(String::from)
        .collect();
    let reason = verdict(&forged).expect_err("counted twice");
    assert!(
        reason.contains("`helper` is no answer and has 2 values"),
        "{reason}"
    );
    // Nor may an answer be left out of what is counted.
    let forged: Vec<String> = lines
        .join("\n")
        .replace("diagram 1 ", "diagram 0 ")
        .split('\n')
        .map(String::from)
        .collect();
    let reason = verdict(&forged).expect_err("not counted");
    assert!(
        reason.contains("the answer `x` is not in the counted layers"),
        "{reason}"
    );
}
