//! What is known so far: the values that are left of each answer variable.

use tantalizer_model::{ConstraintId, Domain, Fact, Model, Solution, Var};

/// The values left, by variable.
#[derive(Clone)]
pub(crate) struct State {
    /// The answer variables, each once.
    pub vars: Vec<Var>,
    left: Vec<Domain>,
    start: Vec<Domain>,
}

impl State {
    pub fn new(model: &Model) -> State {
        let mut vars = model.answer();
        vars.sort_unstable();
        vars.dedup();
        let start: Vec<Domain> = model.vars().map(|var| model.domain(var).clone()).collect();
        State {
            vars,
            left: start.clone(),
            start,
        }
    }

    /// With these clues, and with what is filled in.
    pub fn at(model: &Model, clues: &[ConstraintId], entries: &[(Var, i32)]) -> State {
        let mut state = State::new(model);
        for &clue in clues {
            state.take_clue(model, clue);
        }
        for &(var, value) in entries {
            state.narrow(var, &Domain::single(value));
        }
        state
    }

    /// As much of it as is about one value: where it cannot be.
    pub fn about(&self, value: i32) -> State {
        let value = Domain::single(value);
        let weaker = |(left, start): (&Domain, &Domain)| start.difference(&value.difference(left));
        State {
            vars: self.vars.clone(),
            left: self.left.iter().zip(&self.start).map(weaker).collect(),
            start: self.start.clone(),
        }
    }

    pub fn left(&self, var: Var) -> &Domain {
        &self.left[var.index()]
    }

    /// What the model says of a variable, before anything is known.
    pub fn start(&self, var: Var) -> &Domain {
        &self.start[var.index()]
    }

    pub fn remove(&mut self, var: Var, value: i32) {
        let left = &mut self.left[var.index()];
        *left = left.difference(&Domain::single(value));
    }

    /// What a constraint on a single variable leaves is known from the start.
    fn take_clue(&mut self, model: &Model, clue: ConstraintId) {
        let constraint = &model.constraint(clue).constraint;
        let mut vars = constraint.vars();
        vars.retain(|&var| !model.is_constant(var));
        let Some(&var) = vars.first() else { return };
        if self.vars.binary_search(&var).is_err() {
            return;
        }
        // Over the places of its variables, so that the assignment is short; constants keep their value.
        let said = constraint.vars();
        let place = |var: Var| said.iter().position(|&other| other == var).unwrap_or(0);
        let short = constraint.with_vars(&|var| Var::from_index(place(var)));
        let constant = |&var: &Var| model.domain(var).min().unwrap_or(0);
        let mut assignment: Vec<i32> = said.iter().map(constant).collect();
        for value in self.left(var).clone().iter() {
            assignment[place(var)] = value;
            if !short.holds(&assignment) {
                self.remove(var, value);
            }
        }
    }

    /// Leaves a variable only these values.
    pub fn narrow(&mut self, var: Var, values: &Domain) {
        let left = &mut self.left[var.index()];
        *left = left.intersection(values);
    }

    /// Whether a solution fits what is known.
    pub fn fits(&self, solution: &Solution) -> bool {
        self.vars
            .iter()
            .all(|&var| self.left(var).contains(solution[var]))
    }

    /// What is known of a variable when these values are left of it, as facts that can be assumed.
    pub fn facts_if(&self, var: Var, left: &Domain) -> Vec<Fact> {
        let start = self.start(var);
        match left.fixed() {
            Some(value) if start.fixed().is_none() => vec![Fact::Is(var, value)],
            Some(_) => Vec::new(),
            None => {
                let gone = start.difference(left);
                gone.iter().map(|value| Fact::IsNot(var, value)).collect()
            }
        }
    }

    /// What is known of a variable.
    pub fn facts_of(&self, var: Var) -> Vec<Fact> {
        self.facts_if(var, self.left(var))
    }

    /// All that is known.
    pub fn facts(&self) -> Vec<Fact> {
        self.vars
            .iter()
            .flat_map(|&var| self.facts_of(var))
            .collect()
    }
}
