//! CaDiCaL. What takes part in its search, visitors and an order to branch in, does so as *IPASIR-UP* has it (Fazekas et al., *IPASIR-UP: user
//! propagators for CDCL*, 2023).

use std::cell::{Cell, RefCell};
use std::num::NonZeroI32;
use std::rc::Rc;

use pindakaas::solver::cadical::{Cadical, ProofTracerDefinition};
use pindakaas::solver::propagation::{
    ClausePersistence, ExternalPropagation, Propagator, PropagatorDefinition, SearchDecision,
    SolvingActions,
};
use pindakaas::solver::{
    Assumptions, FailedAssumptions, LearnCallback, SolveResult, TermSignal, TerminateCallback,
};
use pindakaas::{ClauseDatabase, Valuation};
use tantalizer_model::Limit;

use crate::backend::{Backend, Listener, Reason, Visitor};
use crate::cnf::Lit;
use crate::solver::{Assignment, Verdict};

/// CaDiCaL with its variables, and what was learned and told so far.
#[derive(Default)]
pub(crate) struct WithCadical {
    cadical: Cadical,
    variables: usize,
    learned: Rc<Cell<u64>>,
    listener: Rc<RefCell<Option<Listener>>>,
    stopped: Rc<RefCell<Option<Limit>>>,
}

impl WithCadical {
    pub(crate) fn new() -> Self {
        let mut solver = WithCadical::default();
        let learned = Rc::clone(&solver.learned);
        let listener = Rc::clone(&solver.listener);
        solver.cadical.set_learn_callback(Some(
            move |clause: &mut dyn Iterator<Item = pindakaas::Lit>| {
                learned.set(learned.get() + 1);
                if let Some(listener) = &mut *listener.borrow_mut() {
                    listener(&clause.map(i32::from).collect::<Vec<Lit>>());
                }
            },
        ));
        solver
    }

    /// Reports every step of its reasoning to `tracer`.
    pub(crate) fn traced<T: ProofTracerDefinition + 'static>(tracer: Rc<RefCell<T>>) -> Self {
        let mut solver = WithCadical::default();
        solver.cadical.connect_proof_tracer(tracer);
        solver
    }

    /// Lets something take part in the search; it is told of the variables of these literals.
    fn connect<P: PropagatorDefinition + 'static>(&mut self, propagator: P, observed: &[Lit]) {
        self.cadical
            .connect_propagator(Rc::new(RefCell::new(propagator)));
        for &literal in observed {
            self.cadical.add_observed_var(foreign(literal).var());
        }
    }
}

impl Backend for WithCadical {
    fn reserve(&mut self, variables: usize) {
        if variables > self.variables {
            let _ = self.cadical.new_var_range(variables - self.variables);
            self.variables = variables;
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        let clause: Vec<pindakaas::Lit> = clause.iter().map(|&literal| foreign(literal)).collect();
        // The empty clause is reported as an error; the solver keeps it and answers accordingly.
        let _ = self.cadical.add_clause_from_slice(&clause);
    }

    fn set_seed(&mut self, seed: u64) {
        // CaDiCaL takes a natural number of 31 bits.
        let seed = (seed ^ seed >> 31) & 0x7fff_ffff;
        self.cadical.set_option("seed", seed as i32);
    }

    fn prefer(&mut self, literal: Lit) {
        self.cadical.phase(foreign(literal));
    }

    fn branch_first(&mut self, literals: &[Lit]) {
        self.connect(Brancher::new(literals), literals);
    }

    fn stop_when(&mut self, mut reason: Reason) {
        let (stopped, learned) = (Rc::clone(&self.stopped), Rc::clone(&self.learned));
        let stop = move || match reason(learned.get()) {
            None => TermSignal::Continue,
            Some(limit) => {
                stopped.replace(Some(limit));
                TermSignal::Terminate
            }
        };
        self.cadical.set_terminate_callback(Some(stop));
    }

    fn visit(&mut self, observed: &[Lit], visitor: Visitor) {
        let visited = Visited {
            visitor,
            clause: None,
        };
        self.connect(visited, observed);
    }

    fn solve(&mut self, assumptions: &[Lit], decisions: Option<u64>) -> Verdict {
        self.stopped.replace(None);
        if let Some(decisions) = decisions {
            let decisions = i32::try_from(decisions).unwrap_or(i32::MAX);
            self.cadical.set_limit("decisions", decisions);
        }
        let variables = self.variables as i32;
        let assumed = assumptions.iter().map(|&literal| foreign(literal));
        match self.cadical.solve_assuming(assumed) {
            SolveResult::Satisfied(values) => Verdict::Satisfiable(Assignment(
                (1..=variables)
                    .map(|variable| values.value(foreign(variable)))
                    .collect(),
            )),
            SolveResult::Unsatisfiable(failed) => {
                let mut core: Vec<Lit> = assumptions
                    .iter()
                    .copied()
                    .filter(|&literal| failed.fail(foreign(literal)))
                    .collect();
                core.dedup();
                Verdict::Unsatisfiable(core)
            }
            SolveResult::Unknown => Verdict::Unknown(self.stopped.take().unwrap_or(Limit::Nodes)),
        }
    }

    fn listen(&mut self, listener: Listener) {
        self.listener.replace(Some(listener));
    }

    fn learned(&self) -> u64 {
        self.learned.get()
    }
}

fn foreign(literal: Lit) -> pindakaas::Lit {
    pindakaas::Lit::from_raw(NonZeroI32::new(literal).expect("a literal is never zero"))
}

/// Shows solutions to a visitor.
struct Visited {
    visitor: Visitor,
    /// What excludes the last one, until the solver takes it.
    clause: Option<Vec<Lit>>,
}

impl Propagator for Visited {
    fn check_solution(&mut self, _: &mut dyn SolvingActions, found: &dyn Valuation) -> bool {
        // Only variables are asked for: this valuation does not heed the sign of a literal.
        let truth = |literal: Lit| found.value(foreign(literal.abs())) == (literal > 0);
        self.clause = (self.visitor)(&truth);
        self.clause.is_none()
    }

    fn add_external_clause(
        &mut self,
        _: &mut dyn SolvingActions,
    ) -> Option<(Vec<pindakaas::Lit>, ClausePersistence)> {
        let clause = self.clause.take()?.into_iter().map(foreign).collect();
        Some((clause, ClausePersistence::Irreduntant))
    }
}

impl PropagatorDefinition for Visited {
    const CHECK_ONLY: bool = true;
}

/// Branches on given literals first, in their order; on others only once all of these have values.
struct Brancher {
    order: Vec<Lit>,
    /// By variable.
    assigned: Vec<bool>,
    trail: Vec<usize>,
    levels: Vec<usize>,
}

impl Brancher {
    fn new(order: &[Lit]) -> Self {
        let highest = order.iter().map(|literal| literal.unsigned_abs() as usize);
        Brancher {
            order: order.to_vec(),
            assigned: vec![false; highest.max().unwrap_or(0) + 1],
            trail: Vec::new(),
            levels: Vec::new(),
        }
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
