//! A SAT solver: clauses in, assumptions, verdicts and failed assumptions out.

#[cfg(feature = "cadical")]
use std::{cell::RefCell, rc::Rc};

#[cfg(feature = "cadical")]
use pindakaas::solver::cadical::ProofTracerDefinition;
use tantalizer_model::{Limit, Watch};

use crate::backend::Backend;
#[cfg(feature = "cadical")]
use crate::cadical::WithCadical;
use crate::cdcl::Cdcl;
use crate::cnf::{Cnf, Lit};

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

/// What handing over so many takes, or so.
const MICROSECONDS_BETWEEN_LOOKS: u32 = 2000;

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
    backend: Box<dyn Backend>,
    variables: usize,
    decisions: Option<u64>,
}

impl Solver {
    /// A solver without clauses: CaDiCaL where it is built in.
    pub fn new() -> Self {
        #[cfg(feature = "cadical")]
        return Solver::with(WithCadical::new());
        #[cfg(not(feature = "cadical"))]
        Solver::in_rust()
    }

    /// The solver that is written in Rust alone, without clauses.
    pub fn in_rust() -> Self {
        Solver::with(Cdcl::new())
    }

    /// A solver without clauses that reports every step of its reasoning to `tracer`.
    #[cfg(feature = "cadical")]
    pub fn with_tracer<T: ProofTracerDefinition + 'static>(tracer: Rc<RefCell<T>>) -> Self {
        Solver::with(WithCadical::traced(tracer))
    }

    fn with(backend: impl Backend + 'static) -> Self {
        Solver {
            backend: Box::new(backend),
            variables: 0,
            decisions: None,
        }
    }

    /// Sets the seed of the solver's own randomness; before the first clause.
    pub fn set_seed(&mut self, seed: u64) {
        self.backend.set_seed(seed);
    }

    /// Stops every later call when the watch expires, or when a call has taken so many decisions.
    pub fn set_limits(&mut self, watch: &Watch, decisions: Option<u64>) {
        let watch = watch.clone();
        self.stop_when(move |_| watch.expired());
        self.decisions = decisions;
    }

    /// Stops every later call when there is a reason, in place of the watch; the solver asks once in several steps, and says how many
    /// clauses it has learned.
    pub fn stop_when(&mut self, reason: impl FnMut(u64) -> Option<Limit> + 'static) {
        self.backend.stop_when(Box::new(reason));
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
            if number.is_multiple_of(CLAUSES_BETWEEN_LOOKS) {
                watch.spend(MICROSECONDS_BETWEEN_LOOKS);
                if let Some(limit) = watch.expired() {
                    return Err(limit);
                }
            }
            self.add(clause);
        }
        Ok(())
    }

    /// Makes sure that variables up to this number are known.
    pub fn reserve(&mut self, variables: usize) {
        if variables > self.variables {
            self.backend.reserve(variables);
            self.variables = variables;
        }
    }

    fn reserve_for(&mut self, literals: &[Lit]) {
        let highest = literals.iter().map(|l| l.unsigned_abs() as usize).max();
        self.reserve(highest.unwrap_or(0));
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        self.reserve_for(clause);
        self.backend.add(clause);
    }

    /// Tries this value first when it branches on the literal's variable.
    pub fn prefer(&mut self, literal: Lit) {
        self.reserve_for(&[literal]);
        self.backend.prefer(literal);
    }

    /// Looks for an assignment that makes all clauses and all assumptions true.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Verdict {
        self.reserve_for(assumptions);
        self.backend.solve(assumptions, self.decisions)
    }

    /// Branches on these literals first, in their order, trying each as it stands; on other variables only once all
    /// of these have values. A formula whose other variables follow from these is then searched over these alone.
    pub fn branch_first(&mut self, literals: &[Lit]) {
        self.reserve_for(literals);
        self.backend.branch_first(literals);
    }

    /// Shows every assignment that is found to a visitor, who may exclude it.
    pub(crate) fn visit(
        &mut self,
        observed: &[Lit],
        visitor: impl FnMut(&dyn Fn(Lit) -> bool) -> Option<Vec<Lit>> + 'static,
    ) {
        self.backend.visit(observed, Box::new(visitor));
    }

    /// Tells every clause that is learned from now on.
    pub(crate) fn listen(&mut self, listener: impl FnMut(&[Lit]) + 'static) {
        self.backend.listen(Box::new(listener));
    }

    /// How many clauses were learned so far: a measure of the dead ends met.
    pub fn learned(&self) -> u64 {
        self.backend.learned()
    }
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_model::Limits;

    /// The solvers that are there, each without clauses.
    fn solvers() -> Vec<Solver> {
        vec![Solver::new(), Solver::in_rust()]
    }

    #[test]
    fn assumptions_and_cores() {
        solvers().into_iter().for_each(has_cores);
    }

    fn has_cores(mut solver: Solver) {
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
        let orders = [[3, 1], [-3, 2], [1, 5]];
        let each = |first: [Lit; 2]| solvers().into_iter().map(move |solver| (first, solver));
        for (first, mut solver) in orders.into_iter().flat_map(each) {
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
        solvers().into_iter().for_each(says_when_it_is_cancelled);
    }

    fn says_when_it_is_cancelled(mut solver: Solver) {
        // Eleven pigeons in ten holes keep a solver busy for long.
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
