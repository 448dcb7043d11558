//! What one rule says at once: its propagation, with nothing else of the model around it.
//!
//! Each rule becomes a small model of its own when it is first looked at: its constraints, the definitions behind them, its
//! variables under new numbers. One run of its propagators tells all values that go, where a solver would be asked about each of
//! them. If the rule is one constraint over answer variables that is propagated to domain consistency, no other value goes by it. Of
//! other rules the solver is asked, with nothing but this small model; an assignment that it once found still shows what a rule allows
//! wherever it fits.

use std::collections::{HashMap, VecDeque};

use tantalizer_model::{Consistency, ConstraintId, Domain, Fact, Limit, Limits, Model, Var};
use tantalizer_sat::{Incremental, Reply};
use tantalizer_search::Propagation;

use crate::rules::Rules;

/// So many assignments are kept of a rule.
const KEPT: usize = 100;

/// The rules of a model, each on its own.
pub(crate) struct Singles {
    made: HashMap<ConstraintId, Single>,
}

struct Single {
    /// The answer variables that the rule speaks of, and what they are called in its own model.
    vars: Vec<Var>,
    places: Vec<Var>,
    propagators: Propagators,
    /// Whether propagation excludes all that the rule excludes.
    exact: bool,
    own: Model,
    asked: Asked,
    /// Values of `vars` with which the rule holds.
    allowed: VecDeque<Vec<i32>>,
}

/// The rule in a solver.
enum Asked {
    NotYet,
    Ready(Box<Incremental>),
    /// It is too large.
    Never,
}

enum Propagators {
    Ready(Box<Propagation>),
    /// The rule has no solution at all.
    Refuted,
    /// There was no room for them.
    None,
}

impl Singles {
    pub fn new() -> Singles {
        Singles {
            made: HashMap::new(),
        }
    }

    /// The answer variables that a rule speaks of, sorted.
    pub fn vars(&mut self, model: &Model, rules: &Rules, rule: ConstraintId) -> &[Var] {
        &self.single(model, rules, rule).vars
    }

    /// Whether [`Singles::narrowed`] leaves no value that the rule excludes.
    pub fn is_exact(&mut self, model: &Model, rules: &Rules, rule: ConstraintId) -> bool {
        self.single(model, rules, rule).exact
    }

    /// What a rule leaves of its answer variables, given what is left of them; none if it cannot hold.
    pub fn narrowed(
        &mut self,
        model: &Model,
        rules: &Rules,
        rule: ConstraintId,
        left: &[Domain],
    ) -> Option<Vec<Domain>> {
        let single = self.single(model, rules, rule);
        match &mut single.propagators {
            Propagators::Refuted => None,
            Propagators::None => Some(left.to_vec()),
            Propagators::Ready(propagation) => {
                let domains: Vec<(Var, &Domain)> =
                    single.places.iter().copied().zip(left).collect();
                match propagation.narrowed(&domains) {
                    Ok(narrowed) => narrowed,
                    // It has no limits; and nothing said is nothing wrong.
                    Err(_) => Some(left.to_vec()),
                }
            }
        }
    }

    /// Which of these values, by the places of the rule's variables, the rule excludes, given what is left. None if it cannot be
    /// asked.
    pub fn excluded(
        &mut self,
        (model, rules, rule): (&Model, &Rules, ConstraintId),
        left: &[Domain],
        unclear: Vec<(usize, i32)>,
        limits: &Limits,
    ) -> Result<Option<Vec<(usize, i32)>>, Limit> {
        self.single(model, rules, rule)
            .excluded(left, unclear, limits)
    }

    /// Other limits from now on.
    pub fn set_limits(&mut self, limits: &Limits) {
        for single in self.made.values_mut() {
            if let Asked::Ready(solver) = &mut single.asked {
                solver.set_limits(limits);
            }
        }
    }

    fn single(&mut self, model: &Model, rules: &Rules, rule: ConstraintId) -> &mut Single {
        let make = || Single::new(model, rules, rule);
        self.made.entry(rule).or_insert_with(make)
    }
}

