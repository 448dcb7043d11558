//! Simplification against brute force: each answer of a model has exactly one counterpart in the simplified model, and every
//! solution of that one leads back to a solution of the model.

mod simplified;

use simplified::keeps_solutions;
use std::collections::BTreeSet;
use tantalizer_model::constraints::{Clause, Compare, Member, Reified, Table};

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_conformance::brute;
use tantalizer_conformance::instance::Instance;
use tantalizer_conformance::whole_models::random_model;
use tantalizer_model::{
    Constraint, ConstraintKind, Domain, Limits, Literal, Model, Objective, Rel, Solution, Tuples,
    Var,
};
use tantalizer_rewrite::{can_simplify, simplify};

#[test]
fn every_constraint_keeps_its_solutions() {
    for kind in ConstraintKind::ALL {
        for seed in 0..60 {
            let model = Instance::random(kind, seed).model;
            keeps_solutions(&model, &format!("{} seed {seed}", kind.name()));
        }
    }
}

#[test]
fn whole_models_keep_their_solutions() {
    for seed in 0..1000 {
        keeps_solutions(&random_model(seed), &format!("whole model {seed}"));
    }
}

/// Sentences as a modelling language flattens them: equalities, conjunctions, disjunctions and sums of truth values.
struct Flattener {
    model: Model,
    rng: ChaCha8Rng,
}

impl Flattener {
    fn boolean(&mut self) -> Var {
        let name = format!("b{}", self.model.var_count());
        self.model.boolean(name)
    }

    fn equals(&mut self, x: Var, value: i32) -> Literal {
        let by = self.boolean();
        let values = Domain::single(value);
        let member = Constraint::Member(Member { x, values });
        self.model.reified(member, by).unwrap();
        Literal::yes(by)
    }

    fn all(&mut self, parts: &[Literal]) -> Literal {
        let by = self.boolean();
        let mut clause = vec![Literal::yes(by)];
        for &part in parts {
            clause.push(!part);
            self.model.clause([Literal::no(by), part]).unwrap();
        }
        self.model.clause(clause).unwrap();
        Literal::yes(by)
    }

    fn any(&mut self, parts: &[Literal]) -> Literal {
        let by = self.boolean();
        let literals = parts.to_vec();
        let clause = Constraint::Clause(Clause { literals });
        self.model.reified(clause, by).unwrap();
        Literal::yes(by)
    }

    /// "The variables show one of these rows."
    fn shows(&mut self, scope: &[Var], rows: &[Vec<i32>]) -> Literal {
        let mut parts = Vec::new();
        for row in rows {
            let equal: Vec<Literal> = scope
                .iter()
                .zip(row)
                .map(|(&x, &value)| self.equals(x, value))
                .collect();
            parts.push(self.all(&equal));
        }
        self.any(&parts)
    }
}

