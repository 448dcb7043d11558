//! Random formulas against brute force, and larger ones against what is known of them.

use std::cell::RefCell;
use std::rc::Rc;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cnf::Lit;
use crate::solver::{Solver, Verdict};

fn random_clauses(rng: &mut ChaCha8Rng, variables: i32, clauses: usize) -> Vec<Vec<Lit>> {
    let literal = |rng: &mut ChaCha8Rng| {
        let variable = rng.random_range(1..=variables);
        if rng.random_bool(0.5) {
            variable
        } else {
            -variable
        }
    };
    let clause =
        |rng: &mut ChaCha8Rng| (0..rng.random_range(1..=4)).map(|_| literal(rng)).collect();
    (0..clauses).map(|_| clause(rng)).collect()
}

/// All assignments that make the clauses and the assumptions true, as numbers of bits.
fn solutions(variables: i32, clauses: &[Vec<Lit>], assumptions: &[Lit]) -> Vec<u32> {
    let holds = |bits: u32, literal: Lit| (bits >> (literal.abs() - 1) & 1 == 1) == (literal > 0);
    (0..1 << variables)
        .filter(|&bits| assumptions.iter().all(|&literal| holds(bits, literal)))
        .filter(|&bits| {
            clauses
                .iter()
                .all(|c| c.iter().any(|&literal| holds(bits, literal)))
        })
        .collect()
}

/// One question after another to the same solver, with clauses added in between, values preferred, and an order to branch in.
#[test]
fn random_formulas_are_decided_as_by_brute_force() {
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let variables = rng.random_range(3..=9);
        let mut solver = Solver::in_rust();
        solver.set_seed(seed % 3);
        solver.reserve(variables as usize);
        if seed % 4 == 0 {
            solver.branch_first(&[variables, -1]);
        }
        let mut clauses = Vec::new();
        for _ in 0..6 {
            for clause in random_clauses(&mut rng, variables, 6) {
                solver.add(&clause);
                clauses.push(clause);
            }
            solver.prefer(-rng.random_range(1..=variables));
            let mut assumptions: Vec<Lit> = random_clauses(&mut rng, variables, 1).remove(0);
            assumptions.truncate(rng.random_range(0..=4));
            let expected = solutions(variables, &clauses, &assumptions);
            match solver.solve(&assumptions) {
                Verdict::Satisfiable(found) => {
                    let bits = found
                        .0
                        .iter()
                        .rev()
                        .fold(0, |bits, &b| 2 * bits + u32::from(b));
                    assert!(expected.contains(&bits), "seed {seed}");
                }
                Verdict::Unsatisfiable(core) => {
                    assert!(expected.is_empty(), "seed {seed}");
                    assert!(core.iter().all(|literal| assumptions.contains(literal)));
                    assert!(
                        solutions(variables, &clauses, &core).is_empty(),
                        "seed {seed}"
                    );
                }
                Verdict::Unknown(limit) => panic!("seed {seed}: {limit}"),
            }
        }
    }
}

#[test]
fn a_visitor_sees_every_assignment_once() {
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let variables = rng.random_range(3..=8);
        let clauses = random_clauses(&mut rng, variables, 8);
        let mut solver = Solver::in_rust();
        solver.reserve(variables as usize);
        clauses.iter().for_each(|clause| solver.add(clause));
        let seen = Rc::new(RefCell::new(Vec::new()));
        let list = Rc::clone(&seen);
        solver.visit(&[], move |truth| {
            let bits = (1..=variables)
                .rev()
                .fold(0, |bits, v| 2 * bits + u32::from(truth(v)));
            list.borrow_mut().push(bits);
            Some(
                (1..=variables)
                    .map(|v| if truth(v) { -v } else { v })
                    .collect(),
            )
        });
        assert_eq!(solver.solve(&[]), Verdict::Unsatisfiable(Vec::new()));
        seen.borrow_mut().sort_unstable();
        assert_eq!(
            *seen.borrow(),
            solutions(variables, &clauses, &[]),
            "seed {seed}"
        );
    }
}

/// Hard enough that it begins again and forgets many times.
#[test]
fn large_random_formulas_are_decided_as_by_the_other_solver() {
    for seed in 0..12 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let variables = 170;
        let (mut ours, mut other) = (Solver::in_rust(), Solver::new());
        let mut clauses: Vec<[Lit; 3]> = Vec::new();
        while clauses.len() < 724 {
            let sign = |rng: &mut ChaCha8Rng| if rng.random_bool(0.5) { 1 } else { -1 };
            let mut literal = || sign(&mut rng) * rng.random_range(1..=variables);
            clauses.push([literal(), literal(), literal()]);
        }
        for clause in &clauses {
            ours.add(clause);
            other.add(clause);
        }
        match (ours.solve(&[]), other.solve(&[])) {
            (Verdict::Satisfiable(found), Verdict::Satisfiable(_)) => {
                let holds = |clause: &[Lit; 3]| clause.iter().any(|&literal| found.holds(literal));
                assert!(clauses.iter().all(holds), "seed {seed}");
            }
            (ours, other) => assert_eq!(ours, other, "seed {seed}"),
        }
    }
}
