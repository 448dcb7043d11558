//! A watched search tells a tree that can be replayed, and finds what an unwatched one finds.

use std::ops::ControlFlow;
use tantalizer_model::{
    Collect, Domain, Model, ModelEngine, Node, Observer, Question, Request, Restriction, Solution,
    Strategy,
};
use tantalizer_search::SearchEngine;

/// Replays the tree and holds every node against its parent.
#[derive(Default)]
struct Replay {
    path: Vec<Vec<Domain>>,
    nodes: u64,
    failures: u64,
    solutions: Vec<Solution>,
    stop_after: Option<u64>,
}

impl Observer for Replay {
    fn watches(&self) -> bool {
        true
    }

    fn node(&mut self, node: &Node<'_>) -> ControlFlow<()> {
        assert!(node.depth <= self.path.len(), "a node without a parent");
        self.path.truncate(node.depth);
        let mut domains = self.path.last().cloned().unwrap_or_default();
        for (var, domain) in node.changed {
            match self.path.last() {
                None => domains.push(domain.clone()),
                Some(parent) => {
                    let before = &parent[var.index()];
                    assert_eq!(domain.difference(before).len(), 0, "a domain grew");
                    assert_ne!(domain, before, "nothing changed");
                    domains[var.index()] = domain.clone();
                }
            }
        }
        assert_eq!(node.decision.is_none(), node.depth == 0);
        if let (Some((var, restriction, value)), None) = (node.decision, node.failed) {
            for left in domains[var.index()].iter() {
                assert!(match restriction {
                    Restriction::Is => left == value,
                    Restriction::IsNot => left != value,
                    Restriction::AtMost => left <= value,
                    Restriction::Above => left > value,
                });
            }
        }
        self.nodes += u64::from(!node.second && node.depth > 0);
        self.failures += u64::from(node.failed.is_some());
        self.path.push(domains);
        if self.stop_after == Some(self.nodes) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        let last = self.path.last().expect("a solution has a node");
        for (domain, &value) in last.iter().zip(&solution.0) {
            assert_eq!(domain.fixed(), Some(value));
        }
        self.solutions.push(solution.clone());
        ControlFlow::Continue(())
    }
}

/// Queens on a board: dead ends and solutions enough.
fn queens(size: i32) -> Model {
    let mut model = Model::new("queens");
    let queens = model.array("q", size as usize, 0..=size - 1);
    model.all_different(&queens).unwrap();
    for i in 0..queens.len() {
        for j in 0..i {
            let gap = (i - j) as i32;
            for sign in [1, -1] {
                let pairs: Vec<[i32; 2]> = (0..size)
                    .flat_map(|a| (0..size).map(move |b| [a, b]))
                    .filter(|[a, b]| a - b != sign * gap)
                    .collect();
                let pairs = tantalizer_model::Tuples::new(2, pairs).unwrap();
                model
                    .table(&[queens[i], queens[j]], std::sync::Arc::new(pairs))
                    .unwrap();
            }
        }
    }
    model
}

#[test]
fn the_tree_is_told_as_it_is_searched() {
    let model = queens(6);
    for strategy in ["leftmost", "ff", "ff,bisect", "dom-wdeg,max", "max-regret"] {
        let strategy: Strategy = strategy.parse().unwrap();
        let request = Request {
            strategy: Some(strategy),
            ..Request::new(Question::All { limit: None })
        };
        let engine = SearchEngine::default();
        let mut plain = Collect::default();
        let unwatched = engine.answer_for(&model, &request, &mut plain);
        let mut replay = Replay::default();
        let watched = engine.answer_for(&model, &request, &mut replay);
        assert_eq!(plain.solutions, replay.solutions, "{strategy}");
        assert_eq!(replay.solutions.len(), 4, "{strategy}");
        assert_eq!(unwatched.statistics.nodes, Some(replay.nodes), "{strategy}");
        assert_eq!(watched.statistics.nodes, Some(replay.nodes), "{strategy}");
        let failures = unwatched.statistics.failures;
        assert_eq!(failures, Some(replay.failures), "{strategy}");
        assert!(replay.failures > 0, "{strategy}");
    }
}

#[test]
fn whoever_watches_may_stop() {
    let mut replay = Replay {
        stop_after: Some(3),
        ..Replay::default()
    };
    let request = Request::new(Question::All { limit: None });
    let answer = SearchEngine::default().answer_for(&queens(8), &request, &mut replay);
    assert!(!answer.complete);
    assert_eq!(replay.nodes, 3);
}
