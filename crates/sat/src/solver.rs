//! CaDiCaL behind a small type: clauses in, assumptions, verdicts and failed assumptions out.

use std::cell::{Cell, RefCell};
use std::num::NonZeroI32;
use std::rc::Rc;

use pindakaas::solver::cadical::{Cadical, ProofTracerDefinition};
use pindakaas::solver::propagation::{ExternalPropagation, PropagatorDefinition};
use pindakaas::solver::{
    Assumptions, FailedAssumptions, LearnCallback, SolveResult, TermSignal, TerminateCallback,
};
use pindakaas::{ClauseDatabase, Valuation};
use tantalizer_model::{Limit, Watch};

use crate::cnf::{Cnf, Lit};
use crate::external::Brancher;

/// What a call of the solver found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is an assignment: the value of each variable, in their order.
    Satisfiable(Assignment),
    /// There is none under the assumptions; these of them already exclude all.
    Unsatisfiable(Vec<Lit>),
    /// The solver was stopped.
    Unknown(Limit),
}

/// So many clauses are handed over between two looks at the clock.
pub(crate) const CLAUSES_BETWEEN_LOOKS: usize = 4096;

/// A value for each variable of a formula.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment(pub Vec<bool>);

impl Assignment {
    /// Whether the literal is true.
    pub fn holds(&self, literal: Lit) -> bool {
        self.0[literal.unsigned_abs() as usize - 1] == (literal > 0)
    }
}

/// A SAT solver that keeps its clauses, and what it learned from them, from call to call.
pub struct Solver {
    cadical: Cadical,
    variables: usize,
    learned: Rc<Cell<u64>>,
    stopped: Rc<RefCell<Option<Limit>>>,
    decisions: Option<u64>,
}

impl Solver {
    /// A solver without clauses.
    pub fn new() -> Self {
        let mut solver = Solver {
            cadical: Cadical::default(),
            variables: 0,
            learned: Rc::default(),
            stopped: Rc::default(),
            decisions: None,
        };
        let learned = Rc::clone(&solver.learned);
        solver.cadical.set_learn_callback(Some(
            move |_: &mut dyn Iterator<Item = pindakaas::Lit>| {
                learned.set(learned.get() + 1);
            },
        ));
        solver
    }

    /// A solver without clauses that reports every step of its reasoning to `tracer`.
    pub fn with_tracer<T: ProofTracerDefinition + 'static>(tracer: Rc<RefCell<T>>) -> Self {
        let mut solver = Solver {
            cadical: Cadical::default(),
            variables: 0,
            learned: Rc::default(),
            stopped: Rc::default(),
            decisions: None,
        };
        solver.cadical.connect_proof_tracer(tracer);
        solver
    }

    /// Sets the seed of the solver's own randomness; before the first clause.
    pub fn set_seed(&mut self, seed: u64) {
        // CaDiCaL takes a natural number of 31 bits.
        let seed = (seed ^ seed >> 31) & 0x7fff_ffff;
        self.cadical.set_option("seed", seed as i32);
    }

    /// Stops every later call when the watch expires, or when a call has taken so many decisions.
    pub fn set_limits(&mut self, watch: &Watch, decisions: Option<u64>) {
        let watch = watch.clone();
        self.stop_when(move || watch.expired());
        self.decisions = decisions;
    }

    /// Stops every later call when there is a reason, in place of the watch; the solver asks once in several steps.
    pub fn stop_when(&mut self, mut reason: impl FnMut() -> Option<Limit> + 'static) {
        let stopped = Rc::clone(&self.stopped);
        let stop = move || match reason() {
            None => TermSignal::Continue,
            Some(limit) => {
                stopped.replace(Some(limit));
                TermSignal::Terminate
            }
        };
        self.cadical.set_terminate_callback(Some(stop));
    }

    /// Adds all clauses of a formula.
    pub fn add_formula(&mut self, cnf: &Cnf) {
        self.reserve(cnf.variables());
        for clause in cnf.clauses() {
            self.add(clause);
        }
    }

    /// The same, as long as the watch lets it.
    pub fn add_formula_within(&mut self, cnf: &Cnf, watch: &Watch) -> Result<(), Limit> {
        self.reserve(cnf.variables());
        for (number, clause) in cnf.clauses().enumerate() {
            if number.is_multiple_of(CLAUSES_BETWEEN_LOOKS)
                && let Some(limit) = watch.expired()
            {
                return Err(limit);
            }
            self.add(clause);
        }
        Ok(())
    }

    /// Makes sure that variables up to this number are known.
    pub fn reserve(&mut self, variables: usize) {
        if variables > self.variables {
            let _ = self.cadical.new_var_range(variables - self.variables);
            self.variables = variables;
        }
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        let highest = clause.iter().map(|l| l.unsigned_abs() as usize).max();
        self.reserve(highest.unwrap_or(0));
        let clause: Vec<pindakaas::Lit> = clause.iter().map(|&literal| foreign(literal)).collect();
        // The empty clause is reported as an error; the solver keeps it and answers accordingly.
        let _ = self.cadical.add_clause_from_slice(&clause);
    }

    /// Tries this value first when it branches on the literal's variable.
    pub fn prefer(&mut self, literal: Lit) {
        self.cadical.phase(foreign(literal));
    }

    /// Looks for an assignment that makes all clauses and all assumptions true.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Verdict {
        self.stopped.replace(None);
        if let Some(decisions) = self.decisions {
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

    /// Branches on these literals first, in their order, trying each as it stands; on other variables only once all
    /// of these have values. A formula whose other variables follow from these is then searched over these alone.
    pub fn branch_first(&mut self, literals: &[Lit]) {
        let highest = literals.iter().map(|l| l.unsigned_abs() as usize).max();
        self.reserve(highest.unwrap_or(0));
        Brancher::connect(self, literals);
    }

    /// Lets something take part in the search; it is told of the variables of these literals.
    pub(crate) fn connect<P: PropagatorDefinition + 'static>(
        &mut self,
        propagator: Rc<RefCell<P>>,
        observed: &[Lit],
    ) {
        self.cadical.connect_propagator(propagator);
        for &literal in observed {
            self.cadical.add_observed_var(foreign(literal).var());
        }
    }

    /// How many clauses were learned so far: a measure of the dead ends met.
    pub fn learned(&self) -> u64 {
        self.learned.get()
    }
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

