//! Questions through the door, against brute force.

use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tantalizer_ask::{Inquiry, ask, choice, engines};
use tantalizer_conformance::brute;
use tantalizer_conformance::instance::Instance;
use tantalizer_model::{
    Answer, Collect, ConstraintKind, Engine, EngineChoice, EngineId, Limit, Limits, Literal, Model,
    ModelEngine, Observer, Problem, Question, Rel, Request, Silent, Solution, Status, Support,
    Symmetry, SymmetryGroup, Var, symmetry,
};

#[test]
fn engines_are_found_by_name() {
    assert_eq!(choice("auto", &[]), Ok(EngineChoice::Auto));
    for engine in engines() {
        let id = engine.id();
        assert_eq!(choice(id.name(), &[]), Ok(EngineChoice::Only(id)));
    }
    let own = EngineId::Own("by-hand");
    assert_eq!(choice("by-hand", &[own]), Ok(EngineChoice::Only(own)));
    assert!(choice("by-hand", &[]).is_err());
    let error = choice("fastest", &[]).unwrap_err().to_string();
    assert!(
        error.contains("`fastest`") && error.contains("search"),
        "{error}"
    );
}

#[test]
fn all_solutions_pass_the_door() {
    for seed in 0..20 {
        let model = Instance::random(ConstraintKind::Table, seed).model;
        let expected = brute::answers(&model);
        let mut found = Collect::default();
        let all = Request::new(Question::All { limit: None });
        let answer = ask(&model, &all, &mut found).unwrap();
        let vars = model.answer();
        let answers = found
            .solutions
            .iter()
            .map(|solution| solution.project(&vars));
        assert_eq!(answers.collect::<BTreeSet<_>>(), expected, "seed {seed}");
        assert_eq!(answer.count, BigUint::from(expected.len()), "seed {seed}");
    }
}

#[test]
fn what_is_forced_is_what_all_solutions_share() {
    let mut some = 0;
    for kind in ConstraintKind::ALL {
        for seed in 0..10 {
            let model = Instance::random(kind, seed).model;
            let vars = model.answer();
            let answers = brute::answers(&model);
            let mut shared: Vec<(Var, i32)> = Vec::new();
            for (position, &var) in vars.iter().enumerate() {
                let values: BTreeSet<i32> = answers.iter().map(|answer| answer[position]).collect();
                if let (1, Some(&value)) = (values.len(), values.first()) {
                    shared.push((var, value));
                }
            }
            shared.sort_unstable();
            shared.dedup();
            some += shared.len();
            let mut found = ask(&model, &Request::new(Question::Forced), &mut Silent).unwrap();
            found.forced.dedup();
            assert_eq!(found.forced, shared, "{} seed {seed}\n{model}", kind.name());
            assert_eq!(found.solutions.is_empty(), answers.is_empty());
            assert!(found.complete);
            assert_eq!(found.stopped_by, None);
        }
    }
    assert!(some > 20);
}

#[test]
fn orbits_by_burnside_are_orbits_by_canonical_forms() {
    // Necklaces: words of length 5 over three letters without equal neighbours, up to turning.
    let mut model = Model::new("necklaces");
    let beads = model.array("bead", 5, 1..=3);
    for index in 0..5 {
        model
            .compare(beads[index], Rel::NotEqual, beads[(index + 1) % 5])
            .unwrap();
    }
    let turn = Symmetry::of_positions(vec![1, 2, 3, 4, 0]);
    let names = Symmetry::of_values(5, [(1, 2), (2, 1)]);
    for generators in [vec![turn.clone()], vec![turn, names.clone()], vec![names]] {
        let group = SymmetryGroup::new("some", generators);
        let answers = brute::answers(&model);
        let elements = group.elements(5).unwrap();
        let tuples = answers.iter().map(Vec::as_slice);
        let expected = symmetry::orbits_by_canonical_form(tuples, &elements);
        let mut model = model.clone();
        model.declare_symmetry(group).unwrap();
        let up_to = Request::new(Question::UpTo { symmetry: 0 });
        let orbits = ask(&model, &up_to, &mut Silent).unwrap();
        assert!(orbits.complete);
        assert_eq!(orbits.count, BigUint::from(expected));
    }
}

/// More pigeons than holes, each pair told apart by a constraint of its own: hopeless for every engine.
fn pigeons() -> Model {
    let mut model = Model::new("pigeons");
    let at = |pigeon: usize, hole: usize| format!("{pigeon} in {hole}");
    let pigeons: Vec<Vec<Var>> = (0..24)
        .map(|pigeon| {
            (0..23)
                .map(|hole| model.boolean(at(pigeon, hole)))
                .collect()
        })
        .collect();
    for (index, pigeon) in pigeons.iter().enumerate() {
        let somewhere = pigeon.iter().copied().map(Literal::yes);
        model.clause(somewhere.collect::<Vec<_>>()).unwrap();
        for other in &pigeons[..index] {
            for pair in pigeon.iter().zip(other) {
                model.clause([*pair.0, *pair.1].map(Literal::no)).unwrap();
            }
        }
    }
    model
}

