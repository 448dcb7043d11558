//! Every question about random models, by every engine, against brute force: plain, with facts, and where some solutions
//! are better than others.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use tantalizer_ask::{AskError, Inquiry, ask, engines};
use tantalizer_conformance::brute;
use tantalizer_conformance::whole_models::random_model;
use tantalizer_model::{
    Answer, Collect, EngineChoice, Fact, Model, Objective, Question, Request, Silent, Status,
    Symmetry, SymmetryGroup, Var, symmetry,
};

/// Models in each test.
const MODELS: u64 = 300;

const ALL: Question = Question::All { limit: None };

/// The values of the answer variables, for each solution that counts.
type Answers = BTreeSet<Vec<i32>>;

/// Every general engine, and whichever suits.
fn choices() -> Vec<EngineChoice> {
    let engines = engines()
        .iter()
        .map(|engine| EngineChoice::Only(engine.id()));
    engines.chain([EngineChoice::Auto]).collect()
}

/// A question to an engine.
fn to(engine: EngineChoice, question: Question) -> Request {
    Request {
        engine,
        ..Request::new(question)
    }
}

/// The answer variables with the same value in all answers.
fn shared(model: &Model, answers: &Answers) -> Vec<(Var, i32)> {
    let mut shared = Vec::new();
    for (position, var) in model.answer().into_iter().enumerate() {
        let values: BTreeSet<i32> = answers.iter().map(|answer| answer[position]).collect();
        if let (1, Some(&value)) = (values.len(), values.first()) {
            shared.push((var, value));
        }
    }
    shared.sort_unstable();
    shared
}

/// The solutions that answer a question, as values of the answer variables; none of them comes twice.
fn told(model: &Model, found: &Collect, context: &str) -> Answers {
    let vars = model.answer();
    let solutions = found.solutions.iter();
    let told: Answers = solutions.map(|solution| solution.project(&vars)).collect();
    assert_eq!(told.len(), found.solutions.len(), "{context}: told twice");
    told
}

/// Asks one, all, count, unique and forced; panics unless the answers are about exactly these solutions.
fn agrees(model: &Model, inquiry: &mut Inquiry, request: &Request, expected: &Answers, at: &str) {
    let mut ask = |question: Question| -> (Answer, Answers, String) {
        let context = format!("{at}, {:?}, {question:?}\n{model}", request.engine);
        let mut found = Collect::default();
        let answer = inquiry.ask(&request.with_question(question), &mut found);
        let answer = answer.unwrap_or_else(|error| panic!("{context}: {error}"));
        // The second solution ends the question whether there is one only.
        let two = question == Question::Unique && answer.unique(question) == Some(false);
        assert!(answer.complete || two, "{context}: {:?}", answer.stopped_by);
        let is_none = answer.status == Status::Unsatisfiable;
        assert_eq!(
            is_none,
            expected.is_empty(),
            "{context}: {:?}",
            answer.status
        );
        let told = told(model, &found, &context);
        (answer, told, context)
    };
    let number = |count: usize| BigUint::from(count);

    let (answer, told, context) = ask(ALL);
    assert_eq!(&told, expected, "{context}");
    assert_eq!(answer.count, number(expected.len()), "{context}");

    let (answer, told, context) = ask(Question::Count);
    assert_eq!(answer.count, number(expected.len()), "{context}");
    assert!(
        told.is_empty(),
        "{context}: solutions that nobody asked for"
    );

    let (_, told, context) = ask(Question::One);
    assert_eq!(told.len(), expected.len().min(1), "{context}");
    assert!(told.is_subset(expected), "{context}: {told:?}");

    let (answer, told, context) = ask(Question::Unique);
    let unique = answer.unique(Question::Unique);
    assert_eq!(unique, Some(expected.len() == 1), "{context}");
    assert_eq!(told.len(), expected.len().min(2), "{context}");
    assert!(told.is_subset(expected), "{context}: {told:?}");

    let (answer, told, context) = ask(Question::Forced);
    assert_eq!(answer.forced, shared(model, expected), "{context}");
    assert_eq!(
        answer.solutions.is_empty(),
        expected.is_empty(),
        "{context}"
    );
    assert!(told.is_subset(expected), "{context}: {told:?}");
}