/// Each of some conditions is true at one place at least, or exactly, or it is left open; places share variables.
fn random_sentences(seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut model = Model::new(format!("sentences {seed}"));
    let xs: Vec<Var> = (0..rng.random_range(2..=4))
        .map(|i| model.int(format!("x{i}"), 0..=rng.random_range(1..=2)))
        .collect();
    let mut answer = xs.clone();
    let mut flat = Flattener { model, rng };
    let mut scopes: Vec<Vec<Var>> = (0..flat.rng.random_range(1..=3))
        .map(|_| {
            let mut scope = xs.clone();
            scope.shuffle(&mut flat.rng);
            scope.truncate(2);
            scope
        })
        .collect();
    scopes.iter_mut().for_each(|scope| scope.sort_unstable());
    scopes.sort_unstable();
    scopes.dedup();
    let mut kinds: Vec<Vec<i32>> = (0..9).map(|row| vec![row / 3, row % 3]).collect();
    kinds.shuffle(&mut flat.rng);
    // As many conditions as places, each of them asked for: an assignment, if they exclude each other.
    let assignment = flat.rng.random_bool(0.4);
    let conditions = if assignment {
        scopes.len()
    } else {
        flat.rng.random_range(1..=3)
    };
    let mut extra: Vec<Literal> = Vec::new();
    for condition in 0..conditions {
        let mut rows: Vec<Vec<i32>> = kinds[condition * 2..][..2].to_vec();
        if flat.rng.random_bool(0.3) {
            rows.push(kinds[flat.rng.random_range(0..9)].clone());
        }
        let places: Vec<Literal> = scopes
            .iter()
            .map(|scope| flat.shows(scope, &rows))
            .collect();
        let asked = if assignment {
            5
        } else {
            flat.rng.random_range(0..6)
        };
        match asked {
            0 => {
                let sum: Vec<(i64, Var)> = places.iter().map(|place| (1, place.var)).collect();
                flat.model.linear(sum, Rel::Equal, 1).unwrap();
            }
            1 => extra.extend(places),
            2 => {
                let negated: Vec<Literal> = places.iter().map(|&place| !place).collect();
                flat.model.clause(negated).unwrap();
            }
            3 => extra.push(flat.any(&places)),
            _ => {
                flat.model.clause(places).unwrap();
            }
        }
    }
    if let Some(one) = extra.choose(&mut flat.rng) {
        answer.push(one.var);
    }
    if flat.rng.random_bool(0.3) {
        flat.model.compare(xs[0], Rel::Equal, xs[1]).unwrap();
    }
    if flat.rng.random_bool(0.3) {
        flat.model.set_objective(Objective::Maximise(xs[1]));
    }
    flat.model.set_answer(answer);
    flat.model
}

/// The answers of a model whose truth values all follow from its integers: too many to try, so they are computed.
fn answers_by_definition(model: &Model) -> BTreeSet<Vec<i32>> {
    let ints: Vec<Var> = model
        .vars()
        .filter(|&var| model.var_name(var).starts_with('x'))
        .collect();
    let mut small = Model::new("integers");
    for &x in &ints {
        small.int(model.var_name(x), model.domain(x));
    }
    let mut found = BTreeSet::new();
    brute::for_each_assignment(&small, |values| {
        let mut assignment = vec![0; model.var_count()];
        for (&x, &value) in ints.iter().zip(values) {
            assignment[x.index()] = value;
        }
        // Truth values were made after what they stand for.
        for var in model.vars().filter(|var| !ints.contains(var)) {
            for truth in [0, 1] {
                assignment[var.index()] = truth;
                let about = |constraint: &Constraint| {
                    let vars = constraint.vars();
                    vars.contains(&var) && vars.iter().all(|&other| other <= var)
                };
                let mut constraints = model.constraints().iter().map(|posted| &posted.constraint);
                // Without sums and clauses over several places, which come later than what they speak of.
                let defining = constraints.all(|constraint| {
                    !about(constraint)
                        || !matches!(constraint, Constraint::Reified(Reified { by, .. }) if *by == var)
                            && !is_conjunction_of(constraint, var)
                        || constraint.holds(&assignment)
                });
                if defining {
                    break;
                }
            }
        }
        if model.violated(&assignment).is_none() {
            let answer = model.answer();
            found.insert(answer.iter().map(|var| assignment[var.index()]).collect());
        }
    });
    found
}

/// Whether a clause is one of those that define the last of its variables.
fn is_conjunction_of(constraint: &Constraint, var: Var) -> bool {
    let Constraint::Clause(Clause { literals }) = constraint else {
        return false;
    };
    let parts_before = literals.iter().filter(|literal| literal.var != var);
    let own = literals.iter().filter(|literal| literal.var == var).count();
    own == 1 && literals[0].var == var && parts_before.count() > 0
}

