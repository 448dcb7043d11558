//! What holds in every solution.
//!
//! Start from one solution: only its values can be forced. Then ask, for one
//! candidate after the other, for a solution in which it is different; each
//! such solution strikes out every candidate that it contradicts, so that far
//! fewer questions are asked than there are variables.

use crate::{AskError, Options, ask};
use tantalizer_model::{Collect, Domain, Limit, Limits, Model, Question, Solution, Status, Var};

/// What is known of the values that the answer variables must take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forced {
    /// A solution, if there is one.
    pub solution: Option<Solution>,
    /// The answer variables with one value in all solutions, and that value.
    pub values: Vec<(Var, i32)>,
    /// The name of the engine that answered last.
    pub engine: &'static str,
    /// What stopped the work; `values` are then not all of the forced ones.
    pub stopped_by: Option<Limit>,
}

/// Finds what holds in every solution of the model.
pub fn forced(model: &Model, options: &Options, limits: &Limits) -> Result<Forced, AskError> {
    let one = |model: &Model| {
        let mut found = Collect::default();
        let answer = ask(model, Question::One, options, limits, &mut found)?;
        let solution = found.solutions.pop();
        Ok::<_, AskError>((solution, answer))
    };
    let mut result = Forced {
        solution: None,
        values: Vec::new(),
        engine: "",
        stopped_by: None,
    };
    let (first, answer) = one(model)?;
    result.engine = answer.engine;
    let Some(first) = first else {
        result.stopped_by = answer.stopped_by;
        return Ok(result);
    };
    let mut candidates: Vec<(Var, i32)> = model
        .answer()
        .iter()
        .map(|&var| (var, first[var]))
        .collect();
    result.solution = Some(first);
    while let Some((var, value)) = candidates.pop() {
        if model.domain(var).fixed().is_some() {
            result.values.push((var, value));
            continue;
        }
        let mut other = model.clone();
        other.set_domain(var, model.domain(var).difference(&Domain::single(value)));
        let (found, answer) = one(&other)?;
        result.engine = answer.engine;
        match (found, answer.status) {
            (Some(other), _) => candidates.retain(|&(var, value)| other[var] == value),
            (None, Status::Unsatisfiable) => result.values.push((var, value)),
            (None, _) => {
                result.stopped_by = answer.stopped_by;
                break;
            }
        }
    }
    result.values.sort_unstable();
    Ok(result)
}
