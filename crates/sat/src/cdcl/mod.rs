//! A SAT solver in Rust alone, for where CaDiCaL cannot go: conflict-driven clause learning with two watched literals, activities and saved phases (Eén
//! and Sörensson, *An extensible SAT-solver*, 2003), and restarts and forgetting by the number of levels in what is learned (Audemard and Simon, *Predicting learned
//! clauses quality in modern SAT solvers*, 2009).
//!
//! Solvers of that kind exist as libraries, but none of them can be told which value to try first, or in which order to branch, once its variables are
//! there; explanations and designs need both. Assumptions are the first decisions. Those that two calls in a row begin with are kept, with all that
//! follows from them: whoever asks about one model under a thousand selectors does not pay for them each time.

mod clauses;
mod learn;
mod order;
mod propagate;
#[cfg(test)]
mod tests;

use tantalizer_model::Limit;

use crate::backend::{Backend, Listener, Reason, Visitor};
use crate::cnf::Lit;
use crate::solver::{Assignment, Verdict};
use clauses::{Clauses, Code, NONE, Place, code};
use learn::Pace;
use order::Order;

/// So many literals are propagated between two looks at the clock.
const PROPAGATED_BETWEEN_LOOKS: u64 = 2000;

/// A clause that watches a literal, and another of its literals: while that one is true, the clause need not be looked at.
#[derive(Clone, Copy)]
struct Watcher {
    place: Place,
    other: Code,
}

/// The solver.
pub(crate) struct Cdcl {
    clauses: Clauses,
    /// By literal: who is to be looked at when it becomes false.
    watchers: Vec<Vec<Watcher>>,
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// By variable: the level on which it got its value, the clause that gave it, the value it had last, and the value to be tried first.
    level: Vec<u32>,
    reason: Vec<Place>,
    saved: Vec<bool>,
    preferred: Vec<Option<bool>>,
    /// What is true, in the order in which it became so, and where each level begins.
    trail: Vec<Code>,
    levels: Vec<usize>,
    propagated: usize,
    order: Order,
    /// Branched on before all others; up to `tried` all have values.
    first: Vec<Code>,
    tried: usize,
    /// The decisions of the first levels.
    assumed: Vec<Code>,
    /// Scratch of the analysis, by variable.
    seen: Vec<bool>,
    pace: Pace,
    seed: u64,
    stop: Option<Reason>,
    visitor: Option<Visitor>,
    listener: Option<Listener>,
    /// The clauses exclude each other.
    refuted: bool,
}

/// How a search ended.
enum Ended {
    Found,
    Refuted,
    /// These assumptions, and this one, exclude each other.
    Clash(Code),
    Stopped(Limit),
}

impl Cdcl {
    pub(crate) fn new() -> Self {
        Cdcl {
            clauses: Clauses::default(),
            watchers: Vec::new(),
            values: Vec::new(),
            level: Vec::new(),
            reason: Vec::new(),
            saved: Vec::new(),
            preferred: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            propagated: 0,
            order: Order::default(),
            first: Vec::new(),
            tried: 0,
            assumed: Vec::new(),
            seen: Vec::new(),
            pace: Pace::default(),
            seed: 0,
            stop: None,
            visitor: None,
            listener: None,
            refuted: false,
        }
    }

    fn value(&self, code: Code) -> i8 {
        self.values[code as usize]
    }

    fn level_of(&self, code: Code) -> u32 {
        self.level[code as usize / 2]
    }

    fn decision_level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// Makes a literal true, for this reason.
    fn assign(&mut self, code: Code, reason: Place) {
        let variable = code as usize / 2;
        self.values[code as usize] = 1;
        self.values[code as usize ^ 1] = -1;
        self.level[variable] = self.decision_level();
        self.reason[variable] = reason;
        self.trail.push(code);
    }

    fn decide(&mut self, code: Code) {
        self.levels.push(self.trail.len());
        self.assign(code, NONE);
    }

