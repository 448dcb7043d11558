//! Certificates of the fewest clues, against trying all sets of clues; spoiled ones are refused.

mod common;

use common::{redigest, solutions};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_check::{Claim as Checked, check, read_stated};
use tantalizer_conformance::brute;
use tantalizer_model::constraints::Member;
use tantalizer_model::{Constraint, Model, Rel, Solution, Var};
use tantalizer_sat::{Certificate, CertificateError, Claim, Encoding};

/// A random model of a few variables without clues.
fn blank(random: &mut ChaCha8Rng) -> (Model, Vec<Var>) {
    let mut model = Model::new("a board");
    let cells = model.array("cell", random.random_range(3..=5), 1..=3);
    for at in 2..cells.len() {
        model
            .compare(cells[at - 1], Rel::NotEqual, cells[at - 2])
            .expect("valid");
    }
    // Something that is no part of the answer.
    let sum = model.int("sum", 0..=15);
    let terms = cells.iter().map(|&cell| (1, cell)).chain([(-1, sum)]);
    model.linear(terms, Rel::Equal, 0).expect("valid");
    model.set_answer(cells.clone());
    (model, cells)
}

/// The fewest variables that tell this solution from all others, by trying all sets, smallest first.
fn fewest(all: &[Solution], solution: &Solution, cells: &[Var]) -> Vec<Var> {
    let tells = |set: &Vec<Var>| {
        let agree = |other: &&Solution| set.iter().all(|&var| other[var] == solution[var]);
        all.iter().filter(agree).count() == 1
    };
    let set = |bits: u32| -> Vec<Var> {
        let chosen = (0..cells.len()).filter(|at| bits >> at & 1 == 1);
        chosen.map(|at| cells[at]).collect()
    };
    let mut sets: Vec<Vec<Var>> = (0..1 << cells.len()).map(set).collect();
    sets.sort_by_key(Vec::len);
    sets.into_iter().find(tells).expect("all of them do")
}

/// A certificate as text; the clues are those given.
fn certificate(
    blank: &Model,
    clues: &[Var],
    solution: &Solution,
    others: &[Solution],
) -> Result<String, CertificateError> {
    let mut model = blank.clone();
    for &clue in clues {
        model.member(clue, [solution[clue]]).expect("valid");
    }
    let out = common::Shared::default();
    Certificate {
        statement: common::STATEMENT,
        model: &model,
        claim: Claim::Exactly,
        solutions: std::slice::from_ref(solution),
        encoding: Encoding::Auto,
    }
    .write_fewest(
        clues.len(),
        &blank.answer(),
        others,
        out.clone(),
        &tantalizer_model::Limits::none(),
    )?;
    Ok(out.text())
}

/// Whether what a certificate claims is true of the model it states, by brute force.
fn true_claim(text: &str) -> bool {
    let stated = read_stated(text.as_bytes()).expect("it was accepted");
    let Checked::Fewest(claimed) = stated.claim else {
        return true;
    };
    let answers = brute::answers(&stated.model);
    let mut blank = stated.model.without_constraints();
    let mut clues = 0;
    for posted in stated.model.constraints() {
        match &posted.constraint {
            Constraint::Member(Member { values, .. }) if values.len() == 1 => clues += 1,
            other => drop(blank.post(other.clone())),
        }
    }
    let all: Vec<Solution> = brute::answers(&blank).into_iter().map(Solution).collect();
    let cells: Vec<Var> = (0..stated.model.answer().len())
        .map(Var::from_index)
        .collect();
    let Some(only) = answers.first().filter(|_| answers.len() == 1) else {
        return false;
    };
    clues == claimed && fewest(&all, &Solution(only.clone()), &cells).len() as u64 == claimed
}

