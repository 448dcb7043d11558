//! From what is given to the solution, one step at a time.

use std::collections::{BTreeMap, BTreeSet};

use tantalizer_model::{ConstraintId, Domain, Fact, Limit, Model, Solution, Var};
use tantalizer_sat::{Incremental, Reply};

use crate::near::Near;
use crate::single::Singles;
use crate::smallest::Reasons;
use crate::state::State;
use crate::told::Teller;
use crate::{ExplainError, Explanation, Options, Step};

/// Works out explanations and hints; what it has learnt about the model serves the next question.
pub(crate) struct Explainer<'m> {
    pub model: &'m Model,
    pub options: Options,
    pub state: State,
    pub reasons: Reasons<'m>,
    pub singles: Singles,
    /// Values that no solution has, and that are not excluded yet.
    pub open: BTreeSet<Goal>,
    /// Rules that may force something alone: those whose variables changed since they were last looked at.
    fresh: BTreeSet<ConstraintId>,
    /// Rules of which only what they exclude by propagation is known, and which may exclude more.
    unasked: BTreeSet<ConstraintId>,
    /// What the other rules force alone, if anything.
    forced: BTreeMap<ConstraintId, Vec<Goal>>,
    pub near: Near,
    /// After so many questions nothing is proved smallest any more.
    pub last_question: u64,
    pub teller: Teller,
}

/// A value of a variable that is to be excluded.
pub(crate) type Goal = (Var, i32);

/// A set of rules that excludes something.
#[derive(Clone)]
pub(crate) struct Reason {
    pub rules: Vec<ConstraintId>,
    pub smallest: bool,
    pub goal: Goal,
}

impl<'m> Explainer<'m> {
    pub fn new(model: &'m Model, options: &Options) -> Result<Self, ExplainError> {
        let watch = options.limits.start();
        if let Some(limit) = watch.expired() {
            return Err(ExplainError::Stopped(limit));
        }
        let solver = Incremental::within(model, &options.limits)?;
        let reasons = Reasons::new(model, solver, watch);
        Ok(Explainer {
            state: State::new(model),
            fresh: BTreeSet::new(),
            unasked: BTreeSet::new(),
            forced: BTreeMap::new(),
            model,
            options: options.clone(),
            reasons,
            singles: Singles::new(),
            open: BTreeSet::new(),
            near: Near::default(),
            last_question: u64::MAX,
            teller: Teller::new(&State::new(model), &[]),
        })
    }

    /// Starts again with the clues of the model and what is filled in.
    pub fn begin(&mut self, entries: &[(Var, i32)]) {
        self.state = State::at(self.model, &self.reasons.clues, entries);
        self.fresh = self.reasons.rules.iter().copied().collect();
        self.unasked.clear();
        self.forced.clear();
        self.open.clear();
        self.near = Near::default();
        self.last_question = self
            .reasons
            .questions
            .saturating_add(self.options.questions);
        self.teller = Teller::new(&self.state, &self.reasons.rules);
    }

    /// Other limits from now on.
    pub fn limit(&mut self, options: &Options) {
        self.options = options.clone();
        self.reasons.watch = options.limits.start();
        self.reasons.solver.set_limits(&options.limits);
        self.singles.set_limits(&options.limits);
    }

    /// Stops here if a limit is reached.
    pub fn look(&self) -> Result<(), Limit> {
        match self.options.limits.expired() {
            Some(limit) => Err(limit),
            None => Ok(()),
        }
    }

    /// The next step.
    pub fn step(&mut self) -> Result<Step, Limit> {
        let reason = self.next_reason()?;
        self.apply(reason)
    }

