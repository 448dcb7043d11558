//! Is a puzzle within a level? Whether small deductions alone lead to the solution.
//!
//! What can be excluded never becomes possible again, so the order of deductions does not matter: take any that is small
//! enough until nothing is open or nothing small is left. That asks much less than an explanation, which wants the
//! smallest deduction at each step.

use tantalizer_model::{Limit, Model, Solution, Var};

use crate::steps::{Explainer, Unprepared};
use crate::{ExplainError, Options};

/// Whether deductions of at most `most` constraints at a time lead to `solution`, which must be the only one. Where a
/// deduction costs more questions than the options allow, the answer is no, as it is then shown as a guess.
pub fn within(
    model: &Model,
    solution: &Solution,
    most: usize,
    options: &Options,
) -> Result<Result<bool, Limit>, ExplainError> {
    match Explainer::new(model, options) {
        Ok(mut explainer) => Ok(explainer.within(&[], solution, most)),
        Err(Unprepared::Stopped(limit)) => Ok(Err(limit)),
        Err(Unprepared::Refused(error)) => Err(error),
    }
}

impl Explainer<'_> {
    /// The same from a position.
    pub fn within(
        &mut self,
        entries: &[(Var, i32)],
        solution: &Solution,
        most: usize,
    ) -> Result<bool, Limit> {
        self.begin(entries)?;
        for &var in &self.state.vars {
            let wrong = self.state.left(var).iter();
            let wrong = wrong.filter(|&value| value != solution[var]);
            self.open.extend(wrong.map(|value| (var, value)));
        }
        while !self.open.is_empty() {
            let rules = match self.single_rule()? {
                Some(reason) => reason.rules,
                None => {
                    let mut near = std::mem::take(&mut self.near);
                    let found = near.small_reason(self, most);
                    self.near = near;
                    match found? {
                        Some(rules) => rules,
                        None => return Ok(false),
                    }
                }
            };
            let gone = self.excluded_by(&rules)?;
            self.exclude(&gone);
        }
        Ok(true)
    }
}
