//! Models of one's own.

use crate::expression::{Expression, Number, Shared, Truth, lock, together};
use crate::failure::{Failed, bad};
use crate::looks::{Array, BoardLooks};
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use std::sync::Arc;
use tantalizer::minizinc::{Clue, FlatModel, FlatPuzzle, Looks, answer};
use tantalizer::model::symmetry::{Symmetry, SymmetryGroup};
use tantalizer::model::{self, Domain, Objective, Var};
use tantalizer::puzzle::Flags;

/// A model: variables, constraints, and which variables are the answer.
#[pyclass(frozen, module = "tantalizer._native")]
pub struct Model {
    shared: Shared,
}

impl Model {
    fn own(&self, model: Option<&Shared>) -> Result<(), Failed> {
        together(Some(&self.shared), model).map(|_| ())
    }

    fn objective(&self, of: Number, objective: fn(Var) -> Objective) -> Result<(), Failed> {
        self.own(of.model.as_ref())?;
        let mut model = lock(&self.shared);
        let var = model.value_of(of.inner)?;
        model.set_objective(objective(var));
        Ok(())
    }
}

#[pymethods]
impl Model {
    #[new]
    fn new(name: &str) -> Model {
        Model {
            shared: Shared::new(model::Model::new(name).into()),
        }
    }

    /// A variable between two values.
    fn integer(&self, name: &str, low: i32, high: i32) -> Expression {
        let var = lock(&self.shared).int(name, Domain::range(low, high));
        Expression::of_var(&self.shared, var)
    }

    /// A variable with some values.
    fn integer_of(&self, name: &str, values: Vec<i32>) -> Expression {
        let var = lock(&self.shared).int(name, Domain::from_values(values));
        Expression::of_var(&self.shared, var)
    }

    /// A variable that follows from the others, and is no part of the answer.
    fn auxiliary(&self, name: &str, low: i32, high: i32) -> Expression {
        let var = lock(&self.shared).auxiliary(name, Domain::range(low, high));
        Expression::of_var(&self.shared, var)
    }

    /// Requires a condition, under a name if there is one.
    fn require(&self, condition: Truth, name: Option<String>) -> Result<(), Failed> {
        self.own(condition.model.as_ref())?;
        let mut model = lock(&self.shared);
        model.require(condition.inner.named(name.unwrap_or_default()))?;
        Ok(())
    }

    /// A variable that equals an expression.
    fn value_of(&self, of: Number) -> Result<Expression, Failed> {
        self.own(of.model.as_ref())?;
        let var = lock(&self.shared).value_of(of.inner)?;
        Ok(Expression::of_var(&self.shared, var))
    }

    /// A variable that is 1 if a condition holds, and 0 otherwise.
    fn truth_of(&self, of: Truth) -> Result<Expression, Failed> {
        self.own(of.model.as_ref())?;
        let var = lock(&self.shared).truth_of(of.inner)?;
        Ok(Expression::of_var(&self.shared, var))
    }

    /// Smaller values are better.
    fn minimise(&self, of: Number) -> Result<(), Failed> {
        self.objective(of, Objective::Minimise)
    }

    /// Larger values are better.
    fn maximise(&self, of: Number) -> Result<(), Failed> {
        self.objective(of, Objective::Maximise)
    }

    /// No solution is better than another.
    fn clear_objective(&self) {
        lock(&self.shared).clear_objective();
    }

    /// How many constraints there are.
    fn constraint_count(&self) -> usize {
        lock(&self.shared).constraints().len()
    }

    /// As text, as certificates state it.
    fn text(&self) -> String {
        lock(&self.shared).to_text()
    }

    /// The model as it stands, ready to be asked: its answer variables (indices; none for the usual ones), arrays that are told of a
    /// solution, how some of them look, symmetry groups, and clues (variable and value).
    #[pyo3(signature = (title, answer_vars, arrays, boards, symmetries, clues))]
    fn posed(
        &self,
        title: Option<String>,
        answer_vars: Option<Vec<usize>>,
        arrays: Vec<Array>,
        boards: Vec<BoardLooks>,
        symmetries: Vec<(String, Vec<Generator>)>,
        clues: Vec<(usize, i32)>,
    ) -> Result<Puzzle, Failed> {
        let mut model = lock(&self.shared).clone();
        let count = model.var_count();
        let var = |index: usize| {
            let known = (index < count).then(|| Var::from_index(index));
            known.ok_or_else(|| bad(format!("there is no variable {index}")))
        };
        let output = arrays.into_iter().map(|array| array.output(count));
        let output = output.collect::<Result<Vec<_>, Failed>>()?;
        let boards = boards.into_iter().map(|board| board.board(&output, &model));
        let looks = Looks {
            title,
            boards: boards.collect::<Result<Vec<_>, Failed>>()?,
            ..Looks::default()
        };
        match answer_vars {
            Some(vars) => {
                let vars = vars.into_iter().map(var);
                model.set_answer(vars.collect::<Result<Vec<Var>, Failed>>()?);
            }
            None if !looks.boards.is_empty() => model.set_answer(answer(&output, &looks)),
            None => {}
        }
        let length = model.answer().len();
        for (name, generators) in symmetries {
            let generator = |(positions, renaming): Generator| {
                let moved = match positions {
                    Some(positions) if positions.len() == length => {
                        Symmetry::of_positions(positions)
                    }
                    Some(positions) => {
                        let moved = positions.len();
                        let message = format!("moves {moved} places, the answer has {length}");
                        return Err(bad(format!("the symmetry {name} {message}")));
                    }
                    None => Symmetry::identity(length),
                };
                SymmetryGroup::new(&name, vec![moved.clone()]).validate(length)?;
                Ok(moved.then(&Symmetry::of_values(length, renaming)))
            };
            let generators = generators.into_iter().map(generator);
            let generators = generators.collect::<Result<Vec<_>, Failed>>()?;
            model.declare_symmetry(SymmetryGroup::new(&name, generators))?;
        }
        let clue = |(index, value): (usize, i32)| {
            Ok(Clue {
                var: var(index)?,
                value,
            })
        };
        let clues = clues.into_iter().map(clue);
        let clues = clues.collect::<Result<Vec<Clue>, Failed>>()?;
        let puzzle = FlatPuzzle::of_model(FlatModel {
            model: Arc::new(model),
            output,
            looks,
        });
        Ok(Puzzle::new(
            Arc::new(puzzle.with_clues(clues)),
            Flags::new(),
        ))
    }
}

/// Where the positions of the answer go, if they move, and new names of values.
type Generator = (Option<Vec<usize>>, Vec<(i32, i32)>);