#[test]
fn sentences_keep_their_solutions() {
    let (mut with_tables, mut with_assignments) = (0, 0);
    for seed in 0..400 {
        let model = random_sentences(seed);
        let simplified = simplify(&model, &Limits::none()).expect("small models fit");
        let small = &simplified.model;
        let label = format!("seed {seed}:\n{model}\nbecame\n{small}");
        let expected = answers_by_definition(&model);
        let answer = model.answer();
        let mut restored = BTreeSet::new();
        if brute::assignments(small) > 200_000 {
            continue;
        }
        brute::for_each_assignment(small, |assignment| {
            if small.violated(assignment).is_none() {
                let back = simplified.restore(&Solution(assignment.to_vec()));
                assert_eq!(model.violated(&back.0), None, "{label}");
                restored.insert(back.project(&answer));
            }
        });
        assert_eq!(restored, expected, "{label}");
        assert_eq!(brute::answers(small).len(), expected.len(), "{label}");
        let has = |kind| {
            small
                .constraints()
                .iter()
                .any(|posted| posted.constraint.kind() == kind)
        };
        with_tables += usize::from(has(ConstraintKind::Table));
        with_assignments += usize::from(has(ConstraintKind::AllDifferent));
    }
    // The steps are not idle.
    assert!(with_tables > 100, "{with_tables}");
    assert!(with_assignments > 3, "{with_assignments}");
}

/// How a list of pieces may be nested.
#[derive(Clone, Copy, Debug)]
enum Nesting {
    PlaceByPlace,
    TurnByTurn,
    Flat,
}

/// Pieces of 2x2 fields, said as "each piece lies somewhere": nothing is left but a table for each place, and one
/// all-different.
#[test]
fn pieces_that_all_lie_somewhere_are_an_assignment() {
    for nesting in [Nesting::PlaceByPlace, Nesting::TurnByTurn, Nesting::Flat] {
        pieces_are_an_assignment(nesting);
    }
}

fn pieces_are_an_assignment(nesting: Nesting) {
    let mut model = Model::new("pieces");
    let corners = model.array("x", 6, 0..=2);
    let scopes =
        [[0, 1, 3, 4], [1, 2, 4, 5]].map(|scope| scope.map(|corner: usize| corners[corner]));
    let rng = ChaCha8Rng::seed_from_u64(0);
    let mut flat = Flattener { model, rng };
    for [a, b, c, d] in [[0, 1, 2, 1], [1, 1, 0, 0]] {
        let turns =
            [[a, b, c, d], [c, a, d, b], [d, c, b, a], [b, d, a, c]].map(|turn| turn.to_vec());
        let somewhere: Vec<Literal> = match nesting {
            Nesting::PlaceByPlace => {
                let places = scopes.iter();
                places.map(|scope| flat.shows(scope, &turns)).collect()
            }
            Nesting::TurnByTurn => {
                let mut any = Vec::new();
                for turn in &turns {
                    let turn = std::slice::from_ref(turn);
                    let places = scopes.iter().map(|scope| flat.shows(scope, turn));
                    let literals = places.collect();
                    let by = flat.boolean();
                    flat.model.reified(Clause { literals }, by).unwrap();
                    any.push(Literal::yes(by));
                }
                any
            }
            Nesting::Flat => {
                let all = scopes.iter().flat_map(|scope| {
                    turns
                        .iter()
                        .map(move |turn| (scope, std::slice::from_ref(turn)))
                });
                all.map(|(scope, turn)| flat.shows(scope, turn)).collect()
            }
        };
        flat.model.clause(somewhere).unwrap();
    }
    flat.model.set_answer(corners.clone());
    let model = flat.model;
    let simplified = simplify(&model, &Limits::none()).unwrap();
    let kinds: Vec<ConstraintKind> = simplified
        .model
        .constraints()
        .iter()
        .map(|posted| posted.constraint.kind())
        .collect();
    let expected = [
        ConstraintKind::Table,
        ConstraintKind::Table,
        ConstraintKind::AllDifferent,
    ];
    assert_eq!(
        BTreeSet::from_iter(kinds),
        BTreeSet::from_iter(expected),
        "{nesting:?}: {}",
        simplified.model
    );
    assert_eq!(simplified.model.var_count(), corners.len() + scopes.len());
    let mut restored = BTreeSet::new();
    brute::for_each_assignment(&simplified.model, |assignment| {
        if simplified.model.violated(assignment).is_none() {
            let back = simplified.restore(&Solution(assignment.to_vec()));
            assert_eq!(model.violated(&back.0), None);
            restored.insert(back.project(&corners));
        }
    });
    assert_eq!(restored, answers_by_definition(&model));
    assert!(!restored.is_empty());
}