pub(crate) fn foreign(literal: Lit) -> pindakaas::Lit {
    pindakaas::Lit::from_raw(NonZeroI32::new(literal).expect("a literal is never zero"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_model::Limits;

    #[test]
    fn assumptions_and_cores() {
        let mut solver = Solver::new();
        solver.add(&[1, 2]);
        solver.add(&[-1, 3]);
        solver.add(&[-3, -4]);
        let Verdict::Satisfiable(found) = solver.solve(&[1]) else {
            panic!("this formula has solutions");
        };
        assert!(found.holds(1) && found.holds(3) && found.holds(-4));
        let Verdict::Unsatisfiable(core) = solver.solve(&[2, 1, 4]) else {
            panic!("1 and 4 exclude each other");
        };
        assert_eq!(core, [1, 4]);
        solver.add(&[]);
        assert_eq!(solver.solve(&[]), Verdict::Unsatisfiable(vec![]));
    }

    #[test]
    fn branching_on_chosen_literals_changes_no_verdict() {
        // Exactly one of the first three, and 4 is true when 1 is.
        let clauses: [&[Lit]; 6] = [
            &[1, 2, 3],
            &[-1, -2],
            &[-1, -3],
            &[-2, -3],
            &[-1, 4],
            &[4, -5],
        ];
        for first in [[3, 1], [-3, 2], [1, 5]] {
            let mut solver = Solver::new();
            clauses.iter().for_each(|clause| solver.add(clause));
            solver.branch_first(&first);
            let Verdict::Satisfiable(found) = solver.solve(&[]) else {
                panic!("this formula has solutions");
            };
            assert!(found.holds(first[0]), "{first:?} was to be tried first");
            assert_eq!(solver.solve(&[1, -4]), Verdict::Unsatisfiable(vec![1, -4]));
        }
    }

    #[test]
    fn a_cancelled_solver_says_so() {
        // Eleven pigeons in ten holes keep a solver busy for long.
        let mut solver = Solver::new();
        let hole = |pigeon: i32, hole: i32| pigeon * 10 + hole + 1;
        for pigeon in 0..11 {
            solver.add(&(0..10).map(|h| hole(pigeon, h)).collect::<Vec<_>>());
            for other in 0..pigeon {
                for h in 0..10 {
                    solver.add(&[-hole(pigeon, h), -hole(other, h)]);
                }
            }
        }
        let limits = Limits::none();
        limits.cancel.cancel();
        solver.set_limits(&limits.start(), None);
        assert_eq!(solver.solve(&[]), Verdict::Unknown(Limit::Cancelled));
        solver.set_limits(&Limits::none().start(), Some(50));
        assert_eq!(solver.solve(&[]), Verdict::Unknown(Limit::Nodes));
    }
}
