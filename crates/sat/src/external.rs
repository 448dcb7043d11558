//! Taking part in the solver's search (Fazekas et al., *IPASIR-UP: user propagators for CDCL*, 2023): excluding each
//! solution while the search goes on, and deciding what it branches on.

use std::cell::RefCell;
use std::rc::Rc;

use pindakaas::Valuation;
use pindakaas::solver::propagation::{
    ClausePersistence, Propagator, PropagatorDefinition, SearchDecision, SolvingActions,
};
use tantalizer_model::{Var, Watch};

use crate::cnf::Lit;
use crate::encode::VariableMap;
use crate::solver::{Solver, foreign};

/// Solutions found in one go, without the solver ever starting again: each is blocked where it was found.
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
            hand_over: false,
        }));
        solver.connect(Rc::clone(&state), &observed);
        Harvest { state }
    }

    /// The solver is to stop after so many solutions.
    pub(crate) fn want(&self, solutions: usize) {
        self.state.borrow_mut().wanted = solutions.max(1);
    }

    /// What was found since the last call.
    pub(crate) fn take(&self) -> Batch {
        let mut state = self.state.borrow_mut();
        state.hand_over = false;
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
    /// Whether the solver may take the block.
    hand_over: bool,
}

impl Propagator for Harvester {
    fn check_solution(&mut self, _: &mut dyn SolvingActions, found: &dyn Valuation) -> bool {
        // Only variables are asked for: this valuation does not heed the sign of a literal.
        let truth = |literal: Lit| found.value(foreign(literal.abs())) == (literal > 0);
        let values = |vars: &[Var]| -> Option<Vec<i32>> {
            vars.iter()
                .map(|&var| self.map.read_one(var, truth))
                .collect()
        };
        let (Some(answer), Some(values)) = (values(&self.answer), values(&self.read)) else {
            // The encoding gives each variable one value. If ever it did not, nothing may unwind through the
            // solver from here: it stops, and whoever asked sees a verdict without a solution.
            return true;
        };
        let block = self.map.blocking_clause(&self.answer, &answer);
        self.values.push(values);
        let go_on =
            self.values.len() < self.wanted && !block.is_empty() && self.watch.expired().is_none();
        self.block = Some(block);
        self.hand_over = go_on;
        !go_on
    }

    fn add_external_clause(
        &mut self,
        _: &mut dyn SolvingActions,
    ) -> Option<(Vec<pindakaas::Lit>, ClausePersistence)> {
        if !std::mem::take(&mut self.hand_over) {
            return None;
        }
        let block = self.block.take()?;
        let block = block.into_iter().map(foreign).collect();
        Some((block, ClausePersistence::Irreduntant))
    }
}

impl PropagatorDefinition for Harvester {
    const CHECK_ONLY: bool = true;
}

/// Branches on given literals first, in their order; on others only once all of these have values.
pub(crate) struct Brancher {
    order: Vec<Lit>,
    /// By variable.
    assigned: Vec<bool>,
    trail: Vec<usize>,
    levels: Vec<usize>,
}

impl Brancher {
    pub(crate) fn connect(solver: &mut Solver, order: &[Lit]) {
        let highest = order.iter().map(|literal| literal.unsigned_abs() as usize);
        let brancher = Brancher {
            order: order.to_vec(),
            assigned: vec![false; highest.max().unwrap_or(0) + 1],
            trail: Vec::new(),
            levels: Vec::new(),
        };
        solver.connect(Rc::new(RefCell::new(brancher)), order);
    }
}

impl Propagator for Brancher {
    fn notify_assignments(&mut self, literals: &[pindakaas::Lit]) {
        for &literal in literals {
            let variable = i32::from(literal).unsigned_abs() as usize;
            if variable < self.assigned.len() && !self.assigned[variable] {
                self.assigned[variable] = true;
                self.trail.push(variable);
            }
        }
    }

    fn notify_new_decision_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn notify_backtrack(&mut self, level: usize, _restart: bool) {
        if let Some(&length) = self.levels.get(level) {
            for variable in self.trail.drain(length..) {
                self.assigned[variable] = false;
            }
            self.levels.truncate(level);
        }
    }

    fn decide(&mut self, _: &mut dyn SolvingActions) -> SearchDecision {
        let open = |literal: &&Lit| !self.assigned[literal.unsigned_abs() as usize];
        match self.order.iter().find(open) {
            Some(&literal) => SearchDecision::Assign(foreign(literal)),
            None => SearchDecision::Free,
        }
    }
}

impl PropagatorDefinition for Brancher {}
