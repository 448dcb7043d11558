//! All solutions in one go, without the solver ever starting again: each is excluded where it was found.

use std::cell::RefCell;
use std::rc::Rc;

use tantalizer_model::{Var, Watch};

use crate::cnf::Lit;
use crate::encode::VariableMap;
use crate::solver::Solver;

/// Gathers the solutions that a solver finds.
pub(crate) struct Harvest {
    state: Rc<RefCell<Harvester>>,
}

/// A batch of solutions.
pub(crate) struct Batch {
    /// For each solution the values of the variables that were to be read.
    pub(crate) values: Vec<Vec<i32>>,
    /// The clause that excludes the last one, if the solver does not have it yet.
    pub(crate) block: Option<Vec<Lit>>,
}

impl Harvest {
    /// Reads the values of `read` from every solution that differs on `answer`.
    pub(crate) fn new(
        solver: &mut Solver,
        map: VariableMap,
        read: Vec<Var>,
        answer: Vec<Var>,
        watch: Watch,
    ) -> Self {
        let mut observed: Vec<Lit> = read
            .iter()
            .chain(&answer)
            .flat_map(|&var| map.values(var))
            .flat_map(|entry| entry.1.iter().map(|literal| literal.abs()))
            .collect();
        observed.sort_unstable();
        observed.dedup();
        let state = Rc::new(RefCell::new(Harvester {
            map,
            read,
            answer,
            watch,
            wanted: 1,
            values: Vec::new(),
            block: None,
        }));
        let harvester = Rc::clone(&state);
        solver.visit(&observed, move |truth| {
            harvester.borrow_mut().take_in(truth)
        });
        Harvest { state }
    }

    /// The solver is to stop after so many solutions.
    pub(crate) fn want(&self, solutions: usize) {
        self.state.borrow_mut().wanted = solutions.max(1);
    }

    /// What was found since the last call.
    pub(crate) fn take(&self) -> Batch {
        let mut state = self.state.borrow_mut();
        Batch {
            values: std::mem::take(&mut state.values),
            block: state.block.take(),
        }
    }
}

struct Harvester {
    map: VariableMap,
    read: Vec<Var>,
    answer: Vec<Var>,
    watch: Watch,
    wanted: usize,
    values: Vec<Vec<i32>>,
    block: Option<Vec<Lit>>,
}

impl Harvester {
    /// Reads a solution, and excludes it if more are wanted.
    fn take_in(&mut self, truth: &dyn Fn(Lit) -> bool) -> Option<Vec<Lit>> {
        let values = |vars: &[Var]| -> Option<Vec<i32>> {
            vars.iter()
                .map(|&var| self.map.read_one(var, truth))
                .collect()
        };
        // The encoding gives each variable one value. If ever it did not, nothing may unwind through the
        // solver from here: it stops, and whoever asked sees a verdict without a solution.
        let (answer, values) = (values(&self.answer)?, values(&self.read)?);
        let block = self.map.blocking_clause(&self.answer, &answer);
        self.values.push(values);
        let go_on =
            self.values.len() < self.wanted && !block.is_empty() && self.watch.expired().is_none();
        if go_on {
            return Some(block);
        }
        self.block = Some(block);
        None
    }
}
