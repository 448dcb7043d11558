//! `/api/watch`: a search, node by node.
//!
//! Streamed, each node is a line; in the answer alone, only what came of it. Engines that build no tree tell something else: `sat` and `learn` every clause that
//! they learn from a conflict, `diagram` its layers.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use tantalizer_ask::Inquiry;
use tantalizer_model::clock::Instant;
use tantalizer_model::{
    DiagramLayer, EngineChoice, EngineId, Learnt, Model, Node, Observer, Problem, Progress,
    Question, Restriction, Solution, Var,
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
    /// Nodes, clauses or arcs that may still be told.
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

    /// A decision as it is told, where it is about places that people know.
    fn about_places(&self, literal: (Var, Restriction, i32)) -> Option<Value> {
        let told = self.decision(literal);
        told["places"]
            .as_array()
            .is_some_and(|places| !places.is_empty())
            .then_some(told)
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

    fn learnt(&mut self, clause: &Learnt<'_>) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let literals = clause.literals.iter();
        let literals: Vec<Value> = literals.filter_map(|&one| self.about_places(one)).collect();
        let others = clause.others + clause.literals.len() - literals.len();
        let told = json!({ "literals": literals, "others": others });
        self.told.found("learnt", &told);
    }

    fn layer(&mut self, layer: &DiagramLayer<'_>) {
        let value = |var: Var, value| self.puzzle.value_json(var.index(), value);
        let nodes: BTreeSet<usize> = layer.arcs.iter().map(|arc| arc.0).collect();
        let values: BTreeSet<i32> = layer.arcs.iter().map(|arc| arc.1).collect();
        let few = layer.arcs.len() as u64 <= self.left;
        if few {
            self.left -= layer.arcs.len() as u64;
        }
        let arc = |&(from, number, to): &(usize, i32, usize)| {
            json!([
                from,
                layer.var.map_or(number.into(), |var| value(var, number)),
                to
            ])
        };
        let told = json!({
            "variable": layer.var.map(|var| self.model.var_name(var)),
            "places": layer.var.map_or(Vec::new(), |var| self.places(var)),
            "nodes": layer.nodes,
            "alive": nodes.len(),
            "values": layer.var.map(|var| values.iter().map(|&number| value(var, number)).collect::<Vec<_>>()),
            "arcs": few.then(|| layer.arcs.iter().map(arc).collect::<Vec<_>>()),
        });
        self.told.found("layer", &told);
    }
}
