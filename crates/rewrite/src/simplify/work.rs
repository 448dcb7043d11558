//! A model that is being simplified: constraints, definitions of truth values, and what has left.

use std::collections::BTreeMap;
use std::sync::Arc;
use tantalizer_model::constraints;
use tantalizer_model::constraints::{Clause, Reified, Xor};

use tantalizer_model::{Constraint, Domain, Literal, Model, Objective, Phase, Posted, Var};

use super::Stage;
use crate::{Pace, RewriteError};

/// What posting a short constraint takes, in steps of some nanoseconds.
const STEPS_A_CONSTRAINT: usize = 100;

/// What a truth value or a number stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The variable has one of the values.
    Member {
        /// The variable.
        x: Var,
        /// The values.
        values: Domain,
    },
    /// The constraint holds.
    Holds(Constraint),
    /// The truth value is `head` exactly if at least one of the literals is true.
    Any {
        /// Whether the truth value itself or its opposite is meant.
        head: bool,
        /// The literals.
        literals: Vec<Literal>,
    },
    /// No truth value: a number, the one that the constraint leaves for these values of others.
    Number {
        /// The constraint.
        constraint: Constraint,
        /// The others.
        scope: Vec<Var>,
        /// What the constraint speaks of besides: variables that have one value.
        fixed: Vec<Var>,
        /// The number for each row of their values that the constraint leaves.
        values: Arc<BTreeMap<Vec<i32>, i32>>,
    },
}

impl Meaning {
    /// The variables it speaks of.
    pub fn vars(&self) -> Vec<Var> {
        match self {
            Meaning::Member { x, .. } => vec![*x],
            Meaning::Holds(constraint) => constraint.vars(),
            Meaning::Any { literals, .. } => literals.iter().map(|literal| literal.var).collect(),
            Meaning::Number { scope, fixed, .. } => [&scope[..], fixed].concat(),
        }
    }

    /// Whether it is the meaning of a truth value.
    pub fn is_truth(&self) -> bool {
        !matches!(self, Meaning::Number { .. })
    }

    /// The value of what has this meaning, if the others have these.
    fn value(&self, given: &[i32]) -> i32 {
        match self {
            Meaning::Member { x, values } => values.contains(given[x.index()]).into(),
            Meaning::Holds(constraint) => constraint.holds(given).into(),
            Meaning::Any { head, literals } => {
                let is_true = |literal: &Literal| given[literal.var.index()] == literal.value();
                (literals.iter().any(is_true) == *head).into()
            }
            Meaning::Number { scope, values, .. } => {
                let row: Vec<i32> = scope.iter().map(|var| given[var.index()]).collect();
                // A solution has only rows that are listed.
                values.get(&row).copied().unwrap_or_default()
            }
        }
    }

    /// How many constraints it is.
    fn length(&self) -> usize {
        match self {
            Meaning::Any {
                head: false,
                literals,
            } => literals.len() + 1,
            _ => 1,
        }
    }

    /// As constraints on `by`, which has this meaning.
    pub fn constraints(&self, by: Var) -> Vec<Constraint> {
        let reified = |constraint| {
            let constraint = Box::new(constraint);
            vec![Constraint::Reified(Reified { constraint, by })]
        };
        match self {
            Meaning::Member { x, values } => reified(Constraint::Member(constraints::Member {
                x: *x,
                values: values.clone(),
            })),
            Meaning::Holds(Constraint::Xor(Xor { vars, parity })) => vec![Constraint::Xor(Xor {
                vars: vars.iter().copied().chain([by]).collect(),
                parity: !parity,
            })],
            Meaning::Holds(constraint) => reified(constraint.clone()),
            Meaning::Number { constraint, .. } => vec![constraint.clone()],
            Meaning::Any { head, literals } if *head => reified(Constraint::Clause(Clause {
                literals: literals.clone(),
            })),
            Meaning::Any { literals, .. } => {
                let mut all = vec![Literal::yes(by)];
                all.extend(literals);
                let mut clauses = vec![Constraint::Clause(Clause { literals: all })];
                clauses.extend(literals.iter().map(|&literal| {
                    Constraint::Clause(Clause {
                        literals: vec![Literal::no(by), !literal],
                    })
                }));
                clauses
            }
        }
    }
}

