//! The same rule in other words: helping numbers, pairs and counts become what the rule says, and no solution is lost or made up.

mod simplified;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use simplified::keeps_solutions;
use std::sync::Arc;
use tantalizer_model::automaton::Dfa;
use tantalizer_model::constraints::{
    Absolute, Arithm, Arithmetic, BinPacking, Compare, Count, Element, Maximum, Member, Minimum,
};
use tantalizer_model::{Constraint, ConstraintKind, Domain, Literal, Model, Rel, Var};

/// The kinds of constraints that are left.
fn kinds(model: &Model) -> Vec<ConstraintKind> {
    let posted = model.constraints().iter();
    posted.map(|posted| posted.constraint.kind()).collect()
}

fn truth(model: &mut Model, constraint: impl Into<Constraint>) -> Var {
    let by = model.boolean(format!("b{}", model.var_count()));
    model.reified(constraint, by).unwrap();
    by
}

/// Numbers that follow from a few others, in chains, used by whatever there is.
fn random_numbers(seed: u64) -> Model {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut model = Model::new(format!("numbers {seed}"));
    let base = model.array("x", 3, 0..=2);
    let mut known = base.clone();
    known.push(model.int("two", 2..=2));
    for at in 0..rng.random_range(1..=2) {
        let least = rng.random_range(-2..=1);
        let number = model.int(format!("n{at}"), least..=rng.random_range(least..=3));
        let [x, y] = [0, 1].map(|_| *known.choose(rng).unwrap());
        let constraint: Constraint = match rng.random_range(0..6) {
            0 => Absolute { result: number, x }.into(),
            1 => Maximum {
                result: number,
                vars: vec![x, y],
            }
            .into(),
            2 => Minimum {
                result: number,
                vars: vec![x, y],
            }
            .into(),
            3 => Count {
                vars: base.clone(),
                value: x,
                count: number,
            }
            .into(),
            4 => Element {
                array: known.clone(),
                offset: 0,
                index: x,
                value: number,
            }
            .into(),
            _ => Arithm {
                x,
                op: *Arithmetic::ALL.choose(rng).unwrap(),
                y,
                rel: Rel::Equal,
                z: number,
            }
            .into(),
        };
        model.post(constraint).unwrap();
        known.push(number);
    }
    for _ in 0..rng.random_range(0..=2) {
        let [x, y] = [0, 1].map(|_| *known.choose(rng).unwrap());
        let rel = *Rel::ALL.choose(rng).unwrap();
        let values = Domain::from_values([-1, 1, 3]);
        match rng.random_range(0..3) {
            0 => drop(model.compare(x, rel, y).unwrap()),
            1 => drop(model.linear([(1, x), (-2, y)], rel, 1).unwrap()),
            _ => {
                let one = truth(&mut model, Compare { x, rel, y });
                let other = truth(&mut model, Member { x, values });
                let literals = [one, other].map(|by| match rng.random() {
                    true => Literal::yes(by),
                    false => Literal::no(by),
                });
                model.clause(literals).unwrap();
            }
        }
    }
    model.set_answer(base);
    model
}

#[test]
fn numbers_that_only_help_keep_solutions() {
    let (mut gone, mut all) = (0, 0);
    for seed in 0..200 {
        let model = random_numbers(seed);
        let small = keeps_solutions(&model, &format!("seed {seed}")).model;
        all += model.var_count() - 4;
        gone += model.var_count() - small.var_count();
    }
    // Most of them are not needed.
    assert!(2 * gone > all, "{gone} of {all}");
}

