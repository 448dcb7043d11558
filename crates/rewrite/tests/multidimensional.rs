//! Reformulated problems have the solutions of the plain ones, each once.

use std::collections::BTreeSet;
use tantalizer_model::constraints::{Compare, Linear};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_model::{
    Answer, Collect, Constraint, ConstraintKind, EngineId, Flow, Limit, Model, ModelEngine,
    Observer, Question, Rel, Request, Solution, Support, Var,
};
use tantalizer_rewrite::multidimensional::{Choice, Dimension, MultiDimensional, Options};

/// The records of the choices in every solution of a model with the variables
/// of `problem`: all choices of records are tried, attributes follow, and
/// auxiliary variables take any value that does.
fn solutions(problem: &MultiDimensional, model: &Model) -> Vec<Vec<i32>> {
    let answer = model.answer();
    let mut found = Vec::new();
    let mut assignment = vec![0; model.var_count()];
    choose(problem, model, &answer, 0, &mut assignment, &mut found);
    found
}

fn choose(
    problem: &MultiDimensional,
    model: &Model,
    answer: &[Var],
    place: usize,
    assignment: &mut Vec<i32>,
    found: &mut Vec<Vec<i32>>,
) {
    let Some(&var) = answer.get(place) else {
        if completes(problem, model, answer, assignment) {
            found.push(Solution(assignment.clone()).project(answer));
        }
        return;
    };
    for record in model.domain(var).iter().collect::<Vec<_>>() {
        assignment[var.index()] = record;
        choose(problem, model, answer, place + 1, assignment, found);
    }
}

/// Whether attributes and auxiliary variables can be given values.
fn completes(
    problem: &MultiDimensional,
    model: &Model,
    answer: &[Var],
    assignment: &[i32],
) -> bool {
    let mut open = vec![assignment.to_vec()];
    for var in model.vars().filter(|var| !answer.contains(var)) {
        let name = model.var_name(var);
        let attribute = name.split_once('.').map(|(choice, attribute)| {
            let choice = answer
                .iter()
                .find(|&&var| model.var_name(var) == choice)
                .unwrap();
            let attribute = problem
                .attributes()
                .iter()
                .position(|name| name == attribute)
                .unwrap();
            problem.records()[assignment[choice.index()] as usize][attribute]
        });
        let values: Vec<i32> =
            attribute.map_or_else(|| model.domain(var).iter().collect(), |value| vec![value]);
        open = open
            .into_iter()
            .flat_map(|start| {
                values.iter().map(move |&value| {
                    let mut next = start.clone();
                    next[var.index()] = value;
                    next
                })
            })
            .collect();
    }
    open.iter()
        .any(|assignment| model.violated(assignment).is_none())
}

/// A small problem with constraints of all kinds.
fn random_problem(rng: &mut ChaCha8Rng) -> MultiDimensional {
    let attributes = ["a", "b", "c"];
    let records: Vec<Vec<i32>> = (0..rng.random_range(2..=6))
        .map(|_| (0..3).map(|_| rng.random_range(0..=3)).collect())
        .collect();
    let count = records.len();
    let mut problem = MultiDimensional::new("random", &attributes, records).unwrap();
    let choices: Vec<Choice> = (0..rng.random_range(2..=4))
        .map(|place| {
            let all: Vec<usize> = (0..count).filter(|_| rng.random_bool(0.9)).collect();
            problem.choice(format!("x{place}"), all).unwrap()
        })
        .collect();
    for _ in 0..rng.random_range(1..=5) {
        let some: Vec<Choice> = choices
            .iter()
            .copied()
            .filter(|_| rng.random_bool(0.75))
            .collect();
        let attribute = rng.random_range(0..3);
        if some.is_empty() {
            continue;
        }
        match rng.random_range(0..7) {
            0 => drop(problem.all_equal(&some, attribute).unwrap()),
            1 => drop(problem.all_different(&some, attribute).unwrap()),
            2 => drop(problem.distinct(&some).unwrap()),
            3 => {
                let vars = problem.attributes_of(&some, attribute).unwrap();
                let terms = vars
                    .into_iter()
                    .map(|var| (rng.random_range(-2..=2), var))
                    .collect();
                let rel = Rel::ALL[rng.random_range(0..6)];
                problem
                    .post(Constraint::Linear(Linear {
                        terms,
                        rel,
                        constant: rng.random_range(-2..=4),
                    }))
                    .unwrap();
            }
            4 => {
                // Two attributes at once: not one-dimensional, it must survive.
                let x = problem.attribute_of(some[0], attribute).unwrap();
                let y = problem
                    .attribute_of(some[some.len() - 1], (attribute + 1) % 3)
                    .unwrap();
                problem
                    .post(Constraint::Compare(Compare {
                        x,
                        rel: Rel::LessEqual,
                        y,
                    }))
                    .unwrap();
            }
            _ => drop(problem.equal_or_different(&some, attribute).unwrap()),
        }
    }
    problem
}

