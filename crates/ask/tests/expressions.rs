//! Random expressions against their plain meaning: every assignment is evaluated, and what the model admits must be exactly
//! what is true, once each, although all auxiliary variables count.

use std::collections::BTreeSet;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_ask::ask;
use tantalizer_conformance::brute;
use tantalizer_model::expression::{
    Condition, Expression, all_different, all_equal, all_of, any_of, count, distinct, element,
    maximum, minimum, sum,
};
use tantalizer_model::{Collect, Model, ModelError, Question, Rel, Request, Tuples, Var};

/// What something drawn means, given the values of the variables.
type Meaning<T> = Box<dyn Fn(&[i32]) -> Option<T>>;

/// An integer as it is drawn: the same thing twice, as an expression and as the function that it means. The function is
/// undefined where an index lies outside its array.
struct Int(Expression, Meaning<i64>);

/// A condition as it is drawn.
struct Bool(Condition, Meaning<bool>);

/// Draws from a seed, about three integers and two truth values.
struct Draw {
    rng: ChaCha8Rng,
    ints: Vec<Var>,
    bools: Vec<Var>,
}

impl Draw {
    fn int(&mut self, depth: usize) -> Int {
        if depth == 0 || self.rng.random_bool(0.3) {
            let value = self.rng.random_range(-2..=3);
            if self.rng.random_bool(0.2) {
                return Int(value.into(), Box::new(move |_| Some(value.into())));
            }
            let all = [&self.ints[..], &self.bools[..]].concat();
            let var = all[self.rng.random_range(0..all.len())];
            return Int(var.into(), Box::new(move |at| Some(at[var.index()].into())));
        }
        let kind = self.rng.random_range(0..11);
        let (Int(a, fa), Int(b, fb)) = (self.int(depth - 1), self.int(depth - 1));
        match kind {
            0 => Int(a + b, Box::new(move |at| Some(fa(at)? + fb(at)?))),
            1 => Int(a - b, Box::new(move |at| Some(fa(at)? - fb(at)?))),
            2 => {
                let factor = self.rng.random_range(-2..=2);
                let means = move |at: &[i32]| Some(2 * fa(at)? * i64::from(factor));
                Int(2 * (a * factor), Box::new(means))
            }
            3 => Int(a.times(b), Box::new(move |at| Some(fa(at)? * fb(at)?))),
            4 => Int(a.absolute(), Box::new(move |at| Some(fa(at)?.abs()))),
            5 => {
                let Bool(condition, holds) = self.bool(depth - 1);
                Int(
                    condition + a,
                    Box::new(move |at| Some(i64::from(holds(at)?) + fa(at)?)),
                )
            }
            _ => {
                let (parts, each) = self.list(depth - 1);
                match kind {
                    6 => Int(
                        sum(&parts),
                        Box::new(move |at| Some(each(at)?.iter().sum())),
                    ),
                    7 => Int(
                        minimum(&parts),
                        Box::new(move |at| each(at)?.into_iter().min()),
                    ),
                    8 => Int(
                        maximum(parts),
                        Box::new(move |at| each(at)?.into_iter().max()),
                    ),
                    9 => Int(
                        distinct(parts),
                        Box::new(move |at| {
                            let different: BTreeSet<i64> = each(at)?.into_iter().collect();
                            Some(different.len() as i64)
                        }),
                    ),
                    _ if self.rng.random_bool(0.5) => Int(
                        count(parts, a),
                        Box::new(move |at| {
                            let value = fa(at)?;
                            let equal = each(at)?.into_iter().filter(|&part| part == value);
                            Some(equal.count() as i64)
                        }),
                    ),
                    _ => Int(
                        element(parts, a),
                        Box::new(move |at| {
                            let index = usize::try_from(fa(at)?);
                            each(at)?.get(index.ok()?).copied()
                        }),
                    ),
                }
            }
        }
    }

    /// Some expressions, and the values of all of them.
    fn list(
        &mut self,
        depth: usize,
    ) -> (Vec<Expression>, impl Fn(&[i32]) -> Option<Vec<i64>> + use<>) {
        let length = self.rng.random_range(1..=3);
        let parts: Vec<Int> = (0..length).map(|_| self.int(depth)).collect();
        let (parts, each): (Vec<_>, Vec<_>) = parts.into_iter().map(|Int(e, f)| (e, f)).unzip();
        (parts, move |at: &[i32]| {
            each.iter().map(|part| part(at)).collect()
        })
    }

