//! A model as text that people can read.

use std::fmt;

use crate::{Constraint, Model, Objective, Var};

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "model {}", self.name())?;
        let answer = self.answer();
        for var in self.vars().filter(|&var| !self.is_constant(var)) {
            let role = if answer.contains(&var) {
                ""
            } else {
                "  (auxiliary)"
            };
            writeln!(f, "  {} in {}{role}", self.var_name(var), self.domain(var))?;
        }
        for posted in self.constraints() {
            f.write_str("  ")?;
            if !posted.name.is_empty() {
                write!(f, "{}: ", posted.name)?;
            }
            writeln!(f, "{}", self.show(&posted.constraint))?;
        }
        match self.objective() {
            Some(Objective::Minimise(var)) => writeln!(f, "  minimise {}", self.var_name(var)),
            Some(Objective::Maximise(var)) => writeln!(f, "  maximise {}", self.var_name(var)),
            None => Ok(()),
        }
    }
}

impl Model {
    /// A constraint with the names of this model's variables.
    pub fn show<'a>(&'a self, constraint: &'a Constraint) -> impl fmt::Display + 'a {
        constraint.show(self)
    }

    /// The names of variables, as a list.
    pub(crate) fn var_names(&self, vars: &[Var]) -> String {
        let names: Vec<&str> = vars.iter().map(|&var| self.var_name(var)).collect();
        format!("[{}]", names.join(", "))
    }
}
