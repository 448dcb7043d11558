//! Questions through the door, where models are simplified before an engine sees them, against brute force.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use tantalizer_ask::{ask, engines};
use tantalizer_conformance::whole_models;
use tantalizer_model::constraints::Compare;
use tantalizer_model::{
    Answer, ConstraintKind, Domain, EngineChoice, EngineId, Literal, Model, ModelEngine, Node,
    Observer, Question, Rel, Request, Restriction, Silent, Solution, Status, Support, Var,
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

    fn answer_for(&self, model: &Model, request: &Request, observer: &mut dyn Observer) -> Answer {
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

/// Follows a search by what it tells.
#[derive(Default)]
struct Follower {
    /// What each node on the way knows of the variables.
    path: Vec<BTreeMap<Var, Domain>>,
    nodes: usize,
    decisions: usize,
    solutions: usize,
}

impl Observer for Follower {
    fn watches(&self) -> bool {
        true
    }

    fn node(&mut self, node: &Node<'_>) -> ControlFlow<()> {
        assert!(node.depth <= self.path.len(), "a node without a parent");
        self.nodes += 1;
        self.path.truncate(node.depth);
        let mut known = self.path.last().cloned().unwrap_or_default();
        known.extend(node.changed.iter().cloned());
        if let (Some((var, restriction, value)), None) = (node.decision, node.failed) {
            assert!(known[&var].iter().all(|left| match restriction {
                Restriction::Is => left == value,
                Restriction::IsNot => left != value,
                Restriction::AtMost => left <= value,
                Restriction::Above => left > value,
            }));
            self.decisions += 1;
        }
        self.path.push(known);
        ControlFlow::Continue(())
    }

    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.solutions += 1;
        for (var, domain) in self.path.last().into_iter().flatten() {
            assert!(domain.contains(solution[*var]), "{var:?} is not {domain:?}");
        }
        ControlFlow::Continue(())
    }
}

/// Whoever watches sees every place: the model is not simplified for them.
#[test]
fn nodes_are_told_of_the_original() {
    let mut model = Model::new("two are equal, and something helps");
    let helps = model.boolean("helps");
    let xs = model.array("x", 5, 0..=2);
    let apart = Compare {
        x: xs[0],
        rel: Rel::NotEqual,
        y: xs[1],
    };
    model.reified(apart, helps).unwrap();
    model.clause([Literal::yes(helps)]).unwrap();
    model.all_equal(&xs[2..4]).unwrap();
    model.set_answer(&xs[..]);
    let mut request = Request::new(Question::All { limit: None });
    request.engine = EngineChoice::Only(EngineId::Search);
    let mut follower = Follower::default();
    let answer = ask(&model, &request, &mut follower).unwrap();
    assert!(!answer.statistics.more.contains_key("presolve"));
    assert_eq!(follower.solutions, 6 * 3 * 3);
    assert!(follower.decisions > follower.solutions / 2);
    // What is equal is told alike.
    let last = follower.path.last().unwrap();
    assert_eq!(last[&xs[2]], last[&xs[3]]);
    assert!(last.len() >= xs.len(), "all that people know is told");
}
