//! Pencil marks: what every rule by itself leaves of the open places, given what is on the board.
//!
//! No rule hears of what another one excludes. So nothing is told that takes more than one rule and one look, and no puzzle is solved by it.

use tantalizer_model::{ConstraintId, Domain, Limit, Limits, Model, Var};

use crate::rules::Rules;
use crate::single::Singles;
use crate::state::State;

/// What is left of the answer variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// The values of each.
    Left(Vec<(Var, Domain)>),
    /// The answer variables of a rule that can no longer be kept.
    Broken(Vec<Var>),
}

/// What every rule by itself leaves once these values are entered beside the clues.
pub fn candidates(
    model: &Model,
    entries: &[(Var, i32)],
    limits: &Limits,
) -> Result<Candidates, Limit> {
    let all = (0..model.constraints().len()).map(ConstraintId);
    let (clues, rules) = Rules::beside_clues(model, all.collect());
    let mut state = State::at(model, &clues, entries);
    if let Some(&var) = state.vars.iter().find(|&&var| state.left(var).is_empty()) {
        return Ok(Candidates::Broken(vec![var]));
    }
    let board = state.clone();
    let mut singles = Singles::new();
    for &rule in &rules.first {
        if let Some(limit) = limits.expired() {
            return Err(limit);
        }
        let vars = singles.vars(model, &rules, rule).to_vec();
        let left: Vec<Domain> = vars.iter().map(|&var| board.left(var).clone()).collect();
        let Some(narrowed) = singles.narrowed(model, &rules, rule, &left) else {
            return Ok(Candidates::Broken(vars));
        };
        for (&var, values) in vars.iter().zip(&narrowed) {
            state.narrow(var, values);
        }
    }
    let left = |&var: &Var| (var, state.left(var).clone());
    Ok(Candidates::Left(state.vars.iter().map(left).collect()))
}
