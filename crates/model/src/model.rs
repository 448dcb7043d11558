//! A model: variables, constraints, which variables are the answer, and what is best.

use std::collections::HashMap;

use crate::symmetry::SymmetryGroup;
use crate::{Constraint, Domain, Fact, ModelError, Phase};

/// A variable of a model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Var(u32);

impl Var {
    /// The variable with this position in its model.
    pub fn from_index(index: usize) -> Var {
        Var(u32::try_from(index).expect("a model holds fewer than 2^32 variables"))
    }

    /// The variable's position in its model, and in every [`crate::Solution`] of it.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The position of a posted constraint in its model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstraintId(pub usize);

/// A constraint as it stands in a model: with a name, and perhaps a sentence for people.
#[derive(Clone, Debug)]
pub struct Posted {
    /// The condition.
    pub constraint: Constraint,
    /// What to call it in messages; empty if nobody named it. Constraints of one name are one rule.
    pub name: String,
    /// What it asks, as a sentence for an explanation; empty if nobody wrote one.
    pub sentence: String,
    /// The auxiliary variable whose value it determines, if it forbids nothing else: then it is no reason for anything, but what
    /// that variable means.
    pub defines: Option<Var>,
}

/// What makes one solution better than another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Smaller values of the variable are better.
    Minimise(Var),
    /// Larger values of the variable are better.
    Maximise(Var),
}

impl Objective {
    /// The variable whose value is the objective.
    pub fn var(self) -> Var {
        match self {
            Objective::Minimise(var) | Objective::Maximise(var) => var,
        }
    }

    /// Whether `value` is strictly better than `other`.
    pub fn improves(self, value: i32, other: i32) -> bool {
        match self {
            Objective::Minimise(_) => value < other,
            Objective::Maximise(_) => value > other,
        }
    }

    /// That the objective is this value or a better one.
    pub fn at_least_as_good_as(self, value: i32) -> Fact {
        match self {
            Objective::Minimise(var) => Fact::AtMost(var, value.into()),
            Objective::Maximise(var) => Fact::AtLeast(var, value.into()),
        }
    }
}

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    domain: Domain,
    role: Role,
}

/// Why a variable is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Part of the answer, unless the model says otherwise.
    Unknown,
    /// It follows from others.
    Auxiliary,
    Constant,
}

/// A constraint model. Build it with the calls of this type; ask it through an engine.
#[derive(Clone, Debug, Default)]
pub struct Model {
    name: String,
    variables: Vec<Variable>,
    constraints: Vec<Posted>,
    answer: Option<Vec<Var>>,
    objective: Option<Objective>,
    symmetries: Vec<SymmetryGroup>,
    constants: HashMap<i32, Var>,
    branching: Vec<Phase>,
}

impl Model {
    /// A model without variables or constraints: it has exactly one solution, the empty one.
    pub fn new(name: impl Into<String>) -> Self {
        Model {
            name: name.into(),
            ..Model::default()
        }
    }

    /// The name the model was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A new variable. An empty domain is allowed: the model then has no solution.
    pub fn int(&mut self, name: impl Into<String>, domain: impl Into<Domain>) -> Var {
        self.variable(name.into(), domain.into(), Role::Unknown)
    }

    fn variable(&mut self, name: String, domain: Domain, role: Role) -> Var {
        let var = Var::from_index(self.variables.len());
        self.variables.push(Variable { name, domain, role });
        var
    }

    /// A new variable whose value the others determine, by constraints to be posted. It is no part of the answer unless listed there.
    pub fn auxiliary(&mut self, name: impl Into<String>, domain: impl Into<Domain>) -> Var {
        self.variable(name.into(), domain.into(), Role::Auxiliary)
    }

    /// A new variable that is 0 or 1.
    pub fn boolean(&mut self, name: impl Into<String>) -> Var {
        self.int(name, Domain::boolean())
    }

    /// New variables `name[0]`, `name[1]`, ... over one domain.
    pub fn array(&mut self, name: &str, length: usize, domain: impl Into<Domain>) -> Vec<Var> {
        let domain = domain.into();
        (0..length)
            .map(|i| self.int(format!("{name}[{i}]"), &domain))
            .collect()
    }

    /// The variable that is always `value`; asked for twice, it is the same variable.
    /// Constants are not part of the answer unless listed there.
    pub fn constant(&mut self, value: i32) -> Var {
        if let Some(&var) = self.constants.get(&value) {
            return var;
        }
        let var = self.variable(value.to_string(), Domain::single(value), Role::Constant);
        self.constants.insert(value, var);
        var
    }

    /// Adds a constraint, or says what is malformed about it.
    pub fn post(&mut self, constraint: impl Into<Constraint>) -> Result<ConstraintId, ModelError> {
        let constraint = constraint.into();
        constraint.check(self)?;
        self.constraints.push(Posted {
            constraint,
            name: String::new(),
            sentence: String::new(),
            defines: None,
        });
        Ok(ConstraintId(self.constraints.len() - 1))
    }

    /// Takes a constraint back that was just posted.
    pub(crate) fn take_back(&mut self, id: ConstraintId) -> Constraint {
        self.constraints.remove(id.0).constraint
    }

    /// Gives a constraint a name, used when it is spoken of. Constraints of one name are one rule to whoever explains:
    /// what takes several constraints to write is still said once.
    pub fn name_constraint(&mut self, id: ConstraintId, name: impl Into<String>) {
        self.constraints[id.0].name = name.into();
    }