#[test]
fn a_disjunction_that_must_hold_is_a_table() {
    let mut model = Model::new("rows");
    let xs = model.array("x", 2, 0..=3);
    let mut flat = Flattener {
        model,
        rng: ChaCha8Rng::seed_from_u64(0),
    };
    let rows = [[0, 1], [2, 3], [3, 3]].map(|row| row.to_vec());
    let shows = flat.shows(&xs, &rows);
    flat.model.set_domain(shows.var, Domain::single(1));
    flat.model.set_answer(xs);
    let simplified = simplify(&flat.model, &Limits::none()).unwrap();
    assert_eq!(only_table(&simplified.model).len(), 3);
}

/// "Two of three are equal and the third is not", in several spellings: each is the same table.
#[test]
fn the_spelling_of_a_rule_does_not_matter() {
    let reified = |model: &mut Model, constraint: Constraint| {
        let by = model.boolean(format!("b{}", model.var_count()));
        model.reified(constraint, by).unwrap();
        by
    };
    let compare = |x: Var, rel: Rel, y: Var| Constraint::from(Compare { x, rel, y });
    let pairs = |x: &[Var]| [(x[0], x[1]), (x[1], x[2]), (x[0], x[2])];
    type Spelling<'a> = (&'a str, Box<dyn Fn(&mut Model, &[Var])>);
    let spellings: Vec<Spelling<'_>> = vec![
        (
            "a sum of equalities",
            Box::new(move |model, x| {
                let equal = pairs(x).map(|(x, y)| reified(model, compare(x, Rel::Equal, y)));
                let sum = equal.map(|by| (1, by));
                model.linear(sum, Rel::Equal, 1).unwrap();
            }),
        ),
        (
            "a sum of inequalities",
            Box::new(move |model, x| {
                let differ = pairs(x).map(|(x, y)| reified(model, compare(x, Rel::NotEqual, y)));
                let sum = differ.map(|by| (-1, by));
                model.linear(sum, Rel::Equal, -2).unwrap();
            }),
        ),
        (
            "a disjunction of conjunctions",
            Box::new(move |model, x| {
                let equal = pairs(x).map(|(x, y)| reified(model, compare(x, Rel::Equal, y)));
                let mut any = Vec::new();
                for at in 0..3 {
                    let by = model.boolean(format!("c{at}"));
                    let other = equal[(at + 1) % 3];
                    let whole = [
                        Literal::yes(by),
                        Literal::no(equal[at]),
                        Literal::yes(other),
                    ];
                    model.clause(whole).unwrap();
                    model
                        .clause([Literal::no(by), Literal::yes(equal[at])])
                        .unwrap();
                    model.clause([Literal::no(by), Literal::no(other)]).unwrap();
                    any.push(Literal::yes(by));
                }
                model.clause(any).unwrap();
            }),
        ),
        (
            "not all equal and not all different",
            Box::new(move |model, x| {
                let equal = pairs(x).map(|(x, y)| reified(model, compare(x, Rel::Equal, y)));
                model.clause(equal.map(Literal::no)).unwrap();
                model.clause(equal.map(Literal::yes)).unwrap();
            }),
        ),
        (
            "if two are equal the third differs, else the third is one of the two",
            Box::new(move |model, x| {
                let equal = pairs(x).map(|(x, y)| reified(model, compare(x, Rel::Equal, y)));
                let one = model.boolean("one of the two");
                model.xor(&[equal[1], equal[2], one], false).unwrap();
                let no = Literal::no(equal[0]);
                model.clause([no, Literal::no(equal[1])]).unwrap();
                model
                    .clause([Literal::yes(equal[0]), Literal::yes(one)])
                    .unwrap();
            }),
        ),
        (
            "a disjunction of conjunctions, each half of an equivalence",
            Box::new(move |model, x| {
                let mut implied = |constraint: Constraint| {
                    let truth = reified(model, constraint);
                    let by = model.boolean(format!("i{}", model.var_count()));
                    model
                        .clause([Literal::no(by), Literal::yes(truth)])
                        .unwrap();
                    by
                };
                let equal = pairs(x).map(|(x, y)| implied(compare(x, Rel::Equal, y)));
                let differ = pairs(x).map(|(x, y)| implied(compare(x, Rel::NotEqual, y)));
                let mut any = Vec::new();
                for at in 0..3 {
                    let by = model.boolean(format!("c{at}"));
                    let parts = [Literal::yes(equal[at]), Literal::yes(differ[(at + 1) % 3])];
                    let whole = [Literal::yes(by), !parts[0], !parts[1]];
                    model.clause(whole).unwrap();
                    for part in parts {
                        model.clause([Literal::no(by), part]).unwrap();
                    }
                    any.push(Literal::yes(by));
                }
                model.clause(any).unwrap();
            }),
        ),
        (
            "exactly one equality, counted",
            Box::new(move |model, x| {
                let equal = pairs(x).map(|(x, y)| reified(model, compare(x, Rel::Equal, y)));
                let (one, count) = (model.int("one", 1..=1), model.int("count", 1..=1));
                model.count(&equal, one, count).unwrap();
            }),
        ),
    ];
    for (name, spell) in spellings {
        let mut model = Model::new(name);
        let x = model.array("x", 3, 1..=3);
        spell(&mut model, &x);
        model.set_answer(x);
        let simplified = keeps_solutions(&model, name);
        let small = &simplified.model;
        assert_eq!(small.var_count(), 3, "{name}: {small}");
        let kinds = small
            .constraints()
            .iter()
            .map(|posted| posted.constraint.kind());
        assert!(
            kinds.clone().all(|kind| kind == ConstraintKind::Table),
            "{name}: {small}"
        );
        assert_eq!(brute::answers(small).len(), 18, "{name}");
    }
}

