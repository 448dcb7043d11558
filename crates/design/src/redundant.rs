//! Which clues a puzzle could do without.
//!
//! Where there is one solution, a clue can go if it stays the only one without it. Any other solution would differ at the clue, so that is one
//! question a clue, all of them to the same solver.

use tantalizer_model::constraints::Member;
use tantalizer_model::{Constraint, ConstraintId, Fact, Limits, Model, Var};
use tantalizer_sat::{Incremental, Reply};

use crate::clues::ClueError;

/// What is to be said of the clues of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Redundant {
    /// There is no solution.
    NoSolution,
    /// There are several solutions: every clue is needed, and more would be.
    Several,
    /// There is one solution, and each of these clues can go, as long as the others stay.
    Clues(Vec<ConstraintId>),
}

/// The constraints that give a variable a single value: the clues of a model.
pub fn clues(model: &Model) -> Vec<(ConstraintId, Var)> {
    let posted = model.constraints().iter().enumerate();
    posted
        .filter_map(|(at, posted)| match &posted.constraint {
            Constraint::Member(Member { x, values }) if values.len() == 1 => {
                Some((ConstraintId(at), *x))
            }
            _ => None,
        })
        .collect()
}

/// Which of the clues can go, one at a time.
///
/// ```
/// use tantalizer_design::redundant::{Redundant, clues, redundant};
/// use tantalizer_model::{Limits, Model};
///
/// let mut model = Model::new("three different");
/// let x = model.array("x", 3, 1..=3);
/// model.all_different(&x)?;
/// for (&var, value) in x.iter().zip(1..) {
///     model.member(var, [value])?;
/// }
/// // Any one of the three follows from the others.
/// let all = clues(&model);
/// let Ok(Redundant::Clues(free)) = redundant(&model, &all, &Limits::none()) else { unreachable!() };
/// assert_eq!(free.len(), 3);
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn redundant(
    model: &Model,
    clues: &[(ConstraintId, Var)],
    limits: &Limits,
) -> Result<Redundant, ClueError> {
    let mut solver = Incremental::within(model, limits)?;
    let solution = match solver.solve(&[]) {
        Reply::Solution(solution) => solution,
        Reply::Clash(_) => return Ok(Redundant::NoSolution),
        Reply::Unknown(limit) => return Err(ClueError::Stopped(limit)),
    };
    let differs = |var: Var| Fact::IsNot(var, solution[var]);
    let answer = model.answer().into_iter();
    match solver.solve_any(&[], &answer.map(differs).collect::<Vec<_>>()) {
        Reply::Solution(_) => return Ok(Redundant::Several),
        Reply::Clash(_) => {}
        Reply::Unknown(limit) => return Err(ClueError::Stopped(limit)),
    }
    let mut free = Vec::new();
    for &(clue, var) in clues {
        let mut others = solver.constraints();
        others.retain(|&id| id != clue);
        match solver.solve_some(&others, &[differs(var)]) {
            Reply::Clash(_) => free.push(clue),
            Reply::Solution(_) => {}
            Reply::Unknown(limit) => return Err(ClueError::Stopped(limit)),
        }
    }
    Ok(Redundant::Clues(free))
}
