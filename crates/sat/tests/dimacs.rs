//! DIMACS written for other solvers, their solutions read back, and proofs that other checkers take.

mod common;

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use common::colouring;
use tantalizer_check::read_stated;
use tantalizer_conformance::{brute, whole_models::random_model};
use tantalizer_model::Model;
use tantalizer_sat::{
    Claim, EncodeOptions, Encoded, Encoding, Foreign, ForeignError, Solver, Verdict, encode,
    read_solution, write_dimacs,
};

fn encoded(model: &Model) -> Encoded {
    encode(model, &EncodeOptions::default()).expect("a small model")
}

fn dimacs(model: &Model, encoded: &Encoded) -> String {
    let mut bytes = Vec::new();
    write_dimacs(model, encoded, &mut bytes).expect("memory can be written");
    String::from_utf8(bytes).expect("UTF-8")
}

/// A solver that has read DIMACS as any other would, and the number of variables that the text announces.
fn read_elsewhere(text: &str) -> (Solver, usize) {
    let mut solver = Solver::new();
    let mut header = None;
    let mut clauses = 0;
    for line in text.lines().filter(|line| !line.starts_with('c')) {
        if let Some(rest) = line.strip_prefix("p cnf ") {
            let numbers: Vec<usize> = rest.split(' ').map(|n| n.parse().expect("n")).collect();
            header = Some((numbers[0], numbers[1]));
            solver.reserve(numbers[0]);
            continue;
        }
        let numbers: Vec<i32> = line.split(' ').map(|n| n.parse().expect("n")).collect();
        assert_eq!(numbers.last(), Some(&0));
        clauses += 1;
        solver.add(&numbers[..numbers.len() - 1]);
    }
    let (variables, announced) = header.expect("a header");
    assert_eq!(clauses, announced);
    (solver, variables)
}

fn solve_elsewhere(text: &str) -> String {
    let (mut solver, variables) = read_elsewhere(text);
    match solver.solve(&[]) {
        Verdict::Satisfiable(assignment) => {
            let mut text = "c a comment\ns SATISFIABLE\nv".to_string();
            for variable in 1..=variables as i32 {
                let sign = if assignment.holds(variable) { "" } else { "-" };
                text.push_str(&format!(" {sign}{variable}"));
                if variable % 7 == 0 {
                    text.push_str("\nv");
                }
            }
            text + " 0\n"
        }
        Verdict::Unsatisfiable(_) => "s UNSATISFIABLE\n".to_string(),
        Verdict::Unknown(limit) => panic!("{limit}"),
    }
}

#[test]
fn solutions_found_elsewhere_read_back() {
    let (mut some, mut none) = (0, 0);
    for seed in 0..100 {
        let model = random_model(seed);
        let encoded = encoded(&model);
        let output = solve_elsewhere(&dimacs(&model, &encoded));
        match read_solution(&model, &encoded, &output) {
            Ok(Foreign::Solution(solution)) => {
                some += 1;
                assert_eq!(model.violated(&solution.0), None, "seed {seed}");
            }
            Ok(Foreign::Unsatisfiable) => {
                none += 1;
                assert!(brute::answers(&model).is_empty(), "seed {seed}");
            }
            Err(error) => panic!("seed {seed}: {error} in\n{output}"),
        }
    }
    assert!(some > 10 && none > 10);
}

#[test]
fn what_is_shown_counts_the_answers() {
    for seed in 0..100 {
        let model = random_model(seed);
        let text = dimacs(&model, &encoded(&model));
        let mut lines = text.lines();
        let shown = lines.find_map(|line| line.strip_prefix("c p show "));
        let shown = shown.and_then(|shown| shown.strip_suffix("0"));
        let shown: Vec<i32> = (shown.expect("the line ends with 0").split_whitespace())
            .map(|variable| variable.parse().expect("a number"))
            .collect();
        let (mut solver, _) = read_elsewhere(&text);
        let mut count = 0;
        while let Verdict::Satisfiable(assignment) = solver.solve(&[]) {
            count += 1;
            let other = |&variable: &i32| {
                if assignment.holds(variable) {
                    -variable
                } else {
                    variable
                }
            };
            let other: Vec<i32> = shown.iter().map(other).collect();
            solver.add(&other);
        }
        assert_eq!(count, brute::answers(&model).len(), "seed {seed}");
    }
}

#[test]
fn outputs_that_are_no_solution_are_refused() {
    let model = colouring();
    let encoded = encoded(&model);
    let read = |text: &str| read_solution(&model, &encoded, text);
    assert_eq!(read(""), Err(ForeignError::Nothing));
    assert_eq!(read("s SATISFIABLE\n"), Err(ForeignError::NotSatisfying));
    assert_eq!(read("v 1 -2 3 0\n"), Err(ForeignError::NotSatisfying));
    let literal = |line, found: &str| {
        let found = found.to_string();
        Err(ForeignError::Literal { line, found })
    };
    assert_eq!(read("s SATISFIABLE\nv 1 x 0\n"), literal(2, "x"));
    assert_eq!(read("v 99999 0\n"), literal(1, "99999"));
    assert_eq!(read("v -2147483648 0\n"), literal(1, "-2147483648"));
}

#[test]
fn the_comments_name_the_variables() {
    let text = dimacs(&colouring(), &encoded(&colouring()));
    assert!(text.starts_with("c a colouring\n"), "{text}");
    for value in 1..=3 {
        assert!(text.contains(&format!("c node[4] = {value}: ")), "{text}");
    }
}

