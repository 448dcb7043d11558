//! What is known so far: the values that are left of each answer variable.

use tantalizer_model::{Domain, Fact, Model, Solution, Var};

/// The values left, by variable.
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

    pub fn left(&self, var: Var) -> &Domain {
        &self.left[var.index()]
    }

    pub fn remove(&mut self, var: Var, value: i32) {
        let left = &mut self.left[var.index()];
        *left = left.difference(&Domain::single(value));
    }

    /// Whether a solution fits what is known.
    pub fn fits(&self, solution: &Solution) -> bool {
        self.vars
            .iter()
            .all(|&var| self.left(var).contains(solution[var]))
    }

    /// What is known of a variable, as facts that can be assumed.
    pub fn facts_of(&self, var: Var) -> Vec<Fact> {
        let left = self.left(var);
        match left.fixed() {
            Some(value) if self.start[var.index()].fixed().is_none() => {
                vec![Fact::Is(var, value)]
            }
            Some(_) => Vec::new(),
            None => {
                let gone = self.start[var.index()].difference(left);
                gone.iter().map(|value| Fact::IsNot(var, value)).collect()
            }
        }
    }

    /// All that is known.
    pub fn facts(&self) -> Vec<Fact> {
        self.vars
            .iter()
            .flat_map(|&var| self.facts_of(var))
            .collect()
    }
}