    fn bool(&mut self, depth: usize) -> Bool {
        if depth == 0 || self.rng.random_bool(0.1) {
            let var = self.bools[self.rng.random_range(0..self.bools.len())];
            return Bool(var.into(), Box::new(move |at| Some(at[var.index()] == 1)));
        }
        match self.rng.random_range(0..12) {
            0..4 => {
                let (Int(a, fa), Int(b, fb)) = (self.int(depth - 1), self.int(depth - 1));
                let rel = Rel::ALL[self.rng.random_range(0..6)];
                let condition = match rel {
                    Rel::Equal => a.eq(b),
                    Rel::NotEqual => a.ne(b),
                    Rel::Less => a.lt(b),
                    Rel::LessEqual => a.le(b),
                    Rel::Greater => a.gt(b),
                    Rel::GreaterEqual => a.ge(b),
                };
                Bool(
                    condition,
                    Box::new(move |at| Some(rel.holds(fa(at)?, fb(at)?))),
                )
            }
            4 => {
                let Int(a, fa) = self.int(depth - 1);
                Bool(
                    a.is_in([-1, 1, 2]),
                    Box::new(move |at| Some([-1, 1, 2].contains(&fa(at)?))),
                )
            }
            kind @ (5 | 6) => {
                let (parts, each) = self.list(depth - 1);
                let condition = if kind == 5 {
                    all_different(&parts)
                } else {
                    all_equal(&parts)
                };
                let means = move |at: &[i32]| {
                    let values = each(at)?;
                    let different = values.iter().collect::<BTreeSet<_>>().len();
                    Some(different == if kind == 5 { values.len() } else { 1 })
                };
                Bool(condition, Box::new(means))
            }
            7 => {
                // A constraint that has no form of its own.
                let (x, y) = (self.ints[0], self.ints[1]);
                let rows = Tuples::new(2, [[0, 1], [2, -1]]).expect("rows of two");
                let mut other = Model::new("a table");
                other.array("x", 2, -1..=2);
                other.table(&[x, y], rows.into()).expect("valid");
                let constraint = other.constraints()[0].constraint.clone();
                let means = move |at: &[i32]| {
                    let row = (at[x.index()], at[y.index()]);
                    Some([(0, 1), (2, -1)].contains(&row))
                };
                Bool(constraint.into(), Box::new(means))
            }
            kind => {
                let (Bool(a, fa), Bool(b, fb)) = (self.bool(depth - 1), self.bool(depth - 1));
                let pair = move |at: &[i32]| Some((fa(at)?, fb(at)?));
                type Connective = fn((bool, bool)) -> bool;
                let (condition, means): (Condition, Connective) = match kind {
                    8 if self.rng.random_bool(0.5) => (a.and(b), |(a, b)| a && b),
                    8 => (all_of([!a, b]), |(a, b)| !a && b),
                    9 if self.rng.random_bool(0.5) => (a.or(b), |(a, b)| a || b),
                    9 => (any_of([a, !b]), |(a, b)| a || !b),
                    10 if self.rng.random_bool(0.5) => (a.iff(b), |(a, b)| a == b),
                    10 => (a.xor(b), |(a, b)| a != b),
                    _ => (!a.implies(b), |(a, b)| a && !b),
                };
                Bool(condition, Box::new(move |at| Some(means(pair(at)?))))
            }
        }
    }
}

/// A model without constraints, and somebody who draws conditions on its variables.
fn start(seed: u64) -> (Model, Draw) {
    let mut model = Model::new("random expression");
    let draw = Draw {
        rng: ChaCha8Rng::seed_from_u64(seed),
        ints: model.array("x", 3, -1..=2),
        bools: model.array("b", 2, 0..=1),
    };
    (model, draw)
}

