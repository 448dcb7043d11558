//! The search engine against brute force, with and without look-ups, and its propagators against their promises.

use tantalizer_conformance::consistency::complaint;
use tantalizer_conformance::instance::Instance;
use tantalizer_conformance::{conforms, whole_models};
use tantalizer_model::{
    Collect, ConstraintKind, Engine, Question, Strategy, Task, ValueChoice, Var, VariableChoice,
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

/// At every node of the tree of assignments, the domains are as small as the propagators promise.
#[test]
fn propagators_keep_their_promises() {
    for tabulate in [false, true] {
        for kind in ConstraintKind::ALL {
            for seed in 0..60 {
                let instance = Instance::distinct(kind, seed);
                let label = format!("{} seed {seed}", kind.name());
                match Propagation::new(&instance.model, tabulate) {
                    Some(mut propagation) => {
                        let level = propagation.promise(&instance.model);
                        check_nodes(&instance, &mut propagation, level, &label);
                    }
                    None => assert!(
                        tantalizer_conformance::brute::answers(&instance.model).is_empty(),
                        "{label}: refuted although there is a solution in\n{}",
                        instance.model
                    ),
                }
            }
        }
    }
}

fn check_nodes(
    instance: &Instance,
    propagation: &mut Propagation,
    level: tantalizer_model::Consistency,
    label: &str,
) {
    let domains = propagation.domains();
    if let Some(complaint) = complaint(&instance.model, &domains, level) {
        panic!(
            "{label}: {complaint} with {domains:?} in\n{}",
            instance.model
        );
    }
    let Some(index) = (0..domains.len())
        .rev()
        .find(|&i| domains[i].fixed().is_none())
    else {
        return;
    };
    for value in domains[index].iter() {
        if propagation.assign(Var::from_index(index), value) {
            check_nodes(instance, propagation, level, label);
        }
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
                    let mut task = Task::new(Question::All { limit: None });
                    task.strategy = Some(Strategy { variable, value });
                    task.threads = threads;
                    task.seed = seed;
                    let mut found = Collect::default();
                    SearchEngine::default().answer(&model, &task, &mut found);
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