/// The proofs are LRAT as it is defined elsewhere, for formulas in DIMACS: they are replayed here by the definition alone, and by
/// the program that `TANTALIZER_LRAT_CHECK` names, such as `lrat-check` of the authors of DRAT-trim.
#[test]
fn the_proofs_are_lrat() {
    let program = std::env::var_os("TANTALIZER_LRAT_CHECK");
    let mut tried = 0;
    for seed in 0..60 {
        let model = if seed == 0 {
            colouring()
        } else {
            random_model(seed)
        };
        let text = common::text_of(&model, Claim::Exactly, Encoding::Auto).expect("all solutions");
        let (formula, proof) = split(&text);
        if proof.is_empty() {
            continue; // The formula holds the empty clause; other checkers want at least a step.
        }
        tried += 1;
        let accepted = |proof: &str| {
            let here = refutes(&formula, proof);
            if let Some(program) = &program {
                assert_eq!(
                    public_checker(program, &formula, proof),
                    here,
                    "seed {seed}"
                );
            }
            here
        };
        assert!(accepted(&proof), "seed {seed}:\n{text}");
        let shorter = &proof[..proof.trim_end().rfind('\n').map_or(0, |at| at + 1)];
        assert!(!accepted(shorter), "seed {seed}: the last step left out");
        for spoiled in without_a_hint(&proof) {
            assert!(
                !accepted(&spoiled),
                "seed {seed}: a hint left out of\n{text}"
            );
        }
    }
    assert!(tried > 20, "only {tried} proofs were tried");
}

/// The proof with one hint of its last step left out, in all ways. Each hint of the step to the empty clause is needed, or the solver
/// would not have named it.
fn without_a_hint(proof: &str) -> Vec<String> {
    let lines: Vec<&str> = proof.lines().filter(|line| !line.contains(" d ")).collect();
    let Some((last, before)) = lines.split_last() else {
        return Vec::new();
    };
    let words: Vec<&str> = last.split(' ').collect();
    let hints = 2..words.len() - 1;
    let one_less = |hint: usize| [&words[..hint], &words[hint + 1..]].concat().join(" ");
    hints
        .map(|hint| [before, &[one_less(hint).as_str()]].concat().join("\n"))
        .collect()
}

/// Whether the steps of an LRAT proof lead from the clauses of a formula to the empty clause: each new clause must follow by unit
/// propagation through the clauses that its hints name, in their order (Cruz-Filipe et al., *Efficient certified RAT
/// verification*, 2017; without the steps that need more than that).
fn refutes(formula: &str, proof: &str) -> bool {
    let numbers = |line: &str| -> Vec<i32> {
        let words = line.split_whitespace().filter(|&word| word != "d");
        words.map(|word| word.parse().expect("a number")).collect()
    };
    let axioms = formula.lines().filter(|line| !line.starts_with('p'));
    let clause = |line: &str| numbers(line).into_iter().filter(|&l| l != 0).collect();
    let mut clauses: HashMap<i32, Vec<i32>> = (1..).zip(axioms.map(clause)).collect();
    for line in proof.lines() {
        let step = numbers(line);
        if line.split(' ').nth(1) == Some("d") {
            step[1..].iter().for_each(|id| drop(clauses.remove(id)));
            continue;
        }
        let mut parts = step[1..].split(|&number| number == 0);
        let (new, hints) = (
            parts.next().expect("literals"),
            parts.next().expect("hints"),
        );
        if !follows(new, hints, &clauses) {
            return false;
        }
        if new.is_empty() {
            return true;
        }
        clauses.insert(step[0], new.to_vec());
    }
    false
}

/// Whether the hints, one after the other, each force one literal more, from the clause being false, until one cannot be satisfied.
fn follows(clause: &[i32], hints: &[i32], clauses: &HashMap<i32, Vec<i32>>) -> bool {
    let mut holds: HashSet<i32> = clause.iter().map(|literal| -literal).collect();
    for hint in hints {
        let Some(hint) = clauses.get(hint) else {
            return false;
        };
        let mut open = hint.iter().filter(|&literal| !holds.contains(&-literal));
        match (open.next(), open.next()) {
            (None, _) => return true,
            (Some(&unit), None) => drop(holds.insert(unit)),
            _ => return false,
        }
    }
    false
}

fn public_checker(program: &OsStr, formula: &str, proof: &str) -> bool {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let [cnf, lrat] = ["formula.cnf", "proof.lrat"].map(|name| folder.join(name));
    std::fs::write(&cnf, formula).expect("a file can be written");
    std::fs::write(&lrat, proof).expect("a file can be written");
    let output = Command::new(program).arg(cnf).arg(lrat).output();
    let said = output.expect("the checker runs").stdout;
    let said = String::from_utf8_lossy(&said);
    said.lines().any(|line| line == "c VERIFIED")
}

/// The formula with the blocks as DIMACS, and the proof as it stands.
fn split(text: &str) -> (String, String) {
    let stated = read_stated(text.as_bytes()).expect("it was just written");
    let clause = |literals: &[i32]| -> String {
        let words: Vec<String> = literals.iter().map(i32::to_string).collect();
        format!("{} 0\n", words.join(" "))
    };
    let mut clauses: Vec<String> = stated.formula.iter().map(|c| clause(c)).collect();
    let blocks = text.lines().filter_map(|line| line.strip_prefix("block "));
    clauses.extend(blocks.map(|block| format!("{block}\n")));
    let header = format!("p cnf {} {}\n", stated.variables, clauses.len());
    let proof = text.split("\nproof\n").nth(1).unwrap_or("");
    let proof = proof.split("end\n").next().unwrap_or("");
    (header + &clauses.concat(), proof.to_string())
}
