//! From what is given to the solution, one step at a time.

use std::collections::HashSet;

use tantalizer_model::{ConstraintId, Domain, Fact, Limit, Model, Solution, Status, Var};
use tantalizer_sat::{EncodeOptions, Incremental, Outcome, Refused};

use crate::clash::clashing_clues;
use crate::smallest::{Found, Reasons};
use crate::state::State;
use crate::{ExplainError, Explanation, LARGEST_STEP, Options, Step};

/// Works out an explanation.
pub(crate) struct Explainer<'m> {
    pub model: &'m Model,
    pub options: &'m Options,
    pub state: State,
    pub reasons: Reasons<'m>,
    /// Values that no solution has, and that are not excluded yet.
    pub open: Vec<(Var, i32)>,
    /// Rules that may force something alone: those whose variables changed since they were last looked at.
    fresh: Vec<ConstraintId>,
}

/// A value of a variable that is to be excluded.
pub(crate) type Goal = (Var, i32);

/// The values that are known and the values that were excluded before, as far as a step uses them.
type Used = (Vec<(Var, i32)>, Vec<(Var, i32)>);

/// A set of rules that excludes something.
pub(crate) struct Reason {
    pub rules: Vec<ConstraintId>,
    smallest: bool,
    goal: (Var, i32),
}

/// Why there is nobody to explain.
pub(crate) enum Unprepared {
    /// A limit was reached.
    Stopped(Limit),
    /// There never will be.
    Refused(ExplainError),
}

impl From<Refused> for Unprepared {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Stopped(limit) => Unprepared::Stopped(limit),
            other => Unprepared::Refused(ExplainError::TooLarge(other.to_string())),
        }
    }
}

impl Explanation {
    /// Nothing is known yet.
    pub(crate) fn unknown(stopped_by: Option<Limit>) -> Explanation {
        Explanation {
            status: Status::Unknown,
            stopped_by,
            given: Vec::new(),
            steps: Vec::new(),
            solution: None,
            differ: Vec::new(),
            clash: Vec::new(),
            clash_with: Vec::new(),
        }
    }
}

impl<'m> Explainer<'m> {
    pub fn new(model: &'m Model, options: &'m Options) -> Result<Self, Unprepared> {
        let watch = options.limits.start();
        if let Some(limit) = watch.expired() {
            return Err(Unprepared::Stopped(limit));
        }
        let encode = EncodeOptions {
            memory: options.limits.memory,
            watch: Some(watch.clone()),
            ..EncodeOptions::default()
        };
        let mut solver = Incremental::new(model, &encode)?;
        solver.set_limits(&options.limits);
        let reasons = Reasons::new(model, solver, watch);
        Ok(Explainer {
            state: State::new(model),
            fresh: reasons.rules.clone(),
            model,
            options,
            reasons,
            open: Vec::new(),
        })
    }

    pub fn run(mut self) -> Explanation {
        let mut explanation = Explanation::unknown(None);
        if let Err(limit) = self.fill(&mut explanation) {
            explanation.stopped_by = Some(limit);
        }
        explanation
    }

    /// The reason why an answer did not come.
    fn limit(&self) -> Limit {
        self.options.limits.expired().unwrap_or(Limit::Time)
    }

    /// Stops here if a limit is reached.
    pub fn look(&self) -> Result<(), Limit> {
        match self.options.limits.expired() {
            Some(limit) => Err(limit),
            None => Ok(()),
        }
    }

    fn fill(&mut self, explanation: &mut Explanation) -> Result<(), Limit> {
        let rules = self.reasons.rules.clone();
        let first = match self.reasons.ask(&rules, &[]) {
            Outcome::Unknown(limit) => return Err(limit),
            Outcome::Clash(_) => {
                explanation.status = Status::Unsatisfiable;
                let clues = self.reasons.clues.clone();
                let all = self.reasons.grouped.constraints(&rules);
                let clash = clashing_clues(&mut self.reasons.solver, &all, &clues);
                explanation.clash_with = self.reasons.clashing_rules(&clash);
                explanation.clash = clash;
                return Ok(());
            }
            Outcome::Solution(solution) => solution,
        };
        explanation.status = Status::Satisfiable;
        explanation.solution = Some(first.clone());
        self.take_clues()?;
        for &var in &self.state.vars {
            if let Some(value) = self.state.left(var).fixed() {
                explanation.given.push((var, value));
            }
        }
        let possible = self.possible_values(&first, explanation)?;
        for (&var, possible) in self.state.vars.iter().zip(&possible) {
            let never = self.state.left(var).difference(possible);
            self.open.extend(never.iter().map(|value| (var, value)));
        }
        while !self.open.is_empty() {
            let reason = self.next_reason()?;
            explanation.steps.push(self.apply(reason)?);
        }
        Ok(())
    }

