//! What counts as one rule.
//!
//! A rule is what a person would cite once: all constraints of one name. A definition of an auxiliary variable is no rule; it holds in
//! every question, and what a rule says of such a variable it says of those that the definition is over. A definition that no rule leads to
//! is a rule like any other: it defines a part of the answer, or a variable that may not take every value.

use std::collections::{BTreeSet, HashMap};

use tantalizer_model::{ConstraintId, Model, Var};

use crate::group::Group;

/// The rules of a model, each under its first constraint.
pub(crate) struct Rules {
    /// The first constraint of each rule, in order.
    pub first: Vec<ConstraintId>,
    members: HashMap<ConstraintId, Rule>,
    /// For each constraint of a rule, the first one.
    of: HashMap<ConstraintId, ConstraintId>,
    /// By variable, whether it is part of the answer.
    answer: Vec<bool>,
    /// By variable, the rules that speak of it.
    about: Vec<Vec<ConstraintId>>,
}

struct Rule {
    constraints: Vec<ConstraintId>,
    /// What holds beside it of variables that are not part of the answer: their definitions, and what is given of them.
    behind: Vec<ConstraintId>,
    /// Sorted.
    vars: Vec<Var>,
    /// What it says, if that is of a group and nothing stands behind it.
    group: Option<Group>,
}

impl Rules {
    /// Tells the clues among constraints, given in order, from the rules.
    pub fn beside_clues(model: &Model, all: Vec<ConstraintId>) -> (Vec<ConstraintId>, Rules) {
        let (clues, rules): (Vec<ConstraintId>, Vec<ConstraintId>) =
            all.into_iter().partition(|&id| crate::is_clue(model, id));
        let mut answer = model.answer();
        answer.sort_unstable();
        let speaks_of_answer = |id: &ConstraintId| {
            let vars = model.constraint(*id).constraint.vars();
            vars.iter().any(|var| answer.binary_search(var).is_ok())
        };
        // Clues on variables outside the answer are never told as facts, and hold beside the rules.
        let hidden = clues.iter().copied().filter(|id| !speaks_of_answer(id));
        let grouped = Rules::new(model, &rules, &hidden.collect::<Vec<_>>());
        (clues, grouped)
    }

    /// Groups constraints, given in order; `hidden` are those on single variables outside the answer.
    pub fn new(model: &Model, constraints: &[ConstraintId], hidden: &[ConstraintId]) -> Rules {
        let mut defined: HashMap<Var, Vec<ConstraintId>> = HashMap::new();
        let mut named: HashMap<&str, ConstraintId> = HashMap::new();
        let mut rules = Rules {
            first: Vec::new(),
            members: HashMap::new(),
            of: HashMap::new(),
            answer: vec![false; model.var_count()],
            about: vec![Vec::new(); model.var_count()],
        };
        for &id in hidden {
            let vars = model.constraint(id).constraint.vars();
            for var in vars.into_iter().filter(|&var| !model.is_constant(var)) {
                defined.entry(var).or_default().push(id);
            }
        }
        for var in model.answer() {
            rules.answer[var.index()] = true;
        }
        let defines = |&id: &ConstraintId| model.constraint(id).defines;
        for &id in constraints {
            if let Some(var) = defines(&id) {
                defined.entry(var).or_default().push(id);
            }
        }
        let (definitions, mut stated): (Vec<ConstraintId>, Vec<ConstraintId>) =
            constraints.iter().partition(|&id| defines(id).is_some());
        let (_, behind) = reached(model, &stated, &defined);
        let left = definitions.into_iter();
        stated.extend(left.filter(|id| behind.binary_search(id).is_err()));
        stated.sort_unstable();
        for id in stated {
            let first = match &model.constraint(id).name[..] {
                "" => id,
                name => *named.entry(name).or_insert(id),
            };
            if first == id {
                rules.first.push(id);
            }
            rules.of.insert(id, first);
            let rule = rules.members.entry(first).or_insert(Rule {
                constraints: Vec::new(),
                behind: Vec::new(),
                vars: Vec::new(),
                group: None,
            });
            rule.constraints.push(id);
        }
        for first in &rules.first {
            if let Some(rule) = rules.members.get_mut(first) {
                (rule.vars, rule.behind) = reached(model, &rule.constraints, &defined);
                if let (&[only], []) = (&rule.constraints[..], &rule.behind[..]) {
                    rule.group = Group::of(model, &model.constraint(only).constraint);
                }
                for var in &rule.vars {
                    rules.about[var.index()].push(*first);
                }
            }
        }
        rules
    }

    /// The constraints of some rules, with what holds beside them.
    pub fn constraints(&self, rules: &[ConstraintId]) -> Vec<ConstraintId> {
        let all = |&rule: &ConstraintId| self.members(rule).iter().chain(self.behind(rule));
        let mut constraints: Vec<ConstraintId> = rules.iter().flat_map(all).copied().collect();
        constraints.sort_unstable();
        constraints.dedup();
        constraints
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

    /// The constraints that hold beside a rule, of variables that it speaks of and that are no part of the answer.
    pub fn behind(&self, rule: ConstraintId) -> &[ConstraintId] {
        self.members.get(&rule).map_or(&[], |rule| &rule.behind)
    }

    /// The group of cells that a rule is about, if that is all it says.
    pub fn group(&self, rule: ConstraintId) -> Option<&Group> {
        self.members.get(&rule)?.group.as_ref()
    }

    /// The rules that speak of a variable, in order.
    pub fn about(&self, var: Var) -> &[ConstraintId] {
        &self.about[var.index()]
    }

    /// Whether a variable is part of the answer.
    pub fn is_answer(&self, var: Var) -> bool {
        self.answer[var.index()]
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

/// The variables of some constraints and of the definitions of these, sorted; and these definitions.
fn reached(
    model: &Model,
    constraints: &[ConstraintId],
    defined: &HashMap<Var, Vec<ConstraintId>>,
) -> (Vec<Var>, Vec<ConstraintId>) {
    let mut reached = BTreeSet::new();
    let mut behind = BTreeSet::new();
    let mut left = constraints.to_vec();
    while let Some(id) = left.pop() {
        for var in model.constraint(id).constraint.vars() {
            if reached.insert(var) {
                let definitions = defined.get(&var).into_iter().flatten();
                let new = definitions.filter(|&&id| behind.insert(id));
                left.extend(new.copied().collect::<Vec<_>>());
            }
        }
    }
    (reached.into_iter().collect(), behind.into_iter().collect())
}
