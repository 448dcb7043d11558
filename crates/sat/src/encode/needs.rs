//! Which literals the constraints of a model ask of each variable.

use tantalizer_model::constraints::{
    AllDifferent, AllEqual, Arithm, Compare, Count, GlobalCardinality, NValue, Regular, Reified,
    Table,
};
use tantalizer_model::{Arithmetic, Constraint, Model, Rel, Var};

use super::Encoding;
use super::ints::Form;

/// Up to so many values, the direct encoding alone says "at most one" pair by pair; beyond, order literals
/// say it better.
const SMALL: u64 = 7;

/// What is asked of one variable.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Needs {
    direct: bool,
    order: bool,
}

impl Needs {
    /// The form that serves these needs, or the one that was asked for.
    pub(super) fn form(self, encoding: Encoding, values: u64) -> Form {
        match encoding {
            Encoding::Direct => Form::Direct,
            Encoding::Order => Form::Order,
            Encoding::Both => Form::Both,
            Encoding::Auto => match (self.direct, self.order) {
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

/// The needs of all variables of a model.
pub(super) fn of_model(model: &Model) -> Vec<Needs> {
    let mut needs = vec![Needs::default(); model.var_count()];
    for posted in model.constraints() {
        of_constraint(&posted.constraint, &mut needs);
    }
    if let Some(objective) = model.objective() {
        needs[objective.var().index()].order = true;
    }
    needs
}

fn of_constraint(constraint: &Constraint, needs: &mut [Needs]) {
    let mut direct = |vars: &[Var]| vars.iter().for_each(|var| needs[var.index()].direct = true);
    match constraint {
        Constraint::Compare(Compare {
            x,
            rel: Rel::Equal | Rel::NotEqual,
            y,
        }) => direct(&[*x, *y]),
        Constraint::Arithm(Arithm {
            x,
            op: Arithmetic::Times | Arithmetic::Divide,
            y,
            rel,
            z,
        }) => {
            direct(&[*x, *y]);
            match rel {
                Rel::Equal | Rel::NotEqual => direct(&[*z]),
                _ => needs[z.index()].order = true,
            }
        }
        Constraint::AllDifferent(AllDifferent { vars })
        | Constraint::AllEqual(AllEqual { vars })
        | Constraint::Table(Table { vars, .. })
        | Constraint::Regular(Regular { vars, .. }) => direct(vars),
        Constraint::Count(Count { vars, value, count }) => {
            direct(vars);
            direct(&[*value]);
            needs[count.index()].order = true;
        }
        Constraint::GlobalCardinality(GlobalCardinality { vars, counts, .. }) => {
            direct(vars);
            counts
                .iter()
                .for_each(|count| needs[count.index()].order = true);
        }
        Constraint::NValue(NValue { vars, count }) => {
            direct(vars);
            needs[count.index()].order = true;
        }
        Constraint::Element(_)
        | Constraint::Inverse(_)
        | Constraint::Circuit(_)
        | Constraint::Subcircuit(_)
        | Constraint::Absolute(_) => direct(&constraint.vars()),
        Constraint::Compare(_)
        | Constraint::Arithm(_)
        | Constraint::Linear(_)
        | Constraint::Lex(_)
        | Constraint::Minimum(_)
        | Constraint::Maximum(_)
        | Constraint::PathCount(_) => {
            for var in constraint.vars() {
                needs[var.index()].order = true;
            }
        }
        Constraint::Reified(Reified { constraint, .. }) => of_constraint(constraint, needs),
        // Over 0/1 variables, or content with either.
        Constraint::Member(_)
        | Constraint::Connected(_)
        | Constraint::Clause(_)
        | Constraint::Xor(_) => {}
    }
}
