//! Questions through the door, where models are simplified before an engine sees them, against brute force.

use tantalizer_ask::{EngineChoice, Options, ask, engines};
use tantalizer_conformance::whole_models;
use tantalizer_model::{
    Answer, ConstraintKind, Engine, Limits, Model, Observer, Question, Silent, Status, Support,
    Task,
};

/// The door as an engine.
struct Door(EngineChoice);

impl Engine for Door {
    fn name(&self) -> &'static str {
        "door"
    }

    fn support(&self, _: ConstraintKind) -> Support {
        Support::Native(None)
    }

    fn answer(&self, model: &Model, task: &Task, observer: &mut dyn Observer) -> Answer {
        let options = Options {
            engine: self.0,
            strategy: task.strategy,
            threads: task.threads,
            seed: task.seed,
            ..Options::default()
        };
        let answer = ask(model, task.question, &options, &task.limits, observer);
        answer.expect("solutions are right")
    }
}

#[test]
fn every_engine_answers_rightly_behind_the_door() {
    let choices = engines()
        .iter()
        .map(|engine| EngineChoice::Named(engine.name()));
    let doors: Vec<Door> = choices.chain([EngineChoice::Auto]).map(Door).collect();
    let doors: Vec<&dyn Engine> = doors.iter().map(|door| door as &dyn Engine).collect();
    whole_models::fuzz(&doors, 1000..1200);
}

#[test]
fn what_was_simplified_is_told() {
    let mut model = Model::new("equal");
    let xs = model.array("x", 3, 0..=2);
    model.all_equal(&xs).unwrap();
    let options = Options::default();
    let answer = ask(
        &model,
        Question::Count,
        &options,
        &Limits::none(),
        &mut Silent,
    )
    .unwrap();
    assert_eq!(
        (answer.status, answer.count),
        (Status::Satisfiable, 3u32.into())
    );
    assert_eq!(
        answer.statistics.more["presolve"],
        "3 variables and 1 constraints became 1 and 0"
    );
}