#[test]
fn every_question_is_answered_as_by_brute_force() {
    let (mut unique, mut forced) = (0, 0);
    for seed in 0..MODELS {
        let model = random_model(seed);
        let expected = brute::answers(&model);
        unique += u32::from(expected.len() == 1);
        forced += shared(&model, &expected).len();
        for engine in choices() {
            let mut inquiry = Inquiry::new(&model);
            let at = format!("seed {seed}");
            agrees(&model, &mut inquiry, &to(engine, ALL), &expected, &at);
        }
    }
    assert!(
        unique > 1 && forced > 10,
        "{unique} unique, {forced} forced"
    );
}

/// Those exchanges of two positions that keep the answers as they are, as one group.
fn exchanges(answers: &Answers, positions: usize) -> Option<SymmetryGroup> {
    let mut generators = Vec::new();
    for left in 0..positions {
        for right in left + 1..positions {
            let mut places: Vec<usize> = (0..positions).collect();
            places.swap(left, right);
            let exchange = Symmetry::of_positions(places);
            let image: Answers = answers
                .iter()
                .map(|answer| exchange.apply(answer))
                .collect();
            if image == *answers {
                generators.push(exchange);
            }
        }
    }
    (!generators.is_empty()).then(|| SymmetryGroup::new("exchanges", generators))
}

#[test]
fn solutions_are_counted_up_to_a_symmetry() {
    let (mut tried, mut fewer) = (0, 0);
    for seed in 0..2 * MODELS {
        let mut model = random_model(seed);
        let answers = brute::answers(&model);
        let positions = model.answer().len();
        let Some(group) = exchanges(&answers, positions).filter(|_| !answers.is_empty()) else {
            continue;
        };
        let elements = group.elements(positions).unwrap();
        let tuples = answers.iter().map(Vec::as_slice);
        let expected = symmetry::orbits_by_canonical_form(tuples, &elements);
        model.declare_symmetry(group).unwrap();
        tried += 1;
        fewer += u32::from(expected < answers.len() as u64);
        for engine in choices() {
            let context = format!("seed {seed}, {engine:?}\n{model}");
            let up_to = to(engine, Question::UpTo { symmetry: 0 });
            let answer = ask(&model, &up_to, &mut Silent).unwrap();
            assert!(answer.complete, "{context}");
            assert_eq!(answer.count, BigUint::from(expected), "{context}");
            // The same once the number of solutions is known.
            let mut inquiry = Inquiry::new(&model);
            inquiry
                .ask(&to(engine, Question::Count), &mut Silent)
                .unwrap();
            let again = inquiry.ask(&up_to, &mut Silent).unwrap();
            assert_eq!(again.count, answer.count, "{context}");
        }
        let none = Request::new(Question::UpTo { symmetry: 1 });
        let refused = ask(&model, &none, &mut Silent);
        assert!(
            matches!(refused, Err(AskError::NoSymmetry(1))),
            "seed {seed}"
        );
    }
    assert!(
        tried > 20 && fewer > 10,
        "{tried} tried, {fewer} with fewer"
    );
}

/// Only the decision diagram samples.
#[test]
fn a_sample_is_of_different_solutions_as_many_as_wanted() {
    for seed in 0..MODELS {
        let model = random_model(seed);
        let expected = brute::answers(&model);
        for wanted in [0, 1, 3, 10_000] {
            let context = format!("seed {seed}, {wanted} wanted\n{model}");
            let mut request = Request::new(Question::Sample { wanted });
            request.seed = seed;
            let mut found = Collect::default();
            let answer = ask(&model, &request, &mut found).unwrap();
            let told = told(&model, &found, &context);
            assert_eq!(told.len(), expected.len().min(wanted as usize), "{context}");
            assert!(told.is_subset(&expected), "{context}");
            assert_eq!(answer.count, BigUint::from(told.len()), "{context}");
        }
    }
}

#[test]
fn every_solution_is_sampled_about_as_often() {
    let mut model = Model::new("three different");
    let x = model.array("x", 3, 1..=3);
    model.all_different(&x).unwrap();
    let mut inquiry = Inquiry::new(&model);
    let mut times: BTreeMap<Vec<i32>, u32> = BTreeMap::new();
    for seed in 0..600 {
        let mut request = Request::new(Question::Sample { wanted: 1 });
        request.seed = seed;
        let mut found = Collect::default();
        inquiry.ask(&request, &mut found).unwrap();
        *times.entry(found.solutions[0].project(&x)).or_default() += 1;
    }
    assert_eq!(times.len(), 6);
    // Expected are 100 each, with a deviation of about 9.
    let fair = times.values().all(|times| (60..=140).contains(times));
    assert!(fair, "seeds 0 to 599: {times:?}");
}