    /// Takes everything back that was assigned above the level.
    fn back_to(&mut self, level: u32) {
        let Some(&length) = self.levels.get(level as usize) else {
            return;
        };
        for code in self.trail.drain(length..) {
            let variable = code as usize / 2;
            self.values[code as usize] = 0;
            self.values[code as usize ^ 1] = 0;
            self.saved[variable] = code & 1 == 0;
            self.order.insert(variable);
        }
        self.levels.truncate(level as usize);
        self.propagated = self.propagated.min(length);
        self.tried = 0;
    }

    /// Adds a clause that the present assignment makes false, and goes back to where it is not: a conflict is left if its last two literals became false on the
    /// same level.
    fn exclude(&mut self, clause: &[Lit]) -> Option<Place> {
        let mut codes: Vec<Code> = clause.iter().map(|&literal| code(literal)).collect();
        codes.sort_by_key(|&code| std::cmp::Reverse(self.level_of(code)));
        codes.dedup();
        let level = |at: usize| codes.get(at).map_or(0, |&code| self.level_of(code));
        let (last, before) = (level(0), level(1));
        if last == 0 {
            self.refuted = true;
            return None;
        }
        if codes.len() == 1 {
            self.back_to(0);
            self.assign(codes[0], NONE);
            return None;
        }
        self.back_to(if last == before { last } else { before });
        let place = self.attach(&codes, 0);
        if last == before {
            return Some(place);
        }
        self.assign(codes[0], place);
        None
    }

    /// The literal to branch on next, if any is open.
    fn branch(&mut self) -> Option<Code> {
        while let Some(&code) = self.first.get(self.tried) {
            if self.value(code) == 0 {
                return Some(code);
            }
            self.tried += 1;
        }
        loop {
            let variable = self.order.pop()?;
            let positive = 2 * variable as Code;
            if self.value(positive) == 0 {
                let value = self.preferred[variable].unwrap_or(self.saved[variable]);
                return Some(positive + Code::from(!value));
            }
        }
    }

    fn search(&mut self, decisions: Option<u64>) -> Ended {
        let mut decided = 0;
        // The first look is before the first step: an easy formula may be solved before the next.
        let mut looked = None;
        let mut conflict = None;
        loop {
            conflict = conflict.or_else(|| self.propagate());
            if let Some(place) = conflict.take() {
                if self.decision_level() == 0 {
                    self.refuted = true;
                    return Ended::Refuted;
                }
                self.learn_from(place);
                if self.pace.must_forget() {
                    self.forget();
                }
                continue;
            }
            if self.refuted {
                return Ended::Refuted;
            }
            if looked.is_none_or(|at| self.pace.propagated > at + PROPAGATED_BETWEEN_LOOKS) {
                looked = Some(self.pace.propagated);
                if let Some(limit) = self
                    .stop
                    .as_mut()
                    .and_then(|stop| stop(self.pace.conflicts))
                {
                    return Ended::Stopped(limit);
                }
            }
            let assumptions = self.assumed.len() as u32;
            if self.decision_level() > assumptions && self.pace.must_restart() {
                self.back_to(assumptions);
            }
            if self.decision_level() < assumptions {
                let assumption = self.assumed[self.decision_level() as usize];
                match self.value(assumption) {
                    0 => self.decide(assumption),
                    // Its level has nothing new.
                    1 => self.levels.push(self.trail.len()),
                    _ => return Ended::Clash(assumption),
                }
                continue;
            }
            match self.branch() {
                Some(code) if decisions.is_some_and(|most| decided >= most) => {
                    self.order.insert(code as usize / 2);
                    return Ended::Stopped(Limit::Nodes);
                }
                Some(code) => {
                    decided += 1;
                    self.decide(code);
                }
                None => match self.show() {
                    None => return Ended::Found,
                    Some(clause) => conflict = self.exclude(&clause),
                },
            }
        }
    }