    /// Finds out which values no solution has, starting from one that fits. Notes where two solutions differ.
    pub fn find_open(
        &mut self,
        first: &Solution,
        explanation: &mut Explanation,
    ) -> Result<(), Limit> {
        let vars = self.state.vars.clone();
        let given = self.state.facts();
        let mut never: BTreeSet<Goal> = BTreeSet::new();
        for &var in &vars {
            let other = self.state.left(var).difference(&Domain::single(first[var]));
            never.extend(other.iter().map(|value| (var, value)));
        }
        while !never.is_empty() {
            self.look()?;
            let any: Vec<Fact> = never.iter().map(|&(v, value)| Fact::Is(v, value)).collect();
            self.reasons.questions += 1;
            match self.reasons.solver.solve_any(&given, &any) {
                Reply::Unknown(limit) => return Err(limit),
                Reply::Clash(_) => break,
                Reply::Solution(other) => {
                    if explanation.differ.is_empty() {
                        let differ = vars.iter().filter(|&&v| first[v] != other[v]);
                        explanation.differ = differ.map(|&v| (v, first[v], other[v])).collect();
                    }
                    never.retain(|&(var, value)| other[var] != value);
                }
            }
        }
        self.open = never;
        Ok(())
    }

    /// The easiest reason to exclude something.
    pub fn next_reason(&mut self) -> Result<Reason, Limit> {
        if let Some(reason) = self.single_rule()? {
            return Ok(reason);
        }
        let mut near = std::mem::take(&mut self.near);
        let reason = near.smallest_reason(self);
        self.near = near;
        reason
    }

    /// A rule that forces something alone, preferring one that fixes a variable.
    pub fn single_rule(&mut self) -> Result<Option<Reason>, Limit> {
        let rule = self.forcing_rule(&BTreeSet::new())?;
        Ok(rule.map(|rule| Reason {
            rules: vec![rule],
            smallest: true,
            goal: self.forced[&rule][0],
        }))
    }

    /// The same, none of those that are passed over. Rules are asked for more than propagation says only where that says nothing any more.
    pub fn forcing_rule(
        &mut self,
        passed: &BTreeSet<ConstraintId>,
    ) -> Result<Option<ConstraintId>, Limit> {
        while let Some(rule) = self.fresh.pop_first() {
            self.look()?;
            let gone = self.propagated(rule);
            if !gone.is_empty() {
                self.forced.insert(rule, gone);
            }
            if !self
                .singles
                .is_exact(self.model, &self.reasons.grouped, rule)
            {
                self.unasked.insert(rule);
            }
        }
        if let Some(rule) = self.forced_by_one(passed) {
            return Ok(Some(rule));
        }
        // Rules that are passed over are asked when they no longer are.
        let waits = |rule: &&ConstraintId| passed.contains(rule) || self.forced.contains_key(rule);
        let unasked: Vec<ConstraintId> = (self.unasked.iter())
            .filter(|rule| !waits(rule))
            .copied()
            .collect();
        for rule in unasked {
            self.look()?;
            self.unasked.remove(&rule);
            let gone = self.excluded_by(&[rule])?;
            if !gone.is_empty() {
                self.forced.insert(rule, gone);
                return Ok(Some(rule));
            }
        }
        Ok(None)
    }

    fn forced_by_one(&self, passed: &BTreeSet<ConstraintId>) -> Option<ConstraintId> {
        let mut forced = self
            .forced
            .iter()
            .filter(|(rule, _)| !passed.contains(rule));
        let fixing = forced.clone().find(|(_, gone)| self.fixes(gone));
        fixing.or_else(|| forced.next()).map(|(&rule, _)| rule)
    }

    /// What one rule excludes by propagation.
    fn propagated(&mut self, rule: ConstraintId) -> Vec<Goal> {
        let (vars, left) = self.left_of(rule);
        match self.narrowed(rule, &left) {
            Some(narrowed) => goals(&vars, &left, &narrowed),
            None => Vec::new(),
        }
    }

    /// Whether these values are all but one of some variable's.
    fn fixes(&self, gone: &[Goal]) -> bool {
        gone.chunk_by(|one, other| one.0 == other.0)
            .any(|of_one| of_one.len() as u64 + 1 == self.state.left(of_one[0].0).len())
    }