/// The rows of the table that a model consists of.
fn only_table(model: &Model) -> &Tuples {
    match model.constraints() {
        [posted] => match &posted.constraint {
            Constraint::Table(Table { tuples, .. }) => tuples,
            _ => panic!("{model}"),
        },
        _ => panic!("{model}"),
    }
}

/// "Exactly two of three are alike", said by comparisons.
#[test]
fn comparisons_of_the_same_variables_are_a_table() {
    let mut model = Model::new("two alike");
    let xs = model.array("x", 3, 1..=3);
    let mut flat = Flattener {
        model,
        rng: ChaCha8Rng::seed_from_u64(0),
    };
    let mut ways = Vec::new();
    for (x, y, z) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
        let parts = [(Rel::Equal, x, y), (Rel::NotEqual, y, z)].map(|(rel, x, y)| {
            let by = flat.boolean();
            let (x, y) = (xs[x], xs[y]);
            flat.model
                .reified(Constraint::Compare(Compare { x, rel, y }), by)
                .unwrap();
            Literal::yes(by)
        });
        ways.push(flat.all(&parts));
    }
    flat.model.clause(ways).unwrap();
    flat.model.set_answer(xs);
    let simplified = keeps_solutions(&flat.model, "two alike");
    assert_eq!(only_table(&simplified.model).len(), 18);
}

