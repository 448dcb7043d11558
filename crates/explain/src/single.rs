//! What one rule says at once: its propagation, with nothing else of the model around it.
//!
//! Each rule becomes a small model of its own when it is first looked at: its constraints, the definitions behind them, its
//! variables under new numbers. One run of its propagators tells all values that go, where a solver would be asked about each of
//! them. If the rule is one constraint over answer variables that is propagated to domain consistency, no other value goes by it. Of
//! other rules an assignment is looked for that shows what they allow: by fixing one variable after another and propagating, which never goes
//! back and nearly always arrives; where it does not, the solver is asked, with nothing but this small model. An assignment that was once found
//! still shows what a rule allows wherever it fits.

use std::collections::{HashMap, VecDeque};

use tantalizer_model::{Consistency, ConstraintId, Domain, Fact, Limit, Limits, Model, Var};
use tantalizer_sat::{Incremental, Reply};
use tantalizer_search::Propagation;

use crate::rules::Rules;

/// So many assignments are kept of a rule.
const KEPT: usize = 100;

/// After so many values for which propagation alone leads to no assignment, the solver is asked about the others as well.
const MOST_LOST: usize = 2;

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
        let mut lost = 0;
        let mut doubtful = Vec::new();
        while lost < MOST_LOST
            && let Some(&wanted) = unclear.last()
        {
            match self.assignment(left, wanted, &unclear) {
                Some(values) => {
                    unclear.retain(|&(place, value)| values[place] != value);
                    keep(&mut self.allowed, values);
                }
                None => {
                    lost += 1;
                    doubtful.extend(unclear.pop());
                }
            }
        }
        unclear.extend(doubtful);
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
                    keep(&mut self.allowed, values);
                }
            }
            facts.pop();
        }
        Ok(Some(gone))
    }

    /// Values of `vars` with which the rule holds, this one among them and as many of the unclear ones as come along; none if fixing one variable after
    /// another leads nowhere.
    fn assignment(
        &mut self,
        left: &[Domain],
        wanted: (usize, i32),
        unclear: &[(usize, i32)],
    ) -> Option<Vec<i32>> {
        let Propagators::Ready(propagation) = &mut self.propagators else {
            return None;
        };
        let own = &self.own;
        let mut domains: Vec<Domain> = own.vars().map(|var| own.domain(var).clone()).collect();
        for (place, left) in self.places.iter().zip(left) {
            domains[place.index()] = left.clone();
        }
        let mut next = Some((self.places[wanted.0], wanted.1));
        while let Some((var, value)) = next {
            domains[var.index()] = Domain::single(value);
            let vars = own.vars().zip(&domains).collect::<Vec<(Var, &Domain)>>();
            domains = propagation.narrowed(&vars).ok()??;
            let is_open = |var: &Var| domains[var.index()].fixed().is_none();
            let place = self.places.iter().position(is_open);
            next = match place {
                Some(place) => {
                    let (var, mut unclear) = (self.places[place], unclear.iter());
                    let left = &domains[var.index()];
                    let new = unclear.find(|goal| goal.0 == place && left.contains(goal.1));
                    Some((var, new.map_or(left.min()?, |goal| goal.1)))
                }
                // What is only read off follows.
                None => {
                    let open = own.vars().find(is_open);
                    open.and_then(|var| Some((var, domains[var.index()].min()?)))
                }
            };
        }
        let values = domains.iter().map(Domain::fixed);
        let values = values.collect::<Option<Vec<i32>>>()?;
        let holds = own.violated(&values).is_none();
        holds.then(|| self.places.iter().map(|var| values[var.index()]).collect())
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

/// Keeps an assignment, in place of the oldest if there are many.
fn keep(allowed: &mut VecDeque<Vec<i32>>, values: Vec<i32>) {
    if allowed.len() == KEPT {
        allowed.pop_front();
    }
    allowed.push_back(values);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_model::Rel;

    /// What a rule allows is mostly shown by propagation alone; the solver is asked where that is lost.
    #[test]
    fn the_solver_is_asked_only_where_propagation_is_lost() {
        let mut model = Model::new("sums");
        let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 0..=4));
        let all_possible = model.linear([(1, x), (1, y), (-1, z)], Rel::Equal, 0);
        let all_possible = all_possible.expect("a rule");
        // Bounds say nothing, and no odd value is possible.
        let parity = model.linear([(1, x), (-2, y), (2, z)], Rel::Equal, 0);
        let parity = parity.expect("a rule");
        let rules = Rules::new(&model, &[all_possible, parity], &[]);
        let left: Vec<Domain> = model.vars().map(|var| model.domain(var).clone()).collect();
        for (rule, excluded, asked) in [
            (all_possible, vec![], false),
            (parity, vec![(0, 1), (0, 3)], true),
        ] {
            let mut single = Single::new(&model, &rules, rule);
            let unclear = (0..3).flat_map(|place| (0..=4).map(move |value| (place, value)));
            let gone = single.excluded(&left, unclear.collect(), &Limits::none());
            let mut gone = gone.expect("no limits").expect("it can be asked");
            gone.sort_unstable();
            assert_eq!(gone, excluded);
            assert_eq!(matches!(single.asked, Asked::Ready(_)), asked);
        }
    }
}
