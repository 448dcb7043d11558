//! The search engine against brute force, with and without look-ups, and its propagators against their promises.

use tantalizer_conformance::consistency::{complaint, lost};
use tantalizer_conformance::instance::Instance;
use tantalizer_conformance::{conforms, whole_models};
use tantalizer_model::{
    Collect, ConstraintKind, Domain, Limits, Model, ModelEngine, Objective, Phase, Question, Rel,
    Request, Strategy, ValueChoice, Var, VariableChoice,
};
use tantalizer_search::{Propagation, SearchEngine};

const PLAIN: SearchEngine = SearchEngine { tabulate: false };

#[test]
fn every_constraint_with_look_ups() {
    conforms(&SearchEngine::default());
}

#[test]
fn every_constraint_by_its_own_propagators() {
    conforms(&PLAIN);
}

#[test]
fn whole_models_agree_with_brute_force() {
    whole_models::fuzz(&[&SearchEngine::default(), &PLAIN], 0..600);
}

/// At every node of the tree of assignments, the domains are as small as the propagators promise, and no solution is lost.
#[test]
fn propagators_keep_their_promises() {
    for tabulate in [false, true] {
        for kind in ConstraintKind::ALL {
            for seed in 0..60 {
                let model = Instance::distinct(kind, seed).model;
                let label = format!("{} seed {seed}", kind.name());
                let domains: Vec<Domain> =
                    model.vars().map(|var| model.domain(var).clone()).collect();
                let mut propagation =
                    Propagation::new(&model, tabulate, &Limits::none()).expect("no limits");
                check_node(&model, &domains, propagation.as_mut(), &label);
            }
        }
    }
}

/// Looks at a node and all below it: the domains `before` are those that were propagated; without a propagation they were refuted.
fn check_node(
    model: &Model,
    before: &[Domain],
    propagation: Option<&mut Propagation>,
    label: &str,
) {
    let after = propagation
        .as_ref()
        .map(|propagation| propagation.domains());
    if let Some(solution) = lost(model, before, after.as_deref()) {
        panic!("{label}: {solution:?} is lost from {before:?} to {after:?} in\n{model}");
    }
    let (Some(propagation), Some(domains)) = (propagation, after) else {
        return;
    };
    if let Some(complaint) = complaint(model, &domains, propagation.promise(model)) {
        panic!("{label}: {complaint} with {domains:?} in\n{model}");
    }
    let open = domains.iter().rposition(|domain| domain.fixed().is_none());
    let Some(index) = open else { return };
    for value in domains[index].iter() {
        let mut before = domains.clone();
        before[index] = Domain::single(value);
        let possible = propagation.assign(Var::from_index(index), value);
        let below = possible.expect("no limits").then_some(&mut *propagation);
        check_node(model, &before, below, label);
        propagation.undo();
    }
}

#[test]
fn every_strategy_and_any_number_of_threads_find_the_same() {
    for seed in 0..40 {
        let model = whole_models::random_model(seed);
        let expected = tantalizer_conformance::brute::answers(&model);
        for variable in VariableChoice::all() {
            for value in ValueChoice::all() {
                for threads in [1, 3] {
                    let mut request = Request::new(Question::All { limit: None });
                    request.strategy = Some(Strategy { variable, value });
                    request.threads = threads;
                    request.seed = seed;
                    let mut found = Collect::default();
                    SearchEngine::default().answer_for(&model, &request, &mut found);
                    let vars = model.answer();
                    let mut seen: Vec<Vec<i32>> =
                        found.solutions.iter().map(|s| s.project(&vars)).collect();
                    seen.sort();
                    assert!(
                        seen.iter().eq(expected.iter()),
                        "seed {seed}, {variable:?} {value:?}, {threads} threads:\n{model}"
                    );
                }
            }
        }
    }
}

/// The best may need a completion of the answer that is not the first one.
#[test]
fn the_best_value_of_an_auxiliary_variable_is_found() {
    let mut model = Model::new("the answer says little about the objective");
    let x = model.int("x", 0..=3);
    let y = model.int("y", 0..=10);
    model.linear([(1, x), (1, y)], Rel::LessEqual, 12).unwrap();
    model.set_answer(vec![x]);
    model.set_objective(Objective::Maximise(y));
    let mut found = Collect::default();
    let answer = PLAIN.answer_for(&model, &Request::new(Question::Best), &mut found);
    assert_eq!(answer.best, Some(10));
}

/// Phases are gone through in order, and what they do not name comes last, whatever is asked; nothing is lost or repeated.
#[test]
fn the_branching_order_of_a_model_is_kept() {
    let mut model = Model::new("three digits");
    let x = model.array("x", 3, 0..=2);
    let spare = model.int("spare", 0..=1);
    model.set_answer(x.clone());
    let phase = |vars: &[Var], value| Phase {
        vars: vars.to_vec(),
        strategy: Strategy {
            variable: VariableChoice::Leftmost,
            value,
        },
    };
    model.set_branching(vec![
        phase(&[spare, x[2]], ValueChoice::Max),
        phase(&[x[2], x[0]], ValueChoice::Min),
    ]);
    let mut found = Collect::default();
    let all = Request::new(Question::All { limit: None });
    PLAIN.answer_for(&model, &all, &mut found);
    let seen: Vec<[i32; 3]> = found
        .solutions
        .iter()
        .map(|solution| [solution[x[2]], solution[x[0]], solution[x[1]]])
        .collect();
    let mut expected = Vec::new();
    for last in [2, 1, 0] {
        for first in 0..3 {
            expected.extend((0..3).map(|middle| [last, first, middle]));
        }
    }
    assert_eq!(seen, expected);

    let mut one = Collect::default();
    PLAIN.answer_for(&model, &Request::new(Question::One), &mut one);
    assert_eq!(one.solutions[0].project(&[spare, x[2], x[0]]), [1, 2, 0]);
}
