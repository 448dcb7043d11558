//! The smallest set of constraints that excludes a value.
//!
//! Every assignment that fits what is known and has the value names constraints of which at least one is needed: those
//! that it violates. A set of constraints excludes the value exactly when it hits all these sets. So take a smallest
//! hitting set of the sets seen so far; if it does not exclude the value, the solver shows an assignment that tells a new set,
//! and so on. The assignments are shared by all values and all steps, as long as they fit what is known.

use std::collections::HashSet;

use tantalizer_model::{ConstraintId, Fact, Limit, Model, Solution, Var, Watch};
use tantalizer_sat::{Clash, Incremental, Reply};

use crate::hitting::hitting_set_within;
use crate::rules::Rules;
use crate::state::State;

/// An assignment, and the rules that it violates.
struct Seen {
    assignment: Solution,
    violated: Vec<usize>,
}

/// What a search for a smallest set comes to.
pub(crate) enum Found {
    /// This set, and none is smaller.
    Smallest(Vec<ConstraintId>),
    /// No set of at most the wanted size.
    NoneSoSmall,
    /// The questions ran out.
    OutOfQuestions,
    /// A limit on the whole work was reached.
    Stopped(Limit),
}

/// The solver with the rules of a model, and the assignments seen so far.
pub(crate) struct Reasons<'m> {
    model: &'m Model,
    pub solver: Incremental,
    /// What there is to reason with, each under the first of its constraints, and the constraints that are given.
    pub rules: Vec<ConstraintId>,
    pub grouped: Rules,
    pub clues: Vec<ConstraintId>,
    seen: Vec<Seen>,
    /// How many questions were put to the solver.
    pub questions: u64,
    pub watch: Watch,
}

impl<'m> Reasons<'m> {
    pub fn new(model: &'m Model, solver: Incremental, watch: Watch) -> Self {
        let (clues, grouped) = Rules::beside_clues(model, solver.constraints());
        Reasons {
            model,
            solver,
            rules: grouped.first.clone(),
            grouped,
            clues,
            seen: Vec::new(),
            questions: 0,
            watch,
        }
    }

    /// A solution of the whole model in which these facts hold.
    pub fn solve(&mut self, facts: &[Fact]) -> Reply {
        self.questions += 1;
        self.solver.solve(facts)
    }

    /// Asks about some of the rules. Of the clues it knows what is among the facts.
    pub fn ask(&mut self, rules: &[ConstraintId], facts: &[Fact]) -> Reply {
        let constraints = self.grouped.constraints(rules);
        // A question about many rules takes longer.
        self.questions += 1 + constraints.len() as u64 / 16;
        self.solver.solve_some(&constraints, facts)
    }

    /// A set out of these rules that excludes the value and of which none can be dropped; `None` if nothing excludes it. Once more than
    /// `enough` of them are known to be needed, the others are not looked at.
    pub fn some_reason(
        &mut self,
        rules: &[ConstraintId],
        facts: &[Fact],
        (var, value): (Var, i32),
        enough: usize,
    ) -> Result<Option<Vec<ConstraintId>>, Limit> {
        let mut facts = facts.to_vec();
        facts.push(Fact::Is(var, value));
        let mut left = rules.to_vec();
        let mut next = 0;
        match self.ask(&left, &facts) {
            Reply::Clash(clash) => left = self.grouped.of(&clash.constraints),
            Reply::Solution(_) => return Ok(None),
            Reply::Unknown(limit) => return Err(limit),
        }
        while next < left.len() && next <= enough {
            let mut without = left.clone();
            let dropped = without.remove(next);
            match self.ask(&without, &facts) {
                Reply::Clash(clash) => {
                    let needed = self.grouped.of(&clash.constraints);
                    left.retain(|id| *id != dropped && needed.contains(id));
                }
                Reply::Solution(_) => next += 1,
                Reply::Unknown(limit) => return Err(limit),
            }
        }
        Ok(Some(left))
    }