/// "Two apart", by a distance, a product, cases, or a sign.
#[test]
fn helping_numbers_are_followed_to_what_they_help() {
    type Spelling = (&'static str, fn(&mut Model, Var, Var));
    let spellings: [Spelling; 4] = [
        ("the distance is at least 2", |model, x, y| {
            let difference = model.int("d", -4..=4);
            let distance = model.int("e", 2..=4);
            let minus = [(1, x), (-1, y), (-1, difference)];
            model.linear(minus, Rel::Equal, 0).unwrap();
            let absolute = Absolute {
                result: distance,
                x: difference,
            };
            model.post(absolute).unwrap();
        }),
        ("the square is at least 4", |model, x, y| {
            let (difference, square) = (model.int("d", -4..=4), model.int("s", 0..=16));
            let minus = [(1, difference), (-1, x), (1, y)];
            model.linear(minus, Rel::Equal, 0).unwrap();
            let times = Arithm {
                x: difference,
                op: Arithmetic::Times,
                y: difference,
                rel: Rel::Equal,
                z: square,
            };
            model.post(times).unwrap();
            model.linear([(1, square)], Rel::GreaterEqual, 4).unwrap();
        }),
        ("the larger is 2 more than the smaller", |model, x, y| {
            let (most, least) = (model.int("m", 1..=5), model.int("l", 1..=5));
            let vars = vec![x, y];
            model
                .post(Maximum {
                    result: most,
                    vars: vars.clone(),
                })
                .unwrap();
            model
                .post(Minimum {
                    result: least,
                    vars,
                })
                .unwrap();
            let apart = [(1, most), (-1, least)];
            model.linear(apart, Rel::GreaterEqual, 2).unwrap();
        }),
        ("more than 1 more, or more than 1 less", |model, x, y| {
            let [more, less] = [(x, y), (y, x)].map(|(x, y)| {
                let apart = tantalizer_model::constraints::Linear {
                    terms: vec![(1, x), (-1, y)],
                    rel: Rel::Greater,
                    constant: 1,
                };
                Literal::yes(truth(model, apart))
            });
            model.clause([more, less]).unwrap();
        }),
    ];
    for (name, spell) in spellings {
        let mut model = Model::new(name);
        let cells = model.array("x", 2, 1..=5);
        spell(&mut model, cells[0], cells[1]);
        model.set_answer(cells);
        let small = keeps_solutions(&model, name).model;
        assert_eq!(small.var_count(), 2, "{name}: {small}");
        assert_eq!(kinds(&small), [ConstraintKind::Table], "{name}: {small}");
    }
}

/// "All different", pair by pair in several ways, by what appears, and by what appears at most once.
#[test]
fn what_differs_pair_by_pair_is_all_different() {
    type Spelling = (&'static str, fn(&mut Model, &[Var]));
    let spellings: [Spelling; 5] = [
        ("pairs", |model, x| {
            for (i, j) in pairs(x) {
                model.compare(i, Rel::NotEqual, j).unwrap();
            }
        }),
        ("differences", |model, x| {
            for (i, j) in pairs(x) {
                model.linear([(-1, i), (1, j)], Rel::NotEqual, 0).unwrap();
            }
        }),
        ("less or more", |model, x| {
            for (x, y) in pairs(x) {
                let cases = [Rel::Less, Rel::Greater];
                let cases = cases.map(|rel| Literal::yes(truth(model, Compare { x, rel, y })));
                model.clause(cases).unwrap();
            }
        }),
        ("each value somewhere", |model, x| {
            for value in 1..=3 {
                let here = x.iter().map(|&x| {
                    let values = Domain::single(value);
                    Literal::yes(truth(model, Member { x, values }))
                });
                let here: Vec<Literal> = here.collect();
                model.clause(here).unwrap();
            }
        }),
        ("each value once at most", |model, x| {
            for value in 1..=3 {
                let here = x.iter().map(|&x| {
                    let values = Domain::single(value);
                    (1, truth(model, Member { x, values }))
                });
                let here: Vec<(i64, Var)> = here.collect();
                model.linear(here, Rel::LessEqual, 1).unwrap();
            }
        }),
    ];
    for (name, spell) in spellings {
        let mut model = Model::new(name);
        let cells = model.array("x", 3, 1..=3);
        spell(&mut model, &cells);
        model.set_answer(cells);
        let small = keeps_solutions(&model, name).model;
        let expected = [ConstraintKind::AllDifferent];
        assert_eq!(kinds(&small), expected, "{name}: {small}");
    }
}

fn pairs(x: &[Var]) -> Vec<(Var, Var)> {
    let from = |at: usize| x[at + 1..].iter().map(move |&other| (x[at], other));
    (0..x.len()).flat_map(from).collect()
}

/// Queens that are on no line, pair by pair: three all-differents, two of them over sums.
#[test]
fn differences_by_a_number_are_all_different_too() {
    let mut model = Model::new("queens, pair by pair");
    let queens = model.array("q", 4, 1..=4);
    for i in 0..4 {
        for j in i + 1..4 {
            let (one, other) = (queens[i], queens[j]);
            for apart in [0, j as i64 - i as i64, i as i64 - j as i64] {
                model
                    .linear([(1, one), (-1, other)], Rel::NotEqual, apart)
                    .unwrap();
            }
        }
    }
    model.set_answer(queens);
    let small = tantalizer_rewrite::simplify(&model, &tantalizer_model::Limits::none());
    let small = small.expect("a small model").model;
    let of_kind = |kind| kinds(&small).into_iter().filter(|&one| one == kind).count();
    assert_eq!(of_kind(ConstraintKind::AllDifferent), 3, "{small}");
    assert_eq!(of_kind(ConstraintKind::Compare), 0, "{small}");
    let unequal = |posted: &tantalizer_model::Posted| match &posted.constraint {
        Constraint::Linear(linear) => linear.rel == Rel::NotEqual,
        _ => false,
    };
    assert!(!small.constraints().iter().any(unequal), "{small}");
}

/// Numbers that several conditions tie to others, and truth values that are looked up by them.
fn random_copies(seed: u64) -> Model {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut model = Model::new(format!("copies {seed}"));
    let base = model.array("x", 2, 0..=3);
    let least = rng.random_range(0..=2);
    let copy = model.int("copy", least..=rng.random_range(least + 1..=4));
    let entries: Vec<Var> = (0..4)
        .map(|at| {
            let entry = rng.random_range(0..=1);
            model.int(format!("entry {at}"), entry..=entry)
        })
        .collect();
    let looked_up = model.boolean("looked up");
    let index = if rng.random() { copy } else { base[0] };
    model.element(&entries, index, looked_up).unwrap();
    let mut truths = vec![looked_up];
    for _ in 0..4 {
        let [x, y] = [0, 1].map(|_| *[copy, base[0], base[1]].choose(rng).unwrap());
        let constraint: Constraint = if rng.random() {
            let rel = *Rel::ALL.choose(rng).unwrap();
            Compare { x, rel, y }.into()
        } else {
            let values = Domain::from_values((0..4).filter(|_| rng.random()));
            Member { x, values }.into()
        };
        truths.push(truth(&mut model, constraint));
    }
    for _ in 0..rng.random_range(1..=4) {
        let literals = (0..2).map(|_| {
            let var = *truths.choose(rng).unwrap();
            let positive = rng.random();
            Literal { var, positive }
        });
        model.clause(literals.collect::<Vec<_>>()).unwrap();
    }
    model.set_answer(base);
    model
}

#[test]
fn numbers_that_several_conditions_tie_keep_solutions() {
    for seed in 0..400 {
        keeps_solutions(&random_copies(seed), &format!("seed {seed}"));
    }
}

/// "y is 1 or 4, if x is 2": y is looked up at a place that is always there, which is y itself or else 3.
#[test]
fn a_safe_copy_of_a_number_goes() {
    let mut model = Model::new("safe copy");
    let [x, y] = ["x", "y"].map(|name| model.int(name, 1..=5));
    let copy = model.int("copy", 3..=5);
    let is = |x, value| Member {
        x,
        values: Domain::from_values([value]),
    };
    let values = Domain::range(3, 5);
    let inside = truth(&mut model, Member { x: y, values });
    let rel = Rel::Equal;
    let same = truth(&mut model, Compare { x: copy, rel, y });
    let usual = truth(&mut model, is(copy, 3));
    for (positive, then) in [(false, same), (true, usual)] {
        let either = Literal {
            var: inside,
            positive,
        };
        model.clause([either, Literal::yes(then)]).unwrap();
    }
    let index = model.int("index", 0..=2);
    let moved = [(1, copy), (-1, index)];
    model.linear(moved, Rel::Equal, 3).unwrap();
    let [no, yes] = [0, 1].map(|value| model.int(format!("{value}"), value..=value));
    let found = model.boolean("found");
    model.element(&[no, yes, no], index, found).unwrap();
    let two = truth(&mut model, is(x, 2));
    for then in [inside, found] {
        let literals = [Literal::no(two), Literal::yes(then)];
        model.clause(literals).unwrap();
    }
    model.set_answer([x, y]);
    let simplified = keeps_solutions(&model, "safe copy").model;
    let is_copy = |var| ["copy", "index"].contains(&simplified.var_name(var));
    assert!(!simplified.vars().any(is_copy), "{simplified}");
}

/// What two bins hold follows from what lies in them, and either from the other only where there is one: neither is any number that fits the rest.
#[test]
fn a_number_that_another_one_restricts_stays() {
    let mut model = Model::new("bins");
    let bins = model.array("bin", 2, -1..=2);
    let loads = model.array("load", 2, 0..=2);
    let packed = BinPacking {
        bins: bins.clone(),
        weights: vec![1, 1],
        loads: loads.clone(),
        first: 1,
    };
    model.post(Constraint::from(packed)).unwrap();
    let wanted = model.boolean("wanted");
    for x in loads {
        let values = Domain::range(0, 1);
        let light = truth(&mut model, Member { x, values });
        let literals = [Literal::no(wanted), Literal::yes(light)];
        model.clause(literals).unwrap();
    }
    model.set_answer([bins[0], bins[1], wanted]);
    keeps_solutions(&model, "bins");
}

/// A line of a nonogram with the run that each cell belongs to: nobody else speaks of the runs.
#[test]
fn what_a_sentence_keeps_to_itself_goes() {
    let mut model = Model::new("runs");
    let cells = model.array("cell", 4, 0..=1);
    let runs = model.array("run", 4, 1..=3);
    // State 2r - 1 is in run r, 2r behind it; the value 1 is a white cell.
    let transitions = [
        (0, 1, 0),
        (0, 2, 1),
        (1, 2, 1),
        (1, 1, 2),
        (2, 1, 2),
        (2, 3, 3),
        (3, 3, 3),
        (3, 1, 4),
        (4, 1, 4),
    ];
    let dfa = Dfa::new(5, 0, 0..5, transitions).unwrap();
    model.regular(&runs, Arc::new(dfa)).unwrap();
    for (&by, &x) in cells.iter().zip(&runs) {
        let values = Domain::range(2, 3);
        model.reified(Member { x, values }, by).unwrap();
    }
    for run in [2, 3] {
        let values = Domain::single(run);
        let is_run = |&x: &Var| {
            (
                1,
                truth(
                    &mut model,
                    Member {
                        x,
                        values: values.clone(),
                    },
                ),
            )
        };
        let truths: Vec<(i64, Var)> = runs.iter().map(is_run).collect();
        model.linear(truths, Rel::Equal, 1).unwrap();
    }
    // Some cells of other lines, as the rest of the board.
    let others = model.array("other", 4, 0..=1);
    model.all_equal(&others[..2]).unwrap();
    model.set_answer([cells, others].concat());
    let small = keeps_solutions(&model, "runs").model;
    assert_eq!(small.var_count(), 7);
    assert_eq!(kinds(&small), [ConstraintKind::Table]);
}

/// Random sentences with variables of their own: nothing is lost or made up, whatever they say.
#[test]
fn sentences_with_variables_of_their_own_keep_solutions() {
    let mut gone = 0;
    for seed in 0..300 {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let mut model = Model::new(format!("sentences {seed}"));
        let shared = model.array("x", 6, 0..=1);
        for sentence in 0..2 {
            let own = model.array(&format!("own{sentence}"), 3, -1..=rng.random_range(0..=1));
            for _ in 0..rng.random_range(2..=4) {
                let all: Vec<Var> = own
                    .iter()
                    .chain(&shared[3 * sentence..][..3])
                    .copied()
                    .collect();
                let [x, z] = [0, 1].map(|_| *all.choose(rng).unwrap());
                let y = *own.choose(rng).unwrap();
                let rel = *Rel::ALL.choose(rng).unwrap();
                match rng.random_range(0..4) {
                    0 => drop(model.compare(x, rel, y).unwrap()),
                    1 => drop(model.linear([(1, x), (1, y), (-2, z)], rel, 0).unwrap()),
                    2 => drop(
                        model
                            .reified(Compare { x: y, rel, y: z }, *shared.choose(rng).unwrap())
                            .unwrap(),
                    ),
                    _ => drop(
                        model
                            .post(Constraint::from(Maximum {
                                result: x,
                                vars: vec![y, z],
                            }))
                            .unwrap(),
                    ),
                }
            }
        }
        model.set_answer(shared);
        let small = keeps_solutions(&model, &format!("seed {seed}")).model;
        gone += model.var_count() - small.var_count();
    }
    assert!(gone > 300, "{gone}");
}