    /// What constraints on single variables leave is known from the start.
    pub fn take_clues(&mut self) -> Result<(), Limit> {
        // Constants keep their value; only the clue's own variable varies.
        let mut assignment: Vec<i32> = self
            .model
            .vars()
            .map(|other| self.model.domain(other).min().unwrap_or(0))
            .collect();
        for id in self.reasons.clues.clone() {
            self.look()?;
            let constraint = &self.model.constraint(id).constraint;
            let mut vars = constraint.vars();
            vars.retain(|&var| !self.model.is_constant(var));
            let Some(&var) = vars.first() else { continue };
            if self.state.vars.binary_search(&var).is_err() {
                continue;
            }
            let before = assignment[var.index()];
            for value in self.state.left(var).clone().iter() {
                assignment[var.index()] = value;
                if !constraint.holds(&assignment) {
                    self.state.remove(var, value);
                }
            }
            assignment[var.index()] = before;
        }
        Ok(())
    }

    /// For each answer variable the values it has in some solution. Notes where two solutions differ.
    fn possible_values(
        &mut self,
        first: &Solution,
        explanation: &mut Explanation,
    ) -> Result<Vec<Domain>, Limit> {
        let rules = self.reasons.rules.clone();
        let vars = self.state.vars.clone();
        let mut possible: Vec<Domain> = vars.iter().map(|&v| Domain::single(first[v])).collect();
        for at in 0..vars.len() {
            for value in self.state.left(vars[at]).clone().iter() {
                if possible[at].contains(value) {
                    continue;
                }
                match self.reasons.ask(&rules, &[Fact::Is(vars[at], value)]) {
                    Outcome::Unknown(limit) => return Err(limit),
                    Outcome::Clash(_) => {}
                    Outcome::Solution(other) => {
                        if explanation.differ.is_empty() {
                            let differ = vars.iter().filter(|&&v| first[v] != other[v]);
                            explanation.differ = differ.map(|&v| (v, first[v], other[v])).collect();
                        }
                        for (domain, &v) in possible.iter_mut().zip(&vars) {
                            *domain = domain.union(&Domain::single(other[v]));
                        }
                    }
                }
            }
        }
        Ok(possible)
    }

    /// The easiest reason to exclude something.
    fn next_reason(&mut self) -> Result<Reason, Limit> {
        if let Some(reason) = self.single_rule()? {
            return Ok(reason);
        }
        // A reason for each open value, of which no rule can be dropped, bounds what is smallest from above.
        let all = self.reasons.rules.clone();
        let facts = self.state.facts();
        let last_question = self.reasons.questions + self.options.questions_per_step;
        let mut best: Option<Reason> = None;
        for &goal in &self.open.clone() {
            let rules = self.reasons.some_reason(&all, &facts, goal.0, goal.1)?;
            if let Some(rules) = rules
                && best
                    .as_ref()
                    .is_none_or(|best| rules.len() < best.rules.len())
            {
                let smallest = rules.len() <= 2; // no single rule forces anything
                best = Some(Reason {
                    rules,
                    smallest,
                    goal,
                });
                if smallest {
                    break;
                }
            }
        }
        let mut best = best.expect("every open value is excluded by all rules together");
        if best.smallest {
            return Ok(best);
        }
        self.reasons.forget(&self.state);
        let mut proved = true;
        for &goal in &self.open.clone() {
            let most = (best.rules.len() - 1).min(LARGEST_STEP);
            let state = &self.state;
            match self
                .reasons
                .smallest(&all, state, &facts, goal, most, last_question)
            {
                Found::Smallest(rules) => {
                    best = Reason {
                        rules,
                        smallest: false,
                        goal,
                    }
                }
                Found::NoneSoSmall => {}
                Found::OutOfQuestions => {
                    proved = false;
                    break;
                }
                Found::Stopped(limit) => return Err(limit),
            }
        }
        best.smallest = proved && best.rules.len() <= LARGEST_STEP;
        Ok(best)
    }

