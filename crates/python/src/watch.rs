//! A search, node by node, as a tree: for teaching.

use crate::failure::Failed;
use crate::work::Told;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use tantalizer::ask::Inquiry;
use tantalizer::draw::{Colour, Drawing, Tree};
use tantalizer::model::{
    EngineChoice, EngineId, Limit, Model, Node, Observer, Problem, Request, Restriction, Solution,
    Var,
};
use tantalizer::puzzle::Puzzle;

/// The tree of a search of at most so many nodes: its nodes as JSON, and a picture.
pub fn watched(
    puzzle: &dyn Puzzle,
    inquiry: &mut Inquiry,
    request: &Request,
    nodes: usize,
    told: &Told,
) -> Result<(String, String), Failed> {
    let Some(model) = inquiry.model(request)? else {
        return Err(request.limits.expired().unwrap_or(Limit::Time).into());
    };
    let mut request = request.clone();
    if request.engine == EngineChoice::Auto {
        request.engine = EngineChoice::Only(EngineId::Search);
    }
    let mut watcher = Watcher {
        puzzle,
        model: &model,
        answer: model.answer().into_iter().collect(),
        told,
        most: nodes,
        seen: Vec::new(),
    };
    Inquiry::new(Problem::Model(Arc::clone(&model))).ask(&request, &mut watcher)?;
    let seen = watcher.seen;
    let list: Value = seen.iter().map(Seen::to_json).collect();
    let mut left = &seen[..];
    let mut roots = Vec::new();
    while !left.is_empty() {
        roots.push(Drawing::Tree(subtree(&mut left)));
    }
    Ok((list.to_string(), Drawing::down(roots).to_svg()))
}

/// What is kept of a node.
struct Seen {
    depth: usize,
    decision: String,
    /// The places whose values became fewer.
    changed: Vec<String>,
    /// For a dead end: the places that clash.
    failed: Option<Vec<String>>,
    solution: bool,
}

impl Seen {
    fn to_json(&self) -> Value {
        json!({
            "depth": self.depth,
            "decision": self.decision,
            "changed": self.changed,
            "failed": self.failed,
            "solution": self.solution,
        })
    }

    fn label(&self) -> String {
        let fate = match (&self.failed, self.solution) {
            (Some(_), _) => "dead end".to_string(),
            (None, true) => "solution".to_string(),
            (None, false) => match self.changed.len() {
                1 => "1 place narrowed".to_string(),
                places => format!("{places} places narrowed"),
            },
        };
        format!("{}\n{fate}", self.decision)
    }
}

/// The first node with all that hangs below it; those are taken away.
fn subtree(left: &mut &[Seen]) -> Tree {
    let Some((first, rest)) = left.split_first() else {
        return Tree::default();
    };
    *left = rest;
    let mut children = Vec::new();
    while left.first().is_some_and(|next| next.depth > first.depth) {
        children.push(subtree(left));
    }
    let tree = Tree::node(first.label(), children);
    match (&first.failed, first.solution) {
        (Some(_), _) => tree.coloured(Colour::Red),
        (None, true) => tree.coloured(Colour::Green),
        (None, false) => tree,
    }
}

/// Keeps every node.
struct Watcher<'a> {
    puzzle: &'a dyn Puzzle,
    model: &'a Model,
    /// The variables that people know.
    answer: HashSet<Var>,
    told: &'a Told,
    most: usize,
    seen: Vec<Seen>,
}

impl Watcher<'_> {
    fn places<'v>(&self, vars: impl IntoIterator<Item = &'v Var>) -> Vec<String> {
        let vars = vars.into_iter();
        vars.flat_map(|var| self.puzzle.places(self.model, var.index()))
            .collect()
    }

    fn decision(&self, (var, restriction, value): (Var, Restriction, i32)) -> String {
        let relation = match restriction {
            Restriction::Is => "=",
            Restriction::IsNot => "≠",
            Restriction::AtMost => "≤",
            Restriction::Above => ">",
        };
        let places = self.places([&var]).join(", ");
        format!(
            "{places} {relation} {}",
            self.puzzle.value_word(var.index(), value)
        )
    }
}

impl Observer for Watcher<'_> {
    fn solution(&mut self, _: &Solution) -> ControlFlow<()> {
        if let Some(last) = self.seen.last_mut() {
            last.solution = true;
        }
        ControlFlow::Continue(())
    }

    fn watches(&self) -> bool {
        true
    }

    fn node(&mut self, node: &Node<'_>) -> ControlFlow<()> {
        if self.seen.len() == self.most {
            return ControlFlow::Break(());
        }
        let unnamed = || match node.depth {
            0 => "the beginning".to_string(),
            _ => "a choice behind the board".to_string(),
        };
        let changed = node.changed.iter().map(|(var, _)| var);
        self.seen.push(Seen {
            depth: node.depth,
            decision: node
                .decision
                .map_or_else(unnamed, |decision| self.decision(decision)),
            changed: self.places(changed.filter(|var| self.answer.contains(var))),
            failed: node.failed.map(|vars| self.places(vars)),
            solution: false,
        });
        self.told.progress(|| json!({ "nodes": self.seen.len() }));
        ControlFlow::Continue(())
    }
}
