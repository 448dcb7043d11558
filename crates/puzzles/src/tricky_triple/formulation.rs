//! Other models of the same boards, to be compared with [`model`](super::model).
//!
//! The paper states the rule of a line as a disjunction (its Fig. 4): the first two cells are equal and the third is not,
//! or the first and the third, or the last two. In SICStus Prolog the alternatives are clauses of a predicate, so
//! posting the rule of a line already chooses one of them, and search goes back to these choices before it labels a
//! single cell. [`Formulation::ChoicePoints`] does the same; [`Formulation::Disjunctive`] keeps the
//! disjunction but leaves the choice to propagation. All formulations have the same solutions.

use super::{TrickyTriple, model};
use tantalizer_model::constraints::{Compare, Member};
use tantalizer_model::{Constraint, Literal, Model, ModelError, Rel, Var};

/// A way to state the rule of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulation {
    /// The list of all 18 lines that are right: the usual model.
    Table,
    /// A line holds exactly two different values.
    NValue,
    /// One of three alternatives holds: reified.
    Disjunctive,
    /// The same, and which of the alternatives holds is branched on first.
    ChoicePoints,
}

impl Formulation {
    /// All of them.
    pub const ALL: [Formulation; 4] = [
        Formulation::Table,
        Formulation::NValue,
        Formulation::Disjunctive,
        Formulation::ChoicePoints,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Formulation::Table => "table",
            Formulation::NValue => "nvalue",
            Formulation::Disjunctive => "disjunctive",
            Formulation::ChoicePoints => "choice-points",
        }
    }

    /// What is to be known when it is compared with others.
    pub fn note(self) -> &'static str {
        match self {
            Formulation::Table | Formulation::NValue => "",
            Formulation::Disjunctive | Formulation::ChoicePoints => {
                "disjunctive, choice-points: the conditions of Fig. 4 of Dantas and Cunha for lines of three white cells; \
                 those conditions also forbid three black cells in a line, which the puzzle does not"
            }
        }
    }
}

impl TrickyTriple {
    /// The board's model in this formulation. Its first variables are the white cells in reading order, as in the
    /// usual model; others may follow.
    pub fn formulated(&self, formulation: Formulation) -> Result<Model, ModelError> {
        if formulation == Formulation::Table {
            return model::build(self);
        }
        let mut model = Model::new("tricky-triple");
        let cells = model::add_cells(self, &mut model)?;
        let lines = self.lines();
        let mut lines = lines
            .iter()
            .map(|line| line.map(|cell| cells[self.position[cell].unwrap_or_default()]));
        match formulation {
            Formulation::Table => {}
            Formulation::NValue => {
                let two = model.constant(2);
                lines.try_for_each(|line| model.nvalue(&line, two).map(|_| ()))?;
                model.set_answer(cells);
            }
            Formulation::Disjunctive => {
                for line in lines {
                    let chosen = alternatives(&mut model, line)?;
                    let literals: Vec<Literal> = chosen.into_iter().map(Literal::yes).collect();
                    model.clause(literals)?;
                }
                model.set_answer(cells);
            }
            Formulation::ChoicePoints => {
                let mut answer = Vec::new();
                for line in lines {
                    let choice = model.int(format!("choice[{}]", answer.len()), 1..=3);
                    for (number, holds) in (1..).zip(alternatives(&mut model, line)?) {
                        let is_chosen = Constraint::Member(Member {
                            x: choice,
                            values: [number].into(),
                        });
                        model.reified(is_chosen, holds)?;
                    }
                    answer.push(choice);
                }
                // In a line that is right exactly one alternative holds, so the choices never multiply a count.
                answer.extend(cells);
                model.set_answer(answer);
            }
        }
        Ok(model)
    }
}

/// For each alternative of Fig. 4 a variable that is 1 exactly when it holds: two cells are equal, the third is not.
fn alternatives(model: &mut Model, [a, b, c]: [Var; 3]) -> Result<[Var; 3], ModelError> {
    let mut chosen = [a; 3];
    let cases = [((a, b), (a, c)), ((a, c), (a, b)), ((b, c), (a, c))];
    for (holds, (same, other)) in chosen.iter_mut().zip(cases) {
        let mut compared = |(x, y): (Var, Var), rel: Rel| -> Result<Var, ModelError> {
            let by = model.boolean(format!("compared[{}]", model.var_count()));
            model.reified(Constraint::Compare(Compare { x, rel, y }), by)?;
            Ok(by)
        };
        let equal = compared(same, Rel::Equal)?;
        let different = compared(other, Rel::NotEqual)?;
        *holds = model.boolean(format!("holds[{}]", model.var_count()));
        model.clause([Literal::no(*holds), Literal::yes(equal)])?;
        model.clause([Literal::no(*holds), Literal::yes(different)])?;
        model.clause([
            Literal::yes(*holds),
            Literal::no(equal),
            Literal::no(different),
        ])?;
    }
    Ok(chosen)
}
