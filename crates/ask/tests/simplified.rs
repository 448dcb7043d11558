//! Questions through the door, where models are simplified before an engine sees them, against brute force.

use tantalizer_ask::{ask, engines};
use tantalizer_conformance::whole_models;
use tantalizer_model::{
    Answer, ConstraintKind, EngineChoice, EngineId, Model, ModelEngine, Observer, Question,
    Request, Silent, Status, Support,
};

/// The door as an engine.
struct Door(EngineChoice);

impl ModelEngine for Door {
    fn id(&self) -> EngineId {
        EngineId::Own("door")
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
        let request = Request {
            engine: self.0,
            ..request.clone()
        };
        let answer = ask(model, &request, observer);
        answer.expect("solutions are right")
    }
}

#[test]
fn every_engine_answers_rightly_behind_the_door() {
    let choices = engines()
        .iter()
        .map(|engine| EngineChoice::Only(engine.id()));
    let doors: Vec<Door> = choices.chain([EngineChoice::Auto]).map(Door).collect();
    let doors: Vec<&dyn ModelEngine> = doors.iter().map(|door| door as &dyn ModelEngine).collect();
    whole_models::fuzz(&doors, 1000..1200);
}

#[test]
fn what_was_simplified_is_told() {
    let mut model = Model::new("equal");
    let xs = model.array("x", 3, 0..=2);
    model.all_equal(&xs).unwrap();
    let answer = ask(&model, &Request::new(Question::Count), &mut Silent).unwrap();
    assert_eq!(
        (answer.status, answer.count),
        (Status::Satisfiable, 3u32.into())
    );
    assert_eq!(
        answer.statistics.more["presolve"],
        "3 variables and 1 constraints became 1 and 0"
    );
}
