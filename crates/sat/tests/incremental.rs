//! Questions under assumptions, against brute force.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_conformance::{brute, whole_models::random_model};
use tantalizer_model::{ConstraintId, Fact, Model, ModelEngine, Rel, Support, Var};
use tantalizer_sat::{Clash, EncodeOptions, Incremental, Reply, Sat};

fn holds(fact: Fact, assignment: &[i32]) -> bool {
    match fact {
        Fact::Is(var, value) => assignment[var.index()] == value,
        Fact::IsNot(var, value) => assignment[var.index()] != value,
        Fact::AtLeast(var, bound) => i64::from(assignment[var.index()]) >= bound,
        Fact::AtMost(var, bound) => i64::from(assignment[var.index()]) <= bound,
    }
}

fn possible(model: &Model, constraints: &[ConstraintId], facts: &[Fact]) -> bool {
    let mut found = false;
    brute::for_each_assignment(model, |assignment| {
        found = found
            || (facts.iter().all(|&fact| holds(fact, assignment))
                && constraints
                    .iter()
                    .all(|&id| model.constraint(id).constraint.holds(assignment)));
    });
    found
}

fn random_fact(model: &Model, rng: &mut ChaCha8Rng) -> Fact {
    let vars: Vec<Var> = model.vars().collect();
    let var = *vars.choose(rng).expect("a model with variables");
    let value = rng.random_range(-4..=6);
    match rng.random_range(0..4) {
        0 => Fact::Is(var, value),
        1 => Fact::IsNot(var, value),
        2 => Fact::AtLeast(var, value.into()),
        _ => Fact::AtMost(var, value.into()),
    }
}

#[test]
fn questions_under_assumptions_agree_with_brute_force() {
    let mut clashes = 0;
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = random_model(seed);
        let mut incremental =
            Incremental::new(&model, &EncodeOptions::default()).expect("a small model");
        for _ in 0..12 {
            let wanted: Vec<ConstraintId> = incremental
                .constraints()
                .into_iter()
                .filter(|_| rng.random_bool(0.7))
                .collect();
            let facts: Vec<Fact> = (0..rng.random_range(0..4))
                .map(|_| random_fact(&model, &mut rng))
                .collect();
            let context = || format!("seed {seed}: {wanted:?} with {facts:?} in\n{model}");
            match incremental.solve_some(&wanted, &facts) {
                Reply::Solution(solution) => {
                    assert!(
                        facts.iter().all(|&f| holds(f, &solution.0)),
                        "{}",
                        context()
                    );
                    for &id in &wanted {
                        let constraint = &model.constraint(id).constraint;
                        assert!(constraint.holds(&solution.0), "{}", context());
                    }
                }
                Reply::Clash(clash) => {
                    clashes += 1;
                    assert!(!possible(&model, &wanted, &facts), "{}", context());
                    check_shrunk(&model, &incremental.shrink(clash), &context);
                }
                Reply::Unknown(limit) => panic!("{}: {limit}", context()),
            }
        }
    }
    assert!(clashes > 50, "only {clashes} clashes were tried");
}

/// No solution, but one as soon as any member is dropped.
fn check_shrunk(model: &Model, clash: &Clash, context: &dyn Fn() -> String) {
    let Clash { constraints, facts } = clash;
    assert!(
        !possible(model, constraints, facts),
        "{}: {clash:?}",
        context()
    );
    for id in constraints {
        let rest: Vec<_> = constraints.iter().copied().filter(|i| i != id).collect();
        assert!(possible(model, &rest, facts), "{}: {clash:?}", context());
    }
    for fact in facts {
        let rest: Vec<_> = facts.iter().copied().filter(|f| f != fact).collect();
        assert!(
            possible(model, constraints, &rest),
            "{}: {clash:?}",
            context()
        );
    }
}

#[test]
fn clauses_and_blocks_last() {
    let mut model = Model::new("pairs");
    let x = model.int("x", 1..=9);
    let y = model.int("y", 1..=9);
    let id = model
        .linear([(1, x), (1, y)], Rel::Equal, 10)
        .expect("valid");
    model.name_constraint(id, "the sum");
    let mut incremental = Incremental::new(&model, &EncodeOptions::default()).expect("small");
    incremental.add_clause(&[Fact::AtMost(x, 2), Fact::Is(x, 8)]);
    let mut seen = Vec::new();
    while let Reply::Solution(solution) = incremental.solve(&[]) {
        seen.push(solution[x]);
        incremental.block(&solution, &[x, y]);
    }
    seen.sort_unstable();
    assert_eq!(seen, [1, 2, 8]);
    match incremental.solve(&[Fact::Is(x, 5)]) {
        Reply::Clash(clash) => assert_eq!(clash.facts, [Fact::Is(x, 5)]),
        other => panic!("x is not 5 any more: {other:?}"),
    }
    match incremental.solve(&[]) {
        Reply::Clash(clash) => assert_eq!(clash.names(&model), ["the sum"]),
        other => panic!("nothing is left: {other:?}"),
    }
}

#[test]
fn rewritten_constraints_can_be_left_out_like_any_other() {
    let mut model = Model::new("four constraints without clauses of their own");
    let [a, b, c] = ["a", "b", "c"].map(|name| model.int(name, -2..=2));
    let posted = [
        model.lex_less(&[a, b], &[b, c]),
        model.all_equal(&[b, c]),
        model.absolute(a, c),
        model.count(&[a, b], c, b),
    ]
    .map(|posted| posted.expect("well formed"));
    for id in posted {
        let kind = model.constraint(id).constraint.kind();
        assert_eq!(Sat::new().support(kind), Support::Rewritten, "{kind:?}");
    }
    let mut incremental = Incremental::new(&model, &EncodeOptions::default()).expect("small");
    for subset in 0..1 << posted.len() {
        let wanted: Vec<ConstraintId> = (0..posted.len())
            .filter(|at| subset >> at & 1 == 1)
            .map(|at| posted[at])
            .collect();
        for value in -2..=2 {
            let facts = [Fact::Is(a, value)];
            let expected = possible(&model, &wanted, &facts);
            match incremental.solve_some(&wanted, &facts) {
                Reply::Solution(solution) => {
                    let fulfilled = |&id: &ConstraintId| {
                        let constraint = &model.constraint(id).constraint;
                        constraint.holds(&solution.0)
                    };
                    assert_eq!(solution.0.len(), model.var_count());
                    assert!(
                        expected && wanted.iter().all(fulfilled),
                        "{wanted:?} {value}"
                    );
                }
                Reply::Clash(clash) => {
                    assert!(!expected, "{wanted:?} {value}");
                    assert!(!possible(&model, &clash.constraints, &clash.facts));
                }
                Reply::Unknown(limit) => panic!("{limit}"),
            }
        }
    }
}
