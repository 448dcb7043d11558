//! What counts as one rule.
//!
//! A rule is what a person would cite once: all constraints of one name. A definition of an auxiliary variable is no rule; it holds in
//! every question, and what a rule says of such a variable it says of those that the definition is over.

use std::collections::HashMap;

use tantalizer_model::{ConstraintId, Model, Var};

/// The rules of a model, each under its first constraint.
pub(crate) struct Rules {
    /// The first constraint of each rule, in order.
    pub first: Vec<ConstraintId>,
    members: HashMap<ConstraintId, Rule>,
    /// For each constraint of a rule, the first one.
    of: HashMap<ConstraintId, ConstraintId>,
    definitions: Vec<ConstraintId>,
}

struct Rule {
    constraints: Vec<ConstraintId>,
    /// Sorted.
    vars: Vec<Var>,
}

impl Rules {
    /// Groups constraints, given in order.
    pub fn new(model: &Model, constraints: &[ConstraintId]) -> Rules {
        let mut definitions = Vec::new();
        let mut defined: HashMap<Var, Vec<ConstraintId>> = HashMap::new();
        let mut named: HashMap<&str, ConstraintId> = HashMap::new();
        let mut rules = Rules {
            first: Vec::new(),
            members: HashMap::new(),
            of: HashMap::new(),
            definitions: Vec::new(),
        };
        for &id in constraints {
            let posted = model.constraint(id);
            if let Some(var) = posted.defines {
                definitions.push(id);
                defined.entry(var).or_default().push(id);
                continue;
            }
            let first = match &posted.name[..] {
                "" => id,
                name => *named.entry(name).or_insert(id),
            };
            if first == id {
                rules.first.push(id);
            }
            rules.of.insert(id, first);
            let rule = rules.members.entry(first).or_insert(Rule {
                constraints: Vec::new(),
                vars: Vec::new(),
            });
            rule.constraints.push(id);
        }
        for rule in rules.members.values_mut() {
            rule.vars = reached(model, &rule.constraints, &defined);
        }
        rules.definitions = definitions;
        rules
    }

    /// The constraints of some rules, with all definitions.
    pub fn constraints(&self, rules: &[ConstraintId]) -> Vec<ConstraintId> {
        let members = rules.iter().flat_map(|&rule| self.members(rule));
        members.chain(&self.definitions).copied().collect()
    }

    /// The constraints of one rule.
    pub fn members(&self, rule: ConstraintId) -> &[ConstraintId] {
        let rule = self.members.get(&rule);
        rule.map_or(&[], |rule| &rule.constraints)
    }

    /// The variables that a rule speaks of, sorted.
    pub fn vars(&self, rule: ConstraintId) -> &[Var] {
        self.members.get(&rule).map_or(&[], |rule| &rule.vars)
    }

    /// The rules that these constraints are of, in order, each once.
    pub fn of(&self, constraints: &[ConstraintId]) -> Vec<ConstraintId> {
        let rules = constraints.iter().filter_map(|id| self.of.get(id).copied());
        let mut rules: Vec<ConstraintId> = rules.collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// Whether all constraints of a rule hold.
    pub fn holds(&self, model: &Model, rule: ConstraintId, assignment: &[i32]) -> bool {
        let holds = |id: &ConstraintId| model.constraint(*id).constraint.holds(assignment);
        self.members(rule).iter().all(holds)
    }
}

/// The variables of some constraints, and those behind the definitions of these, sorted.
fn reached(
    model: &Model,
    constraints: &[ConstraintId],
    defined: &HashMap<Var, Vec<ConstraintId>>,
) -> Vec<Var> {
    let mut reached = std::collections::BTreeSet::new();
    let mut left = constraints.to_vec();
    while let Some(id) = left.pop() {
        for var in model.constraint(id).constraint.vars() {
            if reached.insert(var) {
                left.extend(defined.get(&var).into_iter().flatten());
            }
        }
    }
    reached.into_iter().collect()
}