impl Single {
    fn excluded(
        &mut self,
        left: &[Domain],
        mut unclear: Vec<(usize, i32)>,
        limits: &Limits,
    ) -> Result<Option<Vec<(usize, i32)>>, Limit> {
        let mut gone = Vec::new();
        let fits = |values: &[i32]| left.iter().zip(values).all(|(left, &v)| left.contains(v));
        for values in self.allowed.iter().filter(|values| fits(values)) {
            unclear.retain(|&(place, value)| values[place] != value);
        }
        if unclear.is_empty() {
            return Ok(Some(gone));
        }
        if matches!(self.asked, Asked::NotYet) {
            self.asked = match Incremental::within(&self.own, limits) {
                Ok(solver) => Asked::Ready(Box::new(solver)),
                Err(_) => Asked::Never,
            };
        }
        let Asked::Ready(solver) = &mut self.asked else {
            return Ok(None);
        };
        let mut facts: Vec<Fact> = Vec::new();
        for (&var, left) in self.places.iter().zip(left) {
            let start = self.own.domain(var);
            match left.fixed() {
                Some(value) => facts.push(Fact::Is(var, value)),
                None => {
                    let others = start.difference(left);
                    facts.extend(others.iter().map(|value| Fact::IsNot(var, value)));
                }
            }
        }
        // One assignment may show that many of them are allowed.
        for &(place, value) in &unclear {
            solver.prefer(Fact::Is(self.places[place], value));
        }
        while let Some((place, value)) = unclear.pop() {
            facts.push(Fact::Is(self.places[place], value));
            match solver.solve(&facts) {
                Reply::Clash(_) => gone.push((place, value)),
                Reply::Unknown(limit) => return Err(limit),
                Reply::Solution(solution) => {
                    let values = self.places.iter().map(|&var| solution[var]);
                    let values: Vec<i32> = values.collect();
                    unclear.retain(|&(place, value)| values[place] != value);
                    if self.allowed.len() == KEPT {
                        self.allowed.pop_front();
                    }
                    self.allowed.push_back(values);
                }
            }
            facts.pop();
        }
        Ok(Some(gone))
    }

    fn new(model: &Model, rules: &Rules, rule: ConstraintId) -> Single {
        let reached = rules.vars(rule);
        let place = |var: Var| Var::from_index(reached.binary_search(&var).unwrap_or(0));
        let mut own = Model::new("a rule");
        for &var in reached {
            own.int(model.var_name(var), model.domain(var).clone());
        }
        let constraints = rules.members(rule).iter().chain(rules.behind(rule));
        let mut posted = true;
        for &id in constraints {
            let constraint = model.constraint(id).constraint.with_vars(&place);
            posted &= own.post(constraint).is_ok();
        }
        let propagation = Propagation::new(&own, true, &Limits::none());
        let vars: Vec<Var> = reached
            .iter()
            .copied()
            .filter(|&var| rules.is_answer(var))
            .collect();
        let mut exact =
            posted && matches!(rules.members(rule), [_]) && rules.behind(rule).is_empty();
        exact &= reached
            .iter()
            .all(|&var| rules.is_answer(var) || model.domain(var).fixed().is_some());
        let propagators = match propagation {
            Ok(Some(propagation)) if posted => {
                let said = rules.members(rule).iter();
                let said = said
                    .map(|&id| model.constraint(id).constraint.vars().len())
                    .sum::<usize>();
                exact &= said == reached.len() && propagation.promise(&own) == Consistency::Domain;
                Propagators::Ready(Box::new(propagation))
            }
            Ok(None) => Propagators::Refuted,
            _ => {
                exact = false;
                Propagators::None
            }
        };
        Single {
            places: vars.iter().map(|&var| place(var)).collect(),
            vars,
            propagators,
            exact,
            own,
            asked: Asked::NotYet,
            allowed: VecDeque::new(),
        }
    }
}