/// The variables with any values at all.
fn variables(model: &Model) -> Vec<Var> {
    let is_free = |&var: &Var| !model.is_constant(var) && !model.domain(var).is_empty();
    model.vars().filter(is_free).collect()
}

/// A random model in which a variable is to be least or greatest, and what that leads to: its best value and the answers
/// of the best solutions.
fn with_objective(seed: u64) -> (Model, Option<i64>, Answers) {
    let mut model = random_model(seed);
    let vars = variables(&model);
    let var = vars[(seed / 2) as usize % vars.len()];
    let objective = if seed.is_multiple_of(2) {
        Objective::Minimise(var)
    } else {
        Objective::Maximise(var)
    };
    let (best, answers) = best_of(&model, objective, &[]);
    model.set_objective(objective);
    (model, best, answers)
}

/// The best value among the solutions with these facts, and the answers of those that have it.
fn best_of(model: &Model, objective: Objective, facts: &[Fact]) -> (Option<i64>, Answers) {
    let vars = model.answer();
    let mut by_value: BTreeMap<i64, Answers> = BTreeMap::new();
    brute::for_each_assignment(model, |assignment| {
        let assumed = facts.iter().all(|&fact| holds(fact, assignment));
        if assumed && model.violated(assignment).is_none() {
            let value = assignment[objective.var().index()].into();
            let answer = vars.iter().map(|var| assignment[var.index()]).collect();
            by_value.entry(value).or_default().insert(answer);
        }
    });
    let best = match objective {
        Objective::Minimise(_) => by_value.pop_first(),
        Objective::Maximise(_) => by_value.pop_last(),
    };
    match best {
        Some((value, answers)) => (Some(value), answers),
        None => (None, Answers::new()),
    }
}

#[test]
fn where_there_is_an_objective_questions_are_about_the_best() {
    let mut fewer = 0;
    for seed in 0..MODELS {
        let (model, best, expected) = with_objective(seed);
        fewer += u32::from(expected.len() < brute::answers(&model).len());
        for engine in choices() {
            let at = format!("seed {seed}");
            let context = format!("{at}, {engine:?}\n{model}");
            let mut inquiry = Inquiry::new(&model);
            agrees(&model, &mut inquiry, &to(engine, ALL), &expected, &at);
            for question in [Question::Best, Question::One, ALL, Question::Unique] {
                // Whether the best is known already or not.
                for inquiry in [&mut inquiry, &mut Inquiry::new(&model)] {
                    let answer = inquiry.ask(&to(engine, question), &mut Silent).unwrap();
                    assert_eq!(answer.best, best, "{question:?}, {context}");
                }
            }
            let answer = ask(&model, &to(engine, Question::Best), &mut Silent).unwrap();
            let is_optimal = answer.status == Status::Optimal;
            assert_eq!(is_optimal, best.is_some(), "{context}");
        }
    }
    assert!(
        fewer > 20,
        "{fewer} models have solutions that are not best"
    );
}

#[test]
fn without_an_objective_nothing_is_best() {
    for engine in choices() {
        let refused = ask(random_model(0), &to(engine, Question::Best), &mut Silent);
        assert!(matches!(refused, Err(AskError::NoObjective)), "{engine:?}");
    }
}

fn holds(fact: Fact, assignment: &[i32]) -> bool {
    let value = assignment[fact.var().index()];
    match fact {
        Fact::Is(_, number) => value == number,
        Fact::IsNot(_, number) => value != number,
        Fact::AtLeast(_, bound) => i64::from(value) >= bound,
        Fact::AtMost(_, bound) => i64::from(value) <= bound,
    }
}

/// One or two facts about variables of the model, of all kinds in turn.
fn some_facts(model: &Model, seed: u64) -> Vec<Fact> {
    let vars = variables(model);
    let fact = |number: u64| {
        let var = vars[number as usize % vars.len()];
        let values: Vec<i32> = model.domain(var).iter().collect();
        let value = values[(number / 3) as usize % values.len()];
        match number % 4 {
            0 => Fact::Is(var, value),
            1 => Fact::IsNot(var, value),
            2 => Fact::AtLeast(var, value.into()),
            _ => Fact::AtMost(var, value.into()),
        }
    };
    let facts = [fact(seed), fact(seed / 4 + 1)];
    facts[..1 + (seed % 2) as usize].to_vec()
}

