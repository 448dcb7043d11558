//! `/api/watch`: a search, node by node.
//!
//! Streamed, each node is a line; in the answer alone, only what came of it. Engines other than `search` build no tree that could be told:
//! of them come solutions and progress.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;
use std::sync::Arc;
use tantalizer_ask::Inquiry;
use tantalizer_model::clock::Instant;
use tantalizer_model::{
    EngineChoice, EngineId, Model, Node, Observer, Problem, Progress, Question, Restriction,
    Solution, Var,
};
use tantalizer_puzzle::report::SolveReport;
use tantalizer_puzzle::{Puzzle, PuzzleError};

/// No tree is told further.
const MOST_NODES: u64 = 20_000;
/// So many nodes if nothing is said.
const NODES: u64 = 2_000;
/// No answer lists more solutions.
const MOST_SOLUTIONS: u64 = 1_000;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let puzzle = fields.puzzle(told)?;
    let question = if fields.flag("all")? {
        Question::All {
            limit: Some(MOST_SOLUTIONS),
        }
    } else {
        Question::One
    };
    let nodes = fields.number("nodes", 1..=MOST_NODES)?.unwrap_or(NODES);
    let mut request = fields.request(&*puzzle, question, told)?;
    let mut inquiry = fields.inquiry(&*puzzle)?;
    fields.finish()?;
    let model = inquiry.model(&request).map_err(PuzzleError::from)?;
    let Some(model) = model else {
        return Err(ApiError::Unanswered("its model was not found".into()));
    };
    if request.engine == EngineChoice::Auto {
        request.engine = EngineChoice::Only(EngineId::Search);
    }
    let mut inquiry = Inquiry::new(Problem::Model(Arc::clone(&model)));
    let mut watcher = Watcher {
        puzzle: &*puzzle,
        model: &model,
        told,
        left: nodes,
        list: Vec::new(),
    };
    let answer = inquiry.ask(&request, &mut watcher);
    let answer = answer.map_err(PuzzleError::from)?;
    let list = Value::Array(watcher.list).to_string();
    let report = SolveReport::new(&*puzzle, &mut inquiry, &request, answer, list, Vec::new())?;
    let object = report.object(&*puzzle, start.elapsed().as_secs_f64())?;
    Ok(serde_json::to_string(&object)?)
}

/// Tells of every node.
struct Watcher<'a> {
    puzzle: &'a dyn Puzzle,
    model: &'a Model,
    told: &'a Told,
    /// Nodes that may still be told.
    left: u64,
    list: Vec<Value>,
}

impl Watcher<'_> {
    fn places(&self, var: Var) -> Vec<String> {
        self.puzzle.places(self.model, var.index())
    }

    fn decision(&self, (var, restriction, value): (Var, Restriction, i32)) -> Value {
        let relation = match restriction {
            Restriction::Is => "=",
            Restriction::IsNot => "≠",
            Restriction::AtMost => "≤",
            Restriction::Above => ">",
        };
        json!({
            "variable": self.model.var_name(var),
            "places": self.places(var),
            "relation": relation,
            "value": self.puzzle.value_json(var.index(), value),
        })
    }

    fn changes(&self, node: &Node<'_>) -> Map<String, Value> {
        let mut changes = Map::new();
        for (var, domain) in node.changed {
            let value = |value| self.puzzle.value_json(var.index(), value);
            for place in self.places(*var) {
                changes.insert(place, domain.iter().map(value).collect());
            }
        }
        changes
    }
}

impl Observer for Watcher<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        let value = self.puzzle.solution_json(solution, None);
        self.told.found("solution", &value);
        self.list.push(value);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress) {
        super::tell_progress(self.told, progress);
    }

    fn watches(&self) -> bool {
        true
    }

    fn node(&mut self, node: &Node<'_>) -> ControlFlow<()> {
        if self.left == 0 || self.told.cancel.is_cancelled() {
            return ControlFlow::Break(());
        }
        self.left -= 1;
        if self.told.listener().is_some() {
            let failed = node.failed.map(|vars| {
                let places = vars.iter().flat_map(|&var| self.places(var));
                places.collect::<Vec<_>>()
            });
            let told = json!({
                "depth": node.depth,
                "decision": node.decision.map(|decision| self.decision(decision)),
                "second": node.second,
                "changed": self.changes(node),
                "failed": failed,
            });
            self.told.found("node", &told);
        }
        ControlFlow::Continue(())
    }
}