#[test]
fn the_subproblems_have_each_solution_once() {
    let mut solvable = 0;
    for seed in 0..1500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let problem = random_problem(&mut rng);
        let expected: BTreeSet<Vec<i32>> =
            solutions(&problem, problem.model()).into_iter().collect();
        let options = Options {
            subproblems: rng.random_range(1..=40),
            children: rng.random_range(1..=12),
        };
        let reformulated = problem.reformulate(options).unwrap();
        assert!(
            reformulated.models.len() <= options.subproblems,
            "seed {seed}"
        );
        let mut found = Vec::new();
        for model in &reformulated.models {
            found.extend(solutions(&problem, model));
        }
        let distinct: BTreeSet<Vec<i32>> = found.iter().cloned().collect();
        assert_eq!(
            distinct.len(),
            found.len(),
            "seed {seed}: a solution in two subproblems"
        );
        assert_eq!(distinct, expected, "seed {seed}");
        solvable += usize::from(!expected.is_empty());
    }
    assert!(solvable > 500, "{solvable} of 1500 problems have solutions");
}

/// An engine that tries everything.
struct Try<'a>(&'a MultiDimensional);

impl ModelEngine for Try<'_> {
    fn id(&self) -> EngineId {
        EngineId::Own("try")
    }

    fn support(&self, _: ConstraintKind) -> Support {
        Support::Native(None)
    }

    fn answer_model(
        &self,
        model: &Model,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Answer {
        let most = match request.question {
            Question::One => 1,
            Question::All { limit: Some(limit) } => limit,
            _ => u64::MAX,
        };
        let mut found = 0;
        for records in solutions(self.0, model) {
            if found == most {
                return Answer::from_search(
                    self.id(),
                    request.question,
                    found,
                    Some(Limit::Solutions),
                );
            }
            found += 1;
            if observer.solution(&Solution(records)) == Flow::Stop {
                return Answer::from_search(
                    self.id(),
                    request.question,
                    found,
                    Some(Limit::Solutions),
                );
            }
        }
        Answer::from_search(self.id(), request.question, found, None)
    }
}