/// The answers of the solutions with these facts.
fn answers_with(model: &Model, facts: &[Fact]) -> Answers {
    let vars = model.answer();
    let mut answers = Answers::new();
    brute::for_each_assignment(model, |assignment| {
        let assumed = facts.iter().all(|&fact| holds(fact, assignment));
        if assumed && model.violated(assignment).is_none() {
            answers.insert(vars.iter().map(|var| assignment[var.index()]).collect());
        }
    });
    answers
}

#[test]
fn facts_are_taken_for_granted_and_forgotten_again() {
    let mut fewer = 0;
    for seed in 0..MODELS {
        let model = random_model(seed);
        let all = brute::answers(&model);
        for engine in choices() {
            let mut inquiry = Inquiry::new(&model);
            for number in [seed, seed + 7] {
                let facts = some_facts(&model, number);
                let expected = answers_with(&model, &facts);
                assert_eq!(brute::answers(&model.with_facts(&facts)), expected);
                fewer += u32::from(expected.len() < all.len());
                let request = Request {
                    facts: facts.clone(),
                    ..to(engine, ALL)
                };
                let at = format!("seed {seed}, {facts:?}");
                agrees(&model, &mut inquiry, &request, &expected, &at);
            }
            let at = format!("seed {seed}, without facts again");
            agrees(&model, &mut inquiry, &to(engine, ALL), &all, &at);
        }
    }
    assert!(fewer > 100, "{fewer} times facts excluded something");
}

#[test]
fn the_best_with_facts_is_the_best_of_what_they_leave() {
    for seed in 0..MODELS {
        let (model, ..) = with_objective(seed);
        let objective = model.objective().unwrap();
        let facts = some_facts(&model, seed);
        let (best, expected) = best_of(&model, objective, &facts);
        for engine in choices() {
            let at = format!("seed {seed}, {facts:?}");
            let request = Request {
                facts: facts.clone(),
                ..to(engine, ALL)
            };
            let mut inquiry = Inquiry::new(&model);
            agrees(&model, &mut inquiry, &request, &expected, &at);
            let found = inquiry.ask(&request.with_question(Question::Best), &mut Silent);
            assert_eq!(found.unwrap().best, best, "{at}, {engine:?}\n{model}");
        }
    }
}

#[test]
fn an_inquiry_prepares_once() {
    let preparations = |inquiry: &mut Inquiry, request: &Request| -> String {
        let answer = inquiry.ask(request, &mut Silent).unwrap();
        answer.statistics.more["preparations"].clone()
    };
    let plain = [Question::One, ALL, Question::Count, Question::Unique];
    for seed in 0..20 {
        let model = random_model(seed);
        let mut one_for_all = Inquiry::new(&model);
        for engine in choices() {
            let mut inquiry = Inquiry::new(&model);
            for question in plain.iter().chain(&plain) {
                let request = to(engine, *question);
                let context = format!("seed {seed}, {engine:?}, {question:?}");
                assert_eq!(preparations(&mut inquiry, &request), "1", "{context}");
                assert_eq!(preparations(&mut one_for_all, &request), "1", "{context}");
            }
            // A model with facts is one more, as long as the facts are the same.
            for question in plain.iter().chain(&plain) {
                let request = Request {
                    facts: some_facts(&model, seed),
                    ..to(engine, *question)
                };
                let context = format!("seed {seed}, {engine:?}, {question:?}, with facts");
                assert_eq!(preparations(&mut inquiry, &request), "2", "{context}");
            }
        }
        // So is the model of the best solutions.
        let (model, best, _) = with_objective(seed);
        let mut inquiry = Inquiry::new(&model);
        let expected = if best.is_some() { "2" } else { "1" };
        inquiry.ask(&Request::new(ALL), &mut Silent).unwrap();
        for question in plain {
            let made = preparations(&mut inquiry, &Request::new(question));
            assert_eq!(made, expected, "seed {seed}, {question:?}, the best");
        }
    }
}
