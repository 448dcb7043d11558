//! What one rule says at once: its propagation, with nothing else of the model around it.
//!
//! Each rule becomes a small model of its own when it is first looked at: its constraints, the definitions behind them, its
//! variables under new numbers. One run of its propagators tells all values that go, where a solver would be asked about each of
//! them. If the rule is one constraint over answer variables that is propagated to domain consistency, no other value goes by it.

use std::collections::HashMap;

use tantalizer_model::{Consistency, ConstraintId, Domain, Limits, Model, Var};
use tantalizer_search::Propagation;

use crate::rules::Rules;

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

    fn single(&mut self, model: &Model, rules: &Rules, rule: ConstraintId) -> &mut Single {
        let make = || Single::new(model, rules, rule);
        self.made.entry(rule).or_insert_with(make)
    }
}

impl Single {
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
        }
    }
}