/// Every general engine, and whichever suits.
fn choices() -> Vec<EngineChoice> {
    let engines = engines()
        .iter()
        .map(|engine| EngineChoice::Only(engine.id()));
    engines.chain([EngineChoice::Auto]).collect()
}

/// A question about pigeons ends, soon after `limits` are reached, with that limit and without a solution.
fn ends_unknown(engine: EngineChoice, question: Question, limits: Limits, expected: Limit) {
    let request = Request {
        engine,
        ..Request::new(question).with_limits(limits)
    };
    let start = Instant::now();
    let answer = ask(pigeons(), &request, &mut Silent).unwrap();
    let context = format!("{engine:?}, {question:?}");
    assert_eq!(answer.status, Status::Unknown, "{context}");
    assert!(!answer.complete && answer.solutions.is_empty(), "{context}");
    assert!(answer.forced.is_empty(), "{context}");
    assert_eq!(answer.stopped_by, Some(expected), "{context}");
    assert_eq!(answer.unique(question), None, "{context}");
    let taken = start.elapsed();
    assert!(taken < Duration::from_secs(20), "{context}: {taken:?}");
}

const QUESTIONS: [Question; 5] = [
    Question::One,
    Question::All { limit: None },
    Question::Count,
    Question::Unique,
    Question::Forced,
];

#[test]
fn a_question_out_of_time_is_unknown_not_unsatisfiable() {
    for engine in choices() {
        for question in QUESTIONS {
            ends_unknown(engine, question, Limits::seconds(0.05), Limit::Time);
        }
    }
}

#[test]
fn a_cancelled_question_is_unknown_not_unsatisfiable() {
    for engine in choices() {
        for question in QUESTIONS {
            // An engine that does not look at the switch ends all the same, with the wrong limit.
            let limits = Limits::seconds(4.0);
            let switch = limits.cancel.clone();
            let turned = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                switch.cancel();
            });
            ends_unknown(engine, question, limits, Limit::Cancelled);
            turned.join().unwrap();
        }
    }
}

/// An engine that answers at once, on a thread of its own.
struct AtOnce;

impl Engine for AtOnce {
    fn id(&self) -> EngineId {
        EngineId::Own("at-once")
    }

    fn keeps_time(&self) -> bool {
        false
    }

    fn answer(&self, _: &Problem, request: &Request, _: &mut dyn Observer) -> Answer {
        Answer::from_search(self.id(), request.question, 0, None)
    }
}

/// An engine that has answered is not at work any more, however many questions are asked at once.
#[test]
fn many_questions_at_once_are_all_answered() {
    let mut model = Model::new("one number");
    model.int("x", 0..=1);
    let request = Request::new(Question::One);
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for number in 0..200 {
                    let mut inquiry = Inquiry::new(&model);
                    let answer = inquiry.by_engine(Arc::new(AtOnce), &request, &mut Silent);
                    let answer = answer.unwrap();
                    assert!(answer.complete, "{number}: {:?}", answer.stopped_by);
                }
            });
        }
    });
}

/// An engine that reports what is no solution, to the observer or in its answer.
struct Liar {
    in_answer: bool,
}

impl ModelEngine for Liar {
    fn id(&self) -> EngineId {
        EngineId::Own("liar")
    }

    fn support(&self, _: ConstraintKind) -> Support {
        Support::Native(None)
    }

    fn answer_for(&self, model: &Model, request: &Request, observer: &mut dyn Observer) -> Answer {
        let wrong = Solution(vec![1; model.var_count()]);
        let mut answer = Answer::from_search(ModelEngine::id(self), request.question, 1, None);
        if self.in_answer {
            answer.solutions.push(wrong)
        } else {
            assert_eq!(observer.solution(&wrong), ControlFlow::Break(()))
        }
        answer
    }
}

#[test]
fn a_wrong_solution_is_refused_and_never_shown() {
    let mut model = Model::new("two different numbers");
    let numbers = model.array("number", 2, 1..=2);
    model.all_different(&numbers).unwrap();
    for in_answer in [false, true] {
        let mut seen = Collect::default();
        let request = Request::new(Question::One);
        let liar = Arc::new(Liar { in_answer });
        let error = Inquiry::new(&model).by_engine(liar, &request, &mut seen);
        let error = error.unwrap_err();
        assert!(seen.solutions.is_empty());
        let message = error.to_string();
        assert!(
            message.contains("`liar`") && message.contains("does not hold"),
            "{message}"
        );
    }
}
