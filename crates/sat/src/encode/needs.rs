//! Which literals the constraints of a model ask of each variable.

use tantalizer_model::{Model, Var};

use super::Encoding;
use super::ints::Form;
use crate::constraints::taken;

/// Up to so many values, the direct encoding alone says "at most one" pair by pair; beyond, order literals
/// say it better.
const SMALL: u64 = 7;

/// What is asked of each variable.
pub(crate) struct Needs(Vec<Asked>);

#[derive(Clone, Copy, Default)]
struct Asked {
    direct: bool,
    order: bool,
}

impl Needs {
    /// What a model asks of its variables.
    pub(crate) fn of(model: &Model) -> Self {
        let mut needs = Needs(vec![Asked::default(); model.var_count()]);
        for posted in model.constraints() {
            taken(&posted.constraint).needs(&mut needs);
        }
        if let Some(objective) = model.objective() {
            needs.order(&[objective.var()]);
        }
        needs
    }

    /// Somebody speaks of single values of these variables.
    pub(crate) fn direct(&mut self, vars: &[Var]) {
        vars.iter()
            .for_each(|var| self.0[var.index()].direct = true);
    }

    /// Somebody speaks of bounds of these variables.
    pub(crate) fn order(&mut self, vars: &[Var]) {
        vars.iter().for_each(|var| self.0[var.index()].order = true);
    }

    /// The form that serves the needs of a variable with so many values, or the one that was asked for.
    pub(crate) fn form(&self, var: Var, encoding: Encoding, values: u64) -> Form {
        let asked = self.0[var.index()];
        match encoding {
            Encoding::Direct => Form::Direct,
            Encoding::Order => Form::Order,
            Encoding::Both => Form::Both,
            Encoding::Auto => match (asked.direct, asked.order) {
                (true, true) => Form::Both,
                (false, true) => Form::Order,
                (true, false) if values > SMALL => Form::Both,
                (true, false) => Form::Direct,
                (false, false) if values > SMALL => Form::Order,
                (false, false) => Form::Direct,
            },
        }
    }
}