    /// Rules that clash with these clues and facts, of which none can be dropped; all that are known to be enough if a limit is
    /// reached. Those that speak of many of the clues stay if they can.
    pub fn clashing_rules(&mut self, clash: &Clash) -> Vec<ConstraintId> {
        let (clues, facts) = (&clash.constraints, &clash.facts);
        let clued = clues.iter();
        let clued = clued.flat_map(|&id| self.model.constraint(id).constraint.vars());
        let clued: HashSet<Var> = clued.chain(facts.iter().map(|fact| fact.var())).collect();
        let mut left = self.rules.clone();
        let spoken_of = |rule: &ConstraintId| {
            let vars = self.grouped.vars(*rule).iter();
            vars.filter(|var| clued.contains(var)).count()
        };
        left.sort_by_cached_key(spoken_of);
        let mut next = 0;
        while next < left.len() {
            let mut without = left.clone();
            without.remove(next);
            let mut constraints = self.grouped.constraints(&without);
            constraints.extend(clues);
            match self.solver.solve_some(&constraints, facts) {
                Reply::Clash(clash) => {
                    let needed = self.grouped.of(&clash.constraints);
                    without.retain(|rule| needed.contains(rule));
                    left = without;
                }
                Reply::Solution(_) => next += 1,
                Reply::Unknown(_) => break,
            }
        }
        left.sort_unstable();
        left
    }

    /// The smallest set of at most `most` of these rules that excludes the value. The rules are sorted.
    pub fn smallest(
        &mut self,
        rules: &[ConstraintId],
        state: &State,
        facts: &[Fact],
        (var, value): (Var, i32),
        most: usize,
        last_question: u64,
    ) -> Found {
        let mut facts = facts.to_vec();
        facts.push(Fact::Is(var, value));
        let fits = |seen: &Seen| seen.assignment[var] == value && state.fits(&seen.assignment);
        let among = |seen: &Seen| -> Vec<usize> {
            let violated = seen.violated.iter().copied();
            let known = |at: &usize| rules.binary_search(&ConstraintId(*at)).is_ok();
            violated.filter(known).collect()
        };
        let fitting = self.seen.iter().filter(|seen| fits(seen));
        let mut sets: Vec<Vec<usize>> = fitting.map(among).collect();
        loop {
            let chosen = match hitting_set_within(&sets, most, &self.watch) {
                Ok(Some(chosen)) => chosen,
                Ok(None) => return Found::NoneSoSmall,
                Err(limit) => return Found::Stopped(limit),
            };
            if self.questions > last_question {
                return Found::OutOfQuestions;
            }
            let chosen: Vec<ConstraintId> = chosen.into_iter().map(ConstraintId).collect();
            match self.ask(&chosen, &facts) {
                Reply::Clash(_) => return Found::Smallest(chosen),
                Reply::Unknown(limit) => return Found::Stopped(limit),
                Reply::Solution(assignment) => {
                    let seen = self.grow(rules, assignment, &facts);
                    sets.push(among(&seen));
                    self.seen.push(seen);
                }
            }
        }
    }

    /// Forgets assignments that no longer fit.
    pub fn forget(&mut self, state: &State) {
        self.seen.retain(|seen| state.fits(&seen.assignment));
    }

    /// Changes an assignment so that it satisfies more and more of these rules, until each further one would cost another.
    fn grow(&mut self, rules: &[ConstraintId], mut assignment: Solution, facts: &[Fact]) -> Seen {
        let mut tried: HashSet<ConstraintId> = HashSet::new();
        loop {
            let holds = |id: &&ConstraintId| self.grouped.holds(self.model, **id, &assignment.0);
            let (satisfied, violated): (Vec<ConstraintId>, Vec<ConstraintId>) =
                rules.iter().partition(holds);
            let Some(&next) = violated.iter().find(|id| !tried.contains(id)) else {
                let violated = self.rules.iter().filter(|id| !holds(id));
                let violated = violated.map(|id| id.0).collect();
                return Seen {
                    assignment,
                    violated,
                };
            };
            tried.insert(next);
            let more: Vec<ConstraintId> = satisfied.iter().copied().chain([next]).collect();
            match self.ask(&more, facts) {
                Reply::Solution(better) => assignment = better,
                Reply::Clash(_) => {}
                // As good as it gets; whoever asks next hears of the limit.
                Reply::Unknown(_) => tried.extend(&violated),
            }
        }
    }
}