#[test]
fn an_engine_answers_about_the_disjunction_as_about_the_plain_model() {
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let problem = random_problem(&mut rng);
        let reformulated = problem.reformulate(Options::default()).unwrap();
        let ask = |question: Question| {
            let request = Request::new(question);
            let mut kept = [Collect::default(), Collect::default()];
            let [plain, split] = &mut kept;
            let answers = [
                Try(&problem).answer_model(problem.model(), &request, plain),
                reformulated.answer(&Try(&problem), &request, split),
            ];
            (answers, kept.map(|kept| kept.solutions))
        };
        let ([plain, split], [all, all_split]) = ask(Question::All { limit: None });
        assert_eq!(
            (plain.status, plain.complete, &plain.count),
            (split.status, split.complete, &split.count),
            "seed {seed}"
        );
        let as_set = |solutions: &[Solution]| {
            solutions
                .iter()
                .map(|solution| solution.0.clone())
                .collect::<BTreeSet<_>>()
        };
        assert_eq!(as_set(&all), as_set(&all_split), "seed {seed}");
        let ([plain, split], [_, one]) = ask(Question::One);
        assert_eq!(
            (plain.status, plain.complete),
            (split.status, split.complete),
            "seed {seed}"
        );
        assert_eq!(one.len(), usize::from(!all.is_empty()), "seed {seed}");
        let limit = rng.random_range(1..=4);
        let ([_, split], [_, some]) = ask(Question::All { limit: Some(limit) });
        assert_eq!(some.len(), all.len().min(limit as usize), "seed {seed}");
        assert_eq!(split.count, some.len().into(), "seed {seed}");
    }
}

/// SET with these cards, each a list of values.
fn set_problem(cards: Vec<Vec<i32>>) -> MultiDimensional {
    let names = ["number", "colour", "filling", "shape"];
    let (attributes, count) = (cards[0].len(), cards.len());
    let mut problem = MultiDimensional::new("set", &names[..attributes], cards).unwrap();
    let choices: Vec<Choice> = (0..3)
        .map(|place| problem.choice(format!("card{place}"), 0..count).unwrap())
        .collect();
    for attribute in 0..attributes {
        problem.equal_or_different(&choices, attribute).unwrap();
    }
    problem.distinct(&choices).unwrap();
    problem.unordered().unwrap();
    problem
}

#[test]
fn set_is_one_of_them_and_its_symmetry_is_broken_by_the_split() {
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let attributes = rng.random_range(1..=4);
        let mut cards: Vec<Vec<i32>> = (0..rng.random_range(1..=9))
            .map(|_| (0..attributes).map(|_| rng.random_range(0..3)).collect())
            .collect();
        cards.sort();
        cards.dedup();
        let problem = set_problem(cards);
        let expected: BTreeSet<Vec<i32>> =
            solutions(&problem, problem.model()).into_iter().collect();
        let options = Options {
            subproblems: 1000,
            children: 4,
        };
        let reformulated = problem.reformulate(options).unwrap();
        let mut found = BTreeSet::new();
        for model in &reformulated.models {
            for mut set in solutions(&problem, model) {
                set.sort_unstable();
                assert!(found.insert(set), "seed {seed}: a set twice");
            }
            // Whatever the branch, no attribute is left to the engine as it was.
            let left = model
                .constraints()
                .iter()
                .any(|posted| matches!(posted.constraint, Constraint::NValue(_)));
            assert!(!left, "seed {seed}");
        }
        assert_eq!(found, expected, "seed {seed}");
    }
}

#[test]
fn constraints_know_their_dimension() {
    let mut problem = MultiDimensional::new("", &["a", "b"], vec![vec![0, 1], vec![1, 1]]).unwrap();
    let x = problem.choice("x", 0..2).unwrap();
    let y = problem.choice("y", 0..2).unwrap();
    let equal = problem.all_equal(&[x, y], 1).unwrap();
    assert_eq!(problem.dimension(equal), Some(Dimension::Attribute(1)));
    let distinct = problem.distinct(&[x, y]).unwrap();
    assert_eq!(problem.dimension(distinct), Some(Dimension::Identity));
    let (a, b) = (
        problem.attribute_of(x, 0).unwrap(),
        problem.attribute_of(y, 1).unwrap(),
    );
    let across = problem
        .post(Constraint::Compare(Compare {
            x: a,
            rel: Rel::Less,
            y: b,
        }))
        .unwrap();
    assert_eq!(problem.dimension(across), None);
    assert!(problem.attribute_of(x, 2).is_err());
    assert!(problem.choice("z", [2]).is_err());
    assert!(MultiDimensional::new("", &["a"], vec![vec![]]).is_err());
}