/// How a variable that left follows from the others.
#[derive(Clone, Debug)]
pub(super) enum Undo {
    /// It has the value of another.
    Same { var: Var, of: Var },
    /// It has the value of what it stood for.
    Meant { var: Var, meaning: Meaning },
    /// Nobody speaks of it: any value will do.
    Free { var: Var, value: i32 },
    /// They have the values that are written down for a row of others.
    Written {
        vars: Vec<Var>,
        scope: Vec<Var>,
        values: Arc<BTreeMap<Vec<i32>, Vec<i32>>>,
    },
}

impl Undo {
    /// Puts the variable's value in.
    pub fn apply(&self, values: &mut [i32]) {
        match self {
            Undo::Same { var, of } => values[var.index()] = values[of.index()],
            Undo::Meant { var, meaning } => values[var.index()] = meaning.value(values),
            Undo::Free { var, value } => values[var.index()] = *value,
            Undo::Written {
                vars,
                scope,
                values: written,
            } => {
                let row: Vec<i32> = scope.iter().map(|var| values[var.index()]).collect();
                // A solution has only rows that are written down.
                let written = written.get(&row).into_iter().flatten();
                for (var, &value) in vars.iter().zip(written) {
                    values[var.index()] = value;
                }
            }
        }
    }

    /// The variables that left.
    fn vars(&self) -> &[Var] {
        match self {
            Undo::Same { var, .. } | Undo::Meant { var, .. } | Undo::Free { var, .. } => {
                std::slice::from_ref(var)
            }
            Undo::Written { vars, .. } => vars,
        }
    }
}

/// The model in the making.
pub(super) struct Work {
    /// The variables and their domains; its constraints are not used.
    pub model: Model,
    /// All constraints but the definitions.
    pub constraints: Vec<Posted>,
    /// What truth values and numbers stand for.
    pub definitions: BTreeMap<Var, Meaning>,
    /// Variables that must stay: the answer, the objective, and what the search branches on.
    pub stays: Vec<bool>,
    /// Variables that have left.
    pub gone: Vec<bool>,
    /// How they follow, in the order in which they left.
    pub undo: Vec<Undo>,
}

impl Work {
    /// Starts with the constraints of `tight`, a tighter form of `model`.
    pub fn new(model: &Model, tight: &Model) -> Work {
        let mut variables = tight.without_constraints().without_symmetries();
        variables.set_answer(model.answer());
        let mut stays = vec![false; variables.var_count()];
        for var in variables.answer() {
            stays[var.index()] = true;
        }
        if let Some(objective) = variables.objective() {
            stays[objective.var().index()] = true;
        }
        for var in variables.branching().iter().flat_map(|phase| &phase.vars) {
            stays[var.index()] = true;
        }
        Work {
            gone: vec![false; variables.var_count()],
            model: variables,
            constraints: tight.constraints().to_vec(),
            definitions: BTreeMap::new(),
            stays,
            undo: Vec::new(),
        }
    }

    /// The same, with what has left of an earlier stage.
    pub fn with_undo(mut self, earlier: Work) -> Work {
        self.gone = earlier.gone;
        self.undo = earlier.undo;
        self
    }

    /// The domain of a variable.
    pub fn domain(&self, var: Var) -> &Domain {
        self.model.domain(var)
    }

    /// Leaves a variable only these values.
    pub fn keep(&mut self, var: Var, values: &Domain) {
        let left = self.domain(var).intersection(values);
        self.model.set_domain(var, left);
    }

    /// A new variable.
    pub fn int(&mut self, name: String, domain: Domain) -> Var {
        self.stays.push(false);
        self.gone.push(false);
        self.model.int(name, domain)
    }

    /// Adds a constraint under a name.
    pub fn post(&mut self, constraint: Constraint, name: &str) {
        self.constraints.push(Posted {
            constraint,
            name: name.into(),
            sentence: String::new(),
            defines: None,
        });
    }

    /// Lets variables leave.
    pub fn leave(&mut self, undo: Undo) {
        for var in undo.vars() {
            self.gone[var.index()] = true;
        }
        self.undo.push(undo);
    }