    /// What the visitor says to the present assignment.
    fn show(&mut self) -> Option<Vec<Lit>> {
        let mut visitor = self.visitor.take()?;
        let clause = visitor(&|literal| self.value(code(literal)) == 1);
        self.visitor = Some(visitor);
        clause
    }
}

impl Backend for Cdcl {
    fn reserve(&mut self, variables: usize) {
        while self.level.len() < variables {
            // Variables that were in no conflict yet come by their numbers, or as the seed has it.
            let number = self.level.len() as u64 + 1;
            let noise = (self.seed.wrapping_mul(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            self.order.push(noise as f64 * 1e-12);
            self.watchers.extend([Vec::new(), Vec::new()]);
            self.values.extend([0, 0]);
            self.level.push(0);
            self.reason.push(NONE);
            self.saved.push(true);
            self.preferred.push(None);
            self.seen.push(false);
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        self.back_to(0);
        let mut codes: Vec<Code> = clause.iter().map(|&literal| code(literal)).collect();
        codes.sort_unstable();
        codes.dedup();
        let holds = codes.iter().any(|&code| self.value(code) == 1)
            || codes.windows(2).any(|pair| pair[0] ^ 1 == pair[1]);
        codes.retain(|&code| self.value(code) == 0);
        match codes[..] {
            _ if holds => {}
            [] => self.refuted = true,
            [code] => self.assign(code, NONE),
            _ => {
                self.attach(&codes, 0);
            }
        }
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn prefer(&mut self, literal: Lit) {
        self.preferred[literal.unsigned_abs() as usize - 1] = Some(literal > 0);
    }

    fn branch_first(&mut self, literals: &[Lit]) {
        self.first = literals.iter().map(|&literal| code(literal)).collect();
        self.tried = 0;
    }

    fn stop_when(&mut self, reason: Reason) {
        self.stop = Some(reason);
    }

    fn visit(&mut self, _: &[Lit], visitor: Visitor) {
        self.visitor = Some(visitor);
    }

    fn solve(&mut self, assumptions: &[Lit], decisions: Option<u64>) -> Verdict {
        if self.refuted {
            return Verdict::Unsatisfiable(Vec::new());
        }
        let assumed: Vec<Code> = assumptions.iter().map(|&literal| code(literal)).collect();
        let pairs = assumed.iter().zip(&self.assumed);
        let common = pairs.take_while(|(one, other)| one == other).count();
        self.back_to(common as u32);
        self.assumed = assumed;
        match self.search(decisions) {
            Ended::Found => {
                let variables = 0..self.level.len();
                let truth = |variable: usize| self.values[2 * variable] == 1;
                Verdict::Satisfiable(Assignment(variables.map(truth).collect()))
            }
            Ended::Refuted => Verdict::Unsatisfiable(Vec::new()),
            Ended::Clash(assumption) => {
                let clash = self.clash(assumption);
                let mut core = assumptions.to_vec();
                core.retain(|&literal| clash.contains(&code(literal)));
                core.dedup();
                Verdict::Unsatisfiable(core)
            }
            Ended::Stopped(limit) => Verdict::Unknown(limit),
        }
    }

    fn listen(&mut self, listener: Listener) {
        self.listener = Some(listener);
    }

    fn learned(&self) -> u64 {
        self.pace.conflicts
    }
}

impl Cdcl {
    /// The assumptions because of which this one is false, and itself.
    fn clash(&mut self, assumption: Code) -> Vec<Code> {
        let mut clash = vec![assumption];
        if self.level_of(assumption) == 0 {
            return clash;
        }
        let mut seen = vec![false; self.level.len()];
        seen[assumption as usize / 2] = true;
        for &code in self.trail[self.levels[0]..].iter().rev() {
            let variable = code as usize / 2;
            if !seen[variable] {
                continue;
            }
            match self.reason[variable] {
                // Only assumptions were decided so far.
                NONE => clash.push(code),
                place => {
                    let literals = self.clauses.literals(place);
                    literals.iter().for_each(|&l| seen[l as usize / 2] = true);
                }
            }
        }
        clash
    }
}