    /// A rule that forces something alone, preferring one that fixes a variable.
    pub fn single_rule(&mut self) -> Result<Option<Reason>, Limit> {
        let mut found: Option<Reason> = None;
        let mut keep = Vec::new();
        let fresh = std::mem::take(&mut self.fresh);
        for (at, &rule) in fresh.iter().enumerate() {
            self.look()?;
            let Some((goal, fixes)) = self.forced_by(rule)? else {
                continue;
            };
            keep.push(rule);
            let reason = Reason {
                rules: vec![rule],
                smallest: true,
                goal,
            };
            if fixes {
                keep.extend(&fresh[at + 1..]);
                self.fresh = keep;
                return Ok(Some(reason));
            }
            found.get_or_insert(reason);
        }
        self.fresh = keep;
        Ok(found)
    }

    /// A value that one rule excludes, and whether the rule leaves some variable only one value.
    fn forced_by(&mut self, rule: ConstraintId) -> Result<Option<(Goal, bool)>, Limit> {
        let gone = self.excluded_by(&[rule])?;
        let Some(&goal) = gone.first() else {
            return Ok(None);
        };
        let fixes = gone.iter().any(|&(var, _)| {
            let left = self.state.left(var).len();
            gone.iter().filter(|other| other.0 == var).count() as u64 + 1 == left
        });
        Ok(Some((goal, fixes)))
    }

    /// All open values that these rules exclude.
    pub fn excluded_by(&mut self, rules: &[ConstraintId]) -> Result<Vec<(Var, i32)>, Limit> {
        if let [rule] = rules
            && let Some(gone) = self.excluded_by_trying(*rule)
        {
            return Ok(gone);
        }
        let vars = self.vars_of(rules);
        let facts = self.facts_on(&vars);
        let goals: Vec<(Var, i32)> = self
            .open
            .iter()
            .copied()
            .filter(|goal| vars.binary_search(&goal.0).is_ok())
            .collect();
        let mut gone = Vec::new();
        for (var, value) in goals {
            match self.reasons.excludes(rules, &facts, var, value) {
                Some(true) => gone.push((var, value)),
                Some(false) => {}
                None => return Err(self.limit()),
            }
        }
        Ok(gone)
    }

    /// The same for one rule, by trying all its assignments, if these are few and all its variables are those of the answer.
    fn excluded_by_trying(&self, rule: ConstraintId) -> Option<Vec<Goal>> {
        const MOST_ASSIGNMENTS: u64 = 1000;
        let [only] = self.reasons.grouped.members(rule) else {
            return None;
        };
        let constraint = &self.model.constraint(*only).constraint;
        let mut vars = constraint.vars();
        vars.sort_unstable();
        vars.dedup();
        let mut product = 1u64;
        let mut values: Vec<Vec<i32>> = Vec::new();
        for &var in &vars {
            let left = match self.state.vars.binary_search(&var) {
                Ok(_) => self.state.left(var),
                Err(_) if self.model.is_constant(var) => self.model.domain(var),
                Err(_) => return None,
            };
            product = product.saturating_mul(left.len());
            if product > MOST_ASSIGNMENTS {
                return None;
            }
            values.push(left.iter().collect());
        }
        let mut possible: Vec<Vec<bool>> = values.iter().map(|v| vec![false; v.len()]).collect();
        // Over the places of the variables, so that an assignment is as short as the constraint.
        let place = |var: Var| vars.binary_search(&var).unwrap_or(vars.len());
        let constraint = constraint.with_vars(&|var| Var::from_index(place(var)));
        let mut assignment = vec![0; vars.len()];
        for number in 0..product as usize {
            // The digits of the number say which value each variable has.
            let mut rest = number;
            let mut chosen = Vec::with_capacity(vars.len());
            for (cell, values) in assignment.iter_mut().zip(&values) {
                chosen.push(rest % values.len());
                *cell = values[rest % values.len()];
                rest /= values.len();
            }
            if constraint.holds(&assignment) {
                for (possible, &at) in possible.iter_mut().zip(&chosen) {
                    possible[at] = true;
                }
            }
        }
        let excluded = |&&(var, value): &&Goal| {
            let Ok(at) = vars.binary_search(&var) else {
                return false;
            };
            let place = values[at].iter().position(|&other| other == value);
            place.is_some_and(|place| !possible[at][place])
        };
        Some(self.open.iter().filter(excluded).copied().collect())
    }