    /// How often each variable is spoken of; a definition does not count for what it defines.
    pub fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.model.var_count()];
        for posted in &self.constraints {
            for var in posted.constraint.vars() {
                uses[var.index()] += 1;
            }
        }
        for var in self.definitions.values().flat_map(Meaning::vars) {
            uses[var.index()] += 1;
        }
        uses
    }

    /// All assignments of a few variables, in order.
    pub fn assignments(&self, scope: &[Var]) -> Vec<Vec<i32>> {
        self.assignments_that(scope, |_| true)
    }

    /// Those that fit. Only these are kept in memory.
    pub fn assignments_that(&self, scope: &[Var], fits: impl Fn(&[i32]) -> bool) -> Vec<Vec<i32>> {
        let values: Vec<Vec<i32>> = (scope.iter())
            .map(|&var| self.domain(var).iter().collect())
            .collect();
        let mut rows = Vec::new();
        let Some(mut row) = (values.iter().map(|values| values.first().copied())).collect() else {
            return rows;
        };
        let mut places = vec![0; scope.len()];
        loop {
            let tried: &Vec<i32> = &row;
            if fits(tried) {
                rows.push(tried.clone());
            }
            // The next one: the last variable that has a next value takes it, and those after it begin again.
            let Some(at) = (0..places.len()).rfind(|&at| places[at] + 1 < values[at].len()) else {
                return rows;
            };
            places[at] += 1;
            places[at + 1..].fill(0);
            for at in at..places.len() {
                row[at] = values[at][places[at]];
            }
        }
    }

    /// Where the work stands.
    pub fn step(&self, name: &'static str) -> Stage {
        Stage {
            name,
            variables: self.gone.iter().filter(|gone| !**gone).count(),
            constraints: self.constraints.len()
                + self
                    .definitions
                    .values()
                    .map(Meaning::length)
                    .sum::<usize>(),
        }
    }

    /// Takes constraints and definitions out.
    fn take_constraints(&mut self) -> impl Iterator<Item = Posted> + use<> {
        let plain = std::mem::take(&mut self.constraints).into_iter();
        let defined = std::mem::take(&mut self.definitions).into_iter();
        let defined = defined.flat_map(|(by, meaning)| {
            let constraints = meaning.constraints(by).into_iter();
            constraints.map(|constraint| Posted {
                constraint,
                name: String::new(),
                sentence: String::new(),
                defines: None,
            })
        });
        plain.chain(defined)
    }

    /// As a model with the same numbers for all variables, those that have left among them. Its constraints are no
    /// longer here.
    pub fn take_model(&mut self, pace: &mut Pace) -> Result<Model, RewriteError> {
        let mut model = self.model.clone();
        for posted in self.take_constraints() {
            pace.step(STEPS_A_CONSTRAINT)?;
            let id = model.post(posted.constraint)?;
            model.name_constraint(id, posted.name);
            model.explain_constraint(id, posted.sentence);
        }
        Ok(model)
    }

    /// As a model without what has left, for each of its variables the one it was, and how the others follow.
    pub fn compact(
        mut self,
        pace: &mut Pace,
    ) -> Result<(Model, Vec<Var>, Vec<Undo>), RewriteError> {
        let mut model = Model::new(self.model.name());
        let mut new = vec![None; self.model.var_count()];
        let mut kept = Vec::new();
        for old in self.model.vars().filter(|var| !self.gone[var.index()]) {
            let var = model.int(self.model.var_name(old), self.domain(old));
            new[old.index()] = Some(var);
            kept.push(old);
        }
        // Nothing that is left speaks of what has left.
        let to = |var: Var| new[var.index()].unwrap_or(var);
        let here =
            |vars: &[Var]| -> Vec<Var> { vars.iter().filter_map(|var| new[var.index()]).collect() };
        for posted in self.take_constraints() {
            pace.step(STEPS_A_CONSTRAINT)?;
            let id = model.post(posted.constraint.with_vars(&to))?;
            model.name_constraint(id, posted.name);
            model.explain_constraint(id, posted.sentence);
        }
        model.set_answer(here(&self.model.answer()));
        match self.model.objective() {
            Some(Objective::Minimise(var)) => model.set_objective(Objective::Minimise(to(var))),
            Some(Objective::Maximise(var)) => model.set_objective(Objective::Maximise(to(var))),
            None => {}
        }
        let phases = self.model.branching().iter().map(|phase| Phase {
            vars: here(&phase.vars),
            strategy: phase.strategy,
        });
        model.set_branching(phases.collect());
        Ok((model, kept, self.undo))
    }
}
