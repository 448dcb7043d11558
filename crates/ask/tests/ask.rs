//! Questions through the door, against brute force.

use num_bigint::BigUint;
use std::collections::BTreeSet;
use tantalizer_ask::{EngineChoice, Options, ask, ask_engine, count_orbits, engines, forced};
use tantalizer_conformance::brute;
use tantalizer_conformance::instance::Instance;
use tantalizer_model::{
    Answer, Collect, ConstraintKind, Flow, Limits, Model, ModelEngine, Observer, Question, Rel,
    Request, Solution, Status, Support, Symmetry, SymmetryGroup, Var, symmetry,
};

#[test]
fn engines_are_found_by_name() {
    assert_eq!("auto".parse(), Ok(EngineChoice::Auto));
    for engine in engines() {
        assert_eq!(
            engine.name().parse(),
            Ok(EngineChoice::Named(engine.name()))
        );
    }
    let error = "fastest".parse::<EngineChoice>().unwrap_err().to_string();
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
        let question = Question::All { limit: None };
        let answer = ask(
            &model,
            question,
            &Options::default(),
            &Limits::none(),
            &mut found,
        )
        .unwrap();
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
            let mut found = forced(&model, &Options::default(), &Limits::none()).unwrap();
            found.values.dedup();
            assert_eq!(found.values, shared, "{} seed {seed}\n{model}", kind.name());
            assert_eq!(found.solution.is_some(), !answers.is_empty());
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
        let total = BigUint::from(answers.len());
        let options = Options::default();
        let orbits = count_orbits(&model, &group, &total, &options, &Limits::none()).unwrap();
        assert_eq!(orbits, Some(BigUint::from(expected)));
    }
}

#[test]
fn a_cancelled_question_is_unknown_not_unsatisfiable() {
    let mut model = Model::new("pigeons");
    let pigeons = model.array("hole", 12, 1..=11);
    for (index, &pigeon) in pigeons.iter().enumerate() {
        for &other in &pigeons[..index] {
            model.compare(pigeon, Rel::NotEqual, other).unwrap();
        }
    }
    let limits = Limits::seconds(0.05);
    let answer = ask(
        &model,
        Question::One,
        &Options::default(),
        &limits,
        &mut Collect::default(),
    );
    let answer = answer.unwrap();
    assert_eq!(answer.status, Status::Unknown);
    assert!(!answer.complete && answer.stopped_by.is_some());
    let forced = forced(&model, &Options::default(), &limits).unwrap();
    assert!(forced.stopped_by.is_some() && forced.solution.is_none());
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

    fn answer_model(
        &self,
        model: &Model,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Answer {
        let wrong = Solution(vec![1; model.var_count()]);
        let mut answer = Answer::from_search("liar", request.question, 1, None);
        match self.in_answer {
            true => answer.solutions.push(wrong),
            false => assert_eq!(observer.solution(&wrong), Flow::Stop),
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
        let error = ask_engine(&Liar { in_answer }, &model, &request, &mut seen).unwrap_err();
        assert!(seen.solutions.is_empty());
        let message = error.to_string();
        assert!(
            message.contains("`liar`") && message.contains("does not hold"),
            "{message}"
        );
    }
}