    /// What is left of the answer variables of a rule.
    pub fn left_of(&mut self, rule: ConstraintId) -> (Vec<Var>, Vec<Domain>) {
        let vars = self
            .singles
            .vars(self.model, &self.reasons.grouped, rule)
            .to_vec();
        let left = vars.iter().map(|&var| self.state.left(var).clone());
        let left = left.collect();
        (vars, left)
    }

    /// What one rule leaves of its variables by propagation; none if it cannot hold.
    pub fn narrowed(&mut self, rule: ConstraintId, left: &[Domain]) -> Option<Vec<Domain>> {
        self.singles
            .narrowed(self.model, &self.reasons.grouped, rule, left)
    }

    /// What one rule leaves of its variables at a glance, if it is one of those that may take more than that.
    pub fn at_a_glance(
        &self,
        rule: ConstraintId,
        vars: &[Var],
        left: &[Domain],
    ) -> Option<Vec<Domain>> {
        let group = self.reasons.grouped.group(rule)?;
        let whole = group.differs && vars.len() == group.vars.len();
        whole.then(|| group.glance(left))
    }

    /// All open values that these rules exclude, by variable.
    pub fn excluded_by(&mut self, rules: &[ConstraintId]) -> Result<Vec<Goal>, Limit> {
        if let Some(gone) = self.forced_alone(rules) {
            return Ok(gone);
        }
        let mut gone = Vec::new();
        if let [rule] = *rules {
            let (vars, left) = self.left_of(rule);
            if let Some(narrowed) = self.narrowed(rule, &left) {
                gone = goals(&vars, &left, &narrowed);
            }
            if self
                .singles
                .is_exact(self.model, &self.reasons.grouped, rule)
            {
                return Ok(gone);
            }
            if let Some(more) = self.asked_alone(rule, &vars, &left, &gone)? {
                gone.extend(more);
                gone.sort_unstable();
                return Ok(gone);
            }
        }
        let vars = self.vars_of(rules);
        let facts = self.facts_on(&vars);
        let all = |&var: &Var| (var, i32::MIN)..=(var, i32::MAX);
        let mut unclear: BTreeSet<Goal> = BTreeSet::new();
        for range in vars.iter().map(all) {
            unclear.extend(self.open.range(range));
        }
        unclear.retain(|goal| !gone.contains(goal));
        while let Some(goal) = unclear.pop_first() {
            let supposed = [&facts[..], &[Fact::Is(goal.0, goal.1)]].concat();
            match self.reasons.ask(rules, &supposed) {
                Reply::Clash(_) => gone.push(goal),
                // What this assignment has is not excluded either.
                Reply::Solution(found) => unclear.retain(|&(var, value)| found[var] != value),
                Reply::Unknown(limit) => return Err(limit),
            }
        }
        gone.sort_unstable();
        Ok(gone)
    }

    /// The open values that one rule excludes beside those that are gone; none if it cannot be asked on its own.
    fn asked_alone(
        &mut self,
        rule: ConstraintId,
        vars: &[Var],
        left: &[Domain],
        gone: &[Goal],
    ) -> Result<Option<Vec<Goal>>, Limit> {
        let mut unclear = Vec::new();
        for (place, &var) in vars.iter().enumerate() {
            let open = self.open.range((var, i32::MIN)..=(var, i32::MAX));
            let open = open.filter(|goal| !gone.contains(goal));
            unclear.extend(open.map(|goal| (place, goal.1)));
        }
        let which = (self.model, &self.reasons.grouped, rule);
        let limits = &self.options.limits;
        let found = self.singles.excluded(which, left, unclear, limits)?;
        Ok(found.map(|gone| {
            let gone = gone.into_iter();
            gone.map(|(place, value)| (vars[place], value)).collect()
        }))
    }

    fn forced_alone(&self, rules: &[ConstraintId]) -> Option<Vec<Goal>> {
        match rules {
            [rule] => self.forced.get(rule).cloned(),
            _ => None,
        }
    }