    pub fn vars_of(&self, rules: &[ConstraintId]) -> Vec<Var> {
        let grouped = &self.reasons.grouped;
        let vars = rules.iter().flat_map(|&rule| grouped.vars(rule));
        let mut vars: Vec<Var> = vars.copied().collect();
        vars.sort_unstable();
        vars.dedup();
        vars.retain(|var| self.state.vars.binary_search(var).is_ok());
        vars
    }

    pub fn facts_on(&self, vars: &[Var]) -> Vec<Fact> {
        vars.iter()
            .flat_map(|&var| self.state.facts_of(var))
            .collect()
    }

    /// Carries a reason out: everything that its rules exclude goes.
    fn apply(&mut self, reason: Reason) -> Result<Step, Limit> {
        let Reason {
            rules,
            smallest,
            goal,
        } = reason;
        let gone = self.excluded_by(&rules)?;
        let (known, excluded) = self.used(&rules, &gone)?;
        let touched = self.exclude(&gone);
        let mut step = Step {
            sets: Vec::new(),
            removes: Vec::new(),
            about: self.vars_of(&rules),
            size: rules.len(),
            because: rules,
            known,
            excluded,
            smallest,
            tried: (!smallest).then_some(goal),
        };
        for var in touched {
            match self.state.left(var).fixed() {
                Some(value) => step.sets.push((var, value)),
                None => {
                    let values = gone.iter().filter(|goal| goal.0 == var);
                    step.removes
                        .push((var, values.map(|goal| goal.1).collect()));
                }
            }
        }
        Ok(step)
    }

    /// Excludes these values; gives the variables they are of.
    pub fn exclude(&mut self, gone: &[(Var, i32)]) -> Vec<Var> {
        for &(var, value) in gone {
            self.state.remove(var, value);
        }
        let gone: HashSet<Goal> = gone.iter().copied().collect();
        self.open.retain(|goal| !gone.contains(goal));
        let mut touched: Vec<Var> = gone.iter().map(|goal| goal.0).collect();
        touched.sort_unstable();
        touched.dedup();
        let fresh: HashSet<ConstraintId> = self.fresh.iter().copied().collect();
        for &id in &self.reasons.rules {
            let vars = self.reasons.grouped.vars(id);
            let is_touched = |var: &Var| touched.binary_search(var).is_ok();
            if !fresh.contains(&id) && vars.iter().any(is_touched) {
                self.fresh.push(id);
            }
        }
        self.fresh.sort_unstable();
        touched
    }

    /// The known facts that the rules need to exclude all of `gone`: known values, and excluded values of
    /// variables that are still open.
    fn used(&mut self, rules: &[ConstraintId], gone: &[(Var, i32)]) -> Result<Used, Limit> {
        let facts = self.facts_on(&self.vars_of(rules));
        let mut needed: Vec<Fact> = facts.clone();
        for fact in facts {
            let without: Vec<Fact> = needed.iter().copied().filter(|&f| f != fact).collect();
            let mut still = true;
            for &(var, value) in gone {
                match self.reasons.excludes(rules, &without, var, value) {
                    Some(excluded) => still &= excluded,
                    None => return Err(self.limit()),
                }
                if !still {
                    break;
                }
            }
            if still {
                needed = without;
            }
        }
        let mut known = Vec::new();
        let mut excluded = Vec::new();
        for fact in needed {
            match fact {
                Fact::Is(var, value) => known.push((var, value)),
                Fact::IsNot(var, value) => excluded.push((var, value)),
                Fact::AtLeast(..) | Fact::AtMost(..) => {}
            }
        }
        Ok((known, excluded))
    }
}