#[test]
fn equal_variables_are_one() {
    let mut model = Model::new("equal");
    let xs = model.array("x", 4, 0..=3);
    model.compare(xs[0], Rel::Equal, xs[2]).unwrap();
    model.all_equal(&[xs[2], xs[3]]).unwrap();
    model.all_different(&[xs[0], xs[1]]).unwrap();
    let simplified = keeps_solutions(&model, "equal");
    assert_eq!(simplified.model.var_count(), 2);
    assert_eq!(simplified.model.constraints().len(), 1);
}

#[test]
fn nested_disjunctions_are_swallowed() {
    let mut model = Model::new("nested");
    let bs = model.array("b", 5, 0..=1);
    let parts = |range: std::ops::Range<usize>| -> Vec<Literal> {
        bs[range].iter().map(|&b| Literal::yes(b)).collect()
    };
    let inner = model.boolean("inner");
    let literals = parts(0..3);
    model
        .reified(Constraint::Clause(Clause { literals }), inner)
        .unwrap();
    let mut outer = parts(3..5);
    outer.push(Literal::yes(inner));
    model.clause(outer).unwrap();
    model.set_answer(bs);
    let simplified = keeps_solutions(&model, "nested");
    assert_eq!(simplified.model.var_count(), 5);
    let clause = &simplified.model.constraints()[0].constraint;
    assert_eq!(clause.vars().len(), 5, "{}", simplified.model);
}

#[test]
fn sums_of_truth_values_are_counted() {
    let mut model = Model::new("sums");
    let xs = model.array("x", 3, 0..=4);
    let mut flat = Flattener {
        model,
        rng: ChaCha8Rng::seed_from_u64(0),
    };
    for (value, times) in [(1, 2), (3, 1)] {
        let terms: Vec<(i64, Var)> = xs.iter().map(|&x| (1, flat.equals(x, value).var)).collect();
        flat.model.linear(terms, Rel::Equal, times).unwrap();
    }
    flat.model.set_answer(xs);
    let simplified = keeps_solutions(&flat.model, "sums");
    let kinds: Vec<ConstraintKind> = simplified
        .model
        .constraints()
        .iter()
        .map(|posted| posted.constraint.kind())
        .collect();
    assert_eq!(
        kinds,
        [ConstraintKind::GlobalCardinality],
        "{}",
        simplified.model
    );
}

#[test]
fn models_without_truth_values_are_left_alone() {
    let mut model = Model::new("queens");
    let xs = model.array("x", 4, 0..=3);
    model.all_different(&xs).unwrap();
    assert!(!can_simplify(&model));
    model.compare(xs[0], Rel::Equal, xs[1]).unwrap();
    assert!(can_simplify(&model));
}

/// Truth values that stand for each other twenty thousand deep, and in a circle.
#[test]
fn long_chains_and_circles_are_no_trouble() {
    let mut model = Model::new("chain");
    let first = model.boolean("first");
    let mut last = first;
    for at in 0..20_000 {
        let next = model.boolean(format!("next {at}"));
        let literals = vec![Literal::yes(last), Literal::yes(first)];
        model
            .reified(Constraint::Clause(Clause { literals }), next)
            .unwrap();
        last = next;
    }
    model.clause([Literal::yes(last)]).unwrap();
    model.set_answer([first]);
    let simplified = simplify(&model, &Limits::none()).unwrap();
    let back = simplified.restore(&Solution(vec![1; simplified.model.var_count()]));
    assert_eq!(model.violated(&back.0), None);

    let mut model = Model::new("circle");
    let bs = model.array("b", 4, 0..=1);
    for at in 0..3 {
        let literals = vec![Literal::yes(bs[(at + 1) % 3]), Literal::yes(bs[3])];
        model
            .reified(Constraint::Clause(Clause { literals }), bs[at])
            .unwrap();
    }
    model.set_answer([bs[3]]);
    let simplified = keeps_solutions(&model, "circle");
    assert!(simplified.model.var_count() <= 4);
}