    /// The answer variables that some rules speak of, sorted.
    pub fn vars_of(&self, rules: &[ConstraintId]) -> Vec<Var> {
        let grouped = &self.reasons.grouped;
        let vars = rules.iter().flat_map(|&rule| grouped.vars(rule));
        let mut vars: Vec<Var> = vars
            .copied()
            .filter(|&var| grouped.is_answer(var))
            .collect();
        vars.sort_unstable();
        vars.dedup();
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
        let vars = self.vars_of(&rules);
        let left: Vec<Domain> = vars
            .iter()
            .map(|&var| self.state.left(var).clone())
            .collect();
        let mut noted = gone.clone();
        if let [rule] = rules[..]
            && let Some(after) = self.narrowed(rule, &left)
        {
            let by_propagation = goals(&vars, &left, &after);
            noted.retain(|goal| !by_propagation.contains(goal));
        }
        let uses = if noted.is_empty() {
            self.uses(&rules, &vars, &left, &gone)?
        } else {
            self.note(&rules, smallest, &noted)?
        };
        self.exclude(&gone);
        let mut step = Step {
            sets: Vec::new(),
            removes: Vec::new(),
            about: vars,
            size: rules.len(),
            rests_on: self.reasons.grouped.constraints(&rules),
            because: rules,
            known: Vec::new(),
            excluded: Vec::new(),
            smallest,
            tried: (!smallest).then_some(goal),
        };
        for fact in uses {
            match fact {
                Fact::Is(var, value) => step.known.push((var, value)),
                Fact::IsNot(var, value) => step.excluded.push((var, value)),
                Fact::AtLeast(..) | Fact::AtMost(..) => {}
            }
        }
        for of_one in gone.chunk_by(|one, other| one.0 == other.0) {
            let var = of_one[0].0;
            match self.state.left(var).fixed() {
                Some(value) => step.sets.push((var, value)),
                None => {
                    let values = of_one.iter().map(|goal| goal.1).collect();
                    step.removes.push((var, values));
                }
            }
        }
        Ok(step)
    }

    /// Excludes these values, given by variable; gives the variables they are of.
    pub fn exclude(&mut self, gone: &[Goal]) -> Vec<Var> {
        for goal in gone {
            self.state.remove(goal.0, goal.1);
            self.open.remove(goal);
        }
        let mut touched: Vec<Var> = gone.iter().map(|goal| goal.0).collect();
        touched.dedup();
        for &var in &touched {
            for &rule in self.reasons.grouped.about(var) {
                self.forced.remove(&rule);
                self.fresh.insert(rule);
            }
        }
        self.near.changed(&touched);
        touched
    }
}

/// The values that go when one list of domains becomes another.
pub(crate) fn goals(vars: &[Var], before: &[Domain], after: &[Domain]) -> Vec<Goal> {
    let mut gone = Vec::new();
    for (&var, (before, after)) in vars.iter().zip(before.iter().zip(after)) {
        if before != after {
            gone.extend(before.difference(after).iter().map(|value| (var, value)));
        }
    }
    gone
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_model::Rel;

    /// A rule that is passed over is asked once it no longer is.
    #[test]
    fn what_is_passed_over_is_not_forgotten() {
        let mut model = Model::new("parity");
        let x = model.int("x", 0..=4);
        let [y, z] = ["y", "z"].map(|name| model.int(name, 0..=1));
        // Propagation of bounds says nothing: only a question tells that x is even.
        let parity = model.linear([(1, x), (-2, y), (-2, z)], Rel::Equal, 0);
        parity.expect("a rule");
        let mut explainer = Explainer::new(&model, &Options::default()).expect("small");
        explainer.begin(&[]);
        explainer.open = BTreeSet::from([(x, 1), (x, 3)]);
        let rule = explainer.reasons.rules[0];
        let passed = BTreeSet::from([rule]);
        assert_eq!(explainer.forcing_rule(&passed), Ok(None));
        assert!(explainer.forced.is_empty());
        assert_eq!(explainer.forcing_rule(&BTreeSet::new()), Ok(Some(rule)));
    }
}