    /// Says that a constraint is what `var` means: it holds for some value of it, whatever the other variables are.
    pub fn mark_definition(&mut self, id: ConstraintId, var: Var) {
        self.constraints[id.0].defines = Some(var);
    }

    /// Gives a constraint the sentence with which an explanation quotes it.
    pub fn explain_constraint(&mut self, id: ConstraintId, sentence: impl Into<String>) {
        self.constraints[id.0].sentence = sentence.into();
    }

    /// Says which variables make up a solution. Two assignments that differ only elsewhere are
    /// one solution. Without this call, all variables but constants and auxiliary ones are the answer.
    ///
    /// ```
    /// use tantalizer_model::Model;
    ///
    /// let mut model = Model::new("only the places matter");
    /// let places = model.array("place", 3, 1..=3);
    /// let helper = model.boolean("helper");
    /// // Solutions that differ in the helper alone are one.
    /// model.set_answer(places.clone());
    /// assert_eq!(model.answer(), places);
    /// # let _ = helper;
    /// ```
    pub fn set_answer(&mut self, vars: impl Into<Vec<Var>>) {
        self.answer = Some(vars.into());
    }

    /// The variables that make up a solution.
    pub fn answer(&self) -> Vec<Var> {
        match &self.answer {
            Some(vars) => vars.clone(),
            None => self
                .vars()
                .filter(|var| self.variables[var.index()].role == Role::Unknown)
                .collect(),
        }
    }

    /// Says which solutions are best.
    ///
    /// ```
    /// use tantalizer_model::{Model, Objective};
    ///
    /// let mut model = Model::new("as little as possible");
    /// let cost = model.int("cost", 0..=100);
    /// model.set_objective(Objective::Minimise(cost));
    /// assert_eq!(model.objective(), Some(Objective::Minimise(cost)));
    /// ```
    pub fn set_objective(&mut self, objective: Objective) {
        self.objective = Some(objective);
    }

    /// Which solutions are best, if that was said.
    pub fn objective(&self) -> Option<Objective> {
        self.objective
    }

    /// Forgets the objective: the same model as a pure question of satisfaction.
    pub fn clear_objective(&mut self) {
        self.objective = None;
    }

    /// Says in which order a search should branch, phase after phase; variables in no phase come last. A hint: engines
    /// that do not branch as they are told answer the same.
    pub fn set_branching(&mut self, phases: Vec<Phase>) {
        self.branching = phases;
    }

    /// The order in which a search should branch; empty if nobody said.
    pub fn branching(&self) -> &[Phase] {
        &self.branching
    }

    /// Declares a group of symmetries over the answer variables. It must map solutions to solutions.
    pub fn declare_symmetry(&mut self, group: SymmetryGroup) -> Result<(), ModelError> {
        group.validate(self.answer().len())?;
        self.symmetries.push(group);
        Ok(())
    }

    /// The declared symmetry groups.
    pub fn symmetries(&self) -> &[SymmetryGroup] {
        &self.symmetries
    }

    /// The same model without its symmetries, for another choice of answer variables.
    pub fn without_symmetries(&self) -> Model {
        Model {
            symmetries: Vec::new(),
            ..self.clone()
        }
    }

    /// All variables, constants among them.
    pub fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.variables.len()).map(Var::from_index)
    }

    /// How many variables there are, constants among them.
    pub fn var_count(&self) -> usize {
        self.variables.len()
    }

    /// The name of a variable.
    pub fn var_name(&self, var: Var) -> &str {
        &self.variables[var.index()].name
    }

    /// The domain of a variable.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.variables[var.index()].domain
    }

    /// Replaces the domain of a variable, for a clue or a presolve step.
    pub fn set_domain(&mut self, var: Var, domain: impl Into<Domain>) {
        self.variables[var.index()].domain = domain.into();
    }

    /// Whether the variable was made by [`Model::constant`].
    pub fn is_constant(&self, var: Var) -> bool {
        self.variables[var.index()].role == Role::Constant
    }

    /// The constraints in the order they were posted.
    pub fn constraints(&self) -> &[Posted] {
        &self.constraints
    }

    /// One constraint.
    pub fn constraint(&self, id: ConstraintId) -> &Posted {
        &self.constraints[id.0]
    }

    /// The same variables, answer, objective and symmetries with other constraints: the start of a rewriting.
    pub fn without_constraints(&self) -> Model {
        // Field by field: a copy of the constraints would only be thrown away.
        Model {
            name: self.name.clone(),
            variables: self.variables.clone(),
            constraints: Vec::new(),
            answer: self.answer.clone(),
            objective: self.objective,
            symmetries: self.symmetries.clone(),
            constants: self.constants.clone(),
            branching: self.branching.clone(),
        }
    }

    /// The same model without these constraints.
    pub fn without(&self, ids: &[ConstraintId]) -> Model {
        let posted = self.constraints.iter().enumerate();
        let kept = posted.filter(|(at, _)| !ids.contains(&ConstraintId(*at)));
        Model {
            constraints: kept.map(|(_, posted)| posted.clone()).collect(),
            ..self.without_constraints()
        }
    }

    /// What to call a constraint: its name, or its kind and number.
    pub fn constraint_name(&self, id: ConstraintId) -> String {
        let posted = &self.constraints[id.0];
        if posted.name.is_empty() {
            format!("{} (constraint {})", posted.constraint.kind().name(), id.0)
        } else {
            posted.name.clone()
        }
    }
}