#[test]
fn as_few_clues_as_trying_all_sets_and_no_other_number_is_certified() {
    let mut sizes = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (model, cells) = blank(&mut random);
        let all = solutions(&model);
        let solution = &all[random.random_range(0..all.len())];
        let others: Vec<Solution> = all
            .iter()
            .filter(|other| *other != solution)
            .cloned()
            .collect();
        let clues = fewest(&all, solution, &cells);
        sizes.insert(clues.len());
        let text = certificate(&model, &clues, solution, &others).expect("it is true");
        let report = check(text.as_bytes())
            .unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}\n{text}"));
        assert_eq!(report.claim, Checked::Fewest(clues.len() as u64));
        assert_eq!(report.alternatives, others.len() as u64);
        assert!(true_claim(&text), "seed {seed}");
        // One clue more than needed: unique as well, but not the fewest, so there is no proof to be had.
        if let Some(&more) = cells.iter().find(|cell| !clues.contains(cell)) {
            let too_many: Vec<Var> = clues.iter().copied().chain([more]).collect();
            let refused = certificate(&model, &too_many, solution, &others);
            assert!(
                matches!(refused, Err(CertificateError::False)),
                "seed {seed}"
            );
        }
        // One clue less: another solution turns up.
        if let Some((_, fewer)) = clues.split_first() {
            let refused = certificate(&model, fewer, solution, &others);
            assert!(
                matches!(refused, Err(CertificateError::False)),
                "seed {seed}"
            );
        }
        for _ in 0..40 {
            let spoiled = redigest(&spoil(&text, &mut random));
            if spoiled != text && check(spoiled.as_bytes()).is_ok() {
                assert!(true_claim(&spoiled), "seed {seed}: accepted\n{spoiled}");
            }
        }
    }
    assert!(sizes.len() > 1, "{sizes:?}");
}

/// One change in the part about the clues: a line dropped, doubled, or a number in it changed.
fn spoil(text: &str, random: &mut ChaCha8Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let from = lines
        .iter()
        .position(|line| line.starts_with("alternatives"));
    let from = from.expect("a part about the clues");
    // Sometimes the claim itself.
    let at = match random.random_range(0..8) {
        0 => 1,
        _ => random.random_range(from..lines.len() - 1),
    };
    match random.random_range(0..4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        _ => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_string).collect();
            let word = random.random_range(0..words.len());
            if let Ok(number) = words[word].parse::<i64>() {
                words[word] = (number + random.random_range(-1..=1)).to_string();
            }
            lines[at] = words.join(" ");
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn each_way_to_cheat_is_refused_with_its_reason() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let (model, cells) = blank(&mut random);
    let all = solutions(&model);
    let (solution, others) = all.split_first().expect("there are solutions");
    let clues = fewest(&all, solution, &cells);
    let text = certificate(&model, &clues, solution, others).expect("it is true");
    let number = clues.len();
    let refusal = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in\n{text}");
        let spoiled = redigest(&text.replacen(from, to, 1));
        match check(spoiled.as_bytes()) {
            Ok(_) => panic!("accepted:\n{spoiled}"),
            Err(refusal) => refusal.reason,
        }
    };
    let claim = format!("claim fewest {number}");
    let reason = refusal(&claim, &format!("claim fewest {}", number + 1));
    assert!(reason.contains("clues are claimed"), "{reason}");
    let values = |solution: &Solution| -> String {
        let values: Vec<String> = solution.0.iter().map(i32::to_string).collect();
        values.join(" ")
    };
    let first = format!("alternative {}", values(&others[0]));
    let reason = refusal(&first, &format!("alternative {}", values(solution)));
    assert!(reason.contains("the certified solution again"), "{reason}");
    let mut wrong = others[0].clone();
    wrong.0[0] = 4 - wrong.0[0].min(2);
    wrong.0[1] = wrong.0[0];
    let reason = refusal(&first, &format!("alternative {}", values(&wrong)));
    assert!(reason.contains("no solution without the clues"), "{reason}");
    // Without the alternatives there is nothing to conclude from.
    let mut kept: Vec<&str> = text.lines().collect();
    kept.retain(|line| !line.starts_with("alternative "));
    let spoiled = kept.join("\n") + "\n";
    let spoiled = spoiled.replace(&format!("alternatives {}", others.len()), "alternatives 0");
    assert!(check(redigest(&spoiled).as_bytes()).is_err());
}
