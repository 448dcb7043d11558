//! What is asked of a SAT solver, whichever it is.
//!
//! CaDiCaL is the stronger one, and the only one that writes proofs; the one in Rust alone ([`crate::cdcl`]) goes where no C++ does, into a browser
//! above all.

use tantalizer_model::Limit;

use crate::cnf::Lit;
use crate::solver::Verdict;

/// Why to stop, if there is a reason, when so many clauses were learned.
pub(crate) type Reason = Box<dyn FnMut(u64) -> Option<Limit>>;

/// Hears of every assignment that makes all clauses true. The clause that it gives excludes this one, and the search goes on where it is; without one the
/// search ends.
pub(crate) type Visitor = Box<dyn FnMut(&dyn Fn(Lit) -> bool) -> Option<Vec<Lit>>>;

/// Hears of every clause that is learned.
pub(crate) type Listener = Box<dyn FnMut(&[Lit])>;

/// A solver that keeps its clauses, and what it learned from them, from call to call.
pub(crate) trait Backend {
    /// Makes so many variables known.
    fn reserve(&mut self, variables: usize);

    /// Adds a clause of known variables.
    fn add(&mut self, clause: &[Lit]);

    /// The seed of its own randomness; before the first clause.
    fn set_seed(&mut self, seed: u64);

    /// Tries this value first when it branches on the literal's variable.
    fn prefer(&mut self, literal: Lit);

    /// Branches on these literals first, in their order.
    fn branch_first(&mut self, literals: &[Lit]);

    /// Asks this now and then, and stops when there is a reason.
    fn stop_when(&mut self, reason: Reason);

    /// Shows every assignment of these variables, and of others, to the visitor.
    fn visit(&mut self, observed: &[Lit], visitor: Visitor);

    /// Looks for an assignment that makes all clauses and all assumptions true, with at most so many decisions.
    fn solve(&mut self, assumptions: &[Lit], decisions: Option<u64>) -> Verdict;

    /// Tells what it learns.
    fn listen(&mut self, listener: Listener);

    /// How many clauses were learned so far.
    fn learned(&self) -> u64;
}