/// All solutions, told apart by all variables, as values of the five variables that are drawn about and of one more.
fn solutions(mut model: Model, more: Option<Var>) -> Vec<Vec<i32>> {
    let seen: Vec<Var> = model.vars().take(5).chain(more).collect();
    assert!(
        model.answer().len() == 5,
        "auxiliary variables are no part of the answer"
    );
    model.set_answer(model.vars().collect::<Vec<_>>());
    let mut found = Collect::default();
    let all = Request::new(Question::All { limit: None });
    let answer = ask(&model, &all, &mut found).expect("judged");
    assert!(answer.complete);
    let mut solutions: Vec<_> = found.solutions.iter().map(|s| s.project(&seen)).collect();
    solutions.sort();
    solutions
}

#[test]
fn what_is_required_holds_and_nothing_else_is_excluded() {
    let (mut none, mut some) = (0, 0);
    for seed in 0..400 {
        let (mut model, mut draw) = start(seed);
        let mut expected = Vec::new();
        let Bool(condition, means) = draw.bool(3);
        brute::for_each_assignment(&model, |at| {
            if means(at) == Some(true) {
                expected.push(at.to_vec());
            }
        });
        expected.sort();
        model.require(&condition).expect("small numbers");
        assert_eq!(
            solutions(model.clone(), None),
            expected,
            "seed {seed}: {condition:?}\n{model}"
        );
        if expected.is_empty() {
            none += 1
        } else {
            some += 1
        }
    }
    assert!(
        none > 5 && some > 200,
        "{none} without solutions, {some} with"
    );
}

#[test]
fn a_truth_value_follows_from_the_others() {
    for seed in 1000..1300 {
        let (mut model, mut draw) = start(seed);
        let mut expected = Vec::new();
        let Bool(condition, means) = draw.bool(3);
        brute::for_each_assignment(&model, |at| {
            if let Some(truth) = means(at) {
                expected.push([at, &[i32::from(truth)]].concat());
            }
        });
        expected.sort();
        let truth = model.truth_of(&condition).expect("small numbers");
        let found = solutions(model.clone(), Some(truth));
        assert_eq!(found, expected, "seed {seed}: {condition:?}\n{model}");
    }
}

#[test]
fn simple_conditions_are_single_constraints_without_further_variables() {
    let mut model = Model::new("simple");
    let x = model.array("x", 4, 0..=5);
    let b = model.array("b", 2, 0..=1);
    let variables = model.var_count();
    let conditions = [
        sum(&x).eq(7),
        x[0].ne(x[1]),
        x[0].lt(x[1] + 1),
        (x[0] + 2 * x[1]).le(7),
        (3 - x[0]).gt(1),
        x[2].is_in([1, 2, 3]),
        all_different(&x),
        maximum(&x[..3]).eq(x[3]),
        b[0].implies(b[1]),
        b[0].or(!b[1]),
        !b[0].or(b[1]).or(b[0]),
    ];
    for (number, condition) in conditions.into_iter().enumerate() {
        let posted = model.require(condition.clone().named("a name")).unwrap();
        assert!(!posted.is_empty(), "{condition:?}");
        let names = posted.iter().map(|&id| model.constraint_name(id));
        assert!(names.into_iter().all(|name| name == "a name"));
        assert_eq!(model.var_count(), variables, "{number}: {condition:?}");
        assert_eq!(model.constraints().last().unwrap().name, "a name");
    }
    // Only constants are added here.
    model.require(count(&x, 3).eq(2)).unwrap();
    model.require(!all_different(&x)).unwrap();
    assert!(
        model
            .vars()
            .skip(variables)
            .all(|var| model.is_constant(var))
    );
}

#[test]
fn what_cannot_be_said_is_refused() {
    let mut model = Model::new("refused");
    let x = model.int("x", 0..=5);
    let large = model.int("large", 0..=i32::MAX);
    let not_boolean = model.require(x.or(x.eq(3))).unwrap_err();
    assert!(
        matches!(not_boolean, ModelError::NotBoolean { .. }),
        "{not_boolean}"
    );
    for too_large in [
        model.value_of(large + large),
        model.value_of(large.times(large)),
        model.value_of(Expression::from(u64::MAX)),
    ] {
        assert!(matches!(too_large, Err(ModelError::Overflow { .. })));
    }
    let nothing: [Var; 0] = [];
    assert!(model.value_of(minimum(nothing)).is_err());
    // Too large for a variable, but not for a comparison.
    model
        .require((large + large).gt(3_000_000_000_i64))
        .unwrap();
}
