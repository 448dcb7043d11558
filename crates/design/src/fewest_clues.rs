//! The fewest clues that leave one solution, by implicit hitting sets.
//!
//! Given a model without clues and one of its solutions: which smallest set of variables must be shown so that no other solution
//! agrees with them? Every other solution differs from the given one somewhere, and one of the places where it differs must be
//! shown. So the wanted set is a smallest one that hits the differences of all alternatives. Alternatives are found only
//! as they are needed: take a smallest set for those known, look for a solution that agrees on it, and go on
//! until there is none.
//!
//! The alternatives used are evidence that a stranger can check: each is a solution, and no smaller set hits all their differences.

use tantalizer_model::{Fact, Limit, Limits, Model, ModelError, Rel, Solution, Var};
use tantalizer_sat::{EncodeOptions, Incremental, Reply};
use thiserror::Error;

/// A smallest set of clues and what shows that it is one.
#[derive(Clone, Debug)]
pub struct FewestClues {
    /// The variables to show. With fewer, as long as `proved`, there is always another solution.
    pub clues: Vec<Var>,
    /// Whether no smaller set will do.
    pub proved: bool,
    /// No set smaller than this will do.
    pub lower_bound: usize,
    /// The alternative solutions whose differences had to be hit.
    pub alternatives: Vec<Solution>,
    /// What stopped the work before it was proved.
    pub stopped_by: Option<Limit>,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum FewestCluesError {
    /// The assignment is no solution of the model.
    #[error("the board given as solved is no solution: {0}")]
    NoSolution(String),
    /// Another solution looks the same in all cells.
    #[error("this solution is never the only one, whatever is told of it")]
    NeverUnique,
    /// A model is malformed.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The model is too large for the SAT engine.
    #[error("{0}")]
    TooLarge(String),
}

/// Finds a smallest set out of `cells` whose values in `solution` no other solution shares. `report` hears of each proved
/// lower bound. When a limit is reached, a set that is not proved smallest is given: one from which nothing can be dropped.
///
/// ```
/// use tantalizer_design::fewest_clues::fewest_clues;
/// use tantalizer_model::{Fact, Limits, Model, Solution};
///
/// let mut model = Model::new("three different");
/// let x = model.array("x", 3, 1..=3);
/// model.all_different(&x)?;
///
/// // Two of the three must be told; the third follows.
/// let solved = Solution(vec![2, 3, 1]);
/// let fewest = fewest_clues(&model, &x, &solved, &Limits::none(), |_| {}).unwrap();
/// assert!(fewest.proved);
/// assert_eq!(fewest.clues.len(), 2);
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn fewest_clues(
    model: &Model,
    cells: &[Var],
    solution: &Solution,
    limits: &Limits,
    mut report: impl FnMut(usize),
) -> Result<FewestClues, FewestCluesError> {
    if let Some(violation) = model.violated(&solution.0) {
        let reason = model.describe_violation(violation);
        return Err(FewestCluesError::NoSolution(reason));
    }
    let mut alternatives = Alternatives::new(model, cells, solution, limits)?;
    let mut cover = Cover::new(alternatives.cells.len(), limits)?;
    let mut found = FewestClues {
        clues: Vec::new(),
        proved: false,
        lower_bound: 0,
        alternatives: Vec::new(),
        stopped_by: None,
    };
    loop {
        let chosen = match cover.smallest(found.lower_bound) {
            Ok(Some(chosen)) => chosen,
            Ok(None) => {
                found.lower_bound += 1;
                report(found.lower_bound);
                continue;
            }
            Err(limit) => return Ok(alternatives.give_up(found, limit)),
        };
        match alternatives.agreeing_on(&chosen) {
            Ok(Some(other)) => {
                let differences = alternatives.differences(&other);
                if differences.is_empty() {
                    return Err(FewestCluesError::NeverUnique);
                }
                cover.add(&differences);
                found.alternatives.push(other);
            }
            Ok(None) => {
                found.clues = chosen.iter().map(|&at| alternatives.cells[at]).collect();
                found.proved = true;
                return Ok(found);
            }
            Err(limit) => return Ok(alternatives.give_up(found, limit)),
        }
    }
}

/// The solutions other than the given one.
struct Alternatives<'a> {
    solver: Incremental,
    solution: &'a Solution,
    cells: Vec<Var>,
}

impl<'a> Alternatives<'a> {
    fn new(
        model: &Model,
        cells: &[Var],
        solution: &'a Solution,
        limits: &Limits,
    ) -> Result<Self, FewestCluesError> {
        let mut solver = Incremental::new(model, &EncodeOptions::default())
            .map_err(|refused| FewestCluesError::TooLarge(refused.to_string()))?;
        solver.set_limits(limits);
        solver.block(solution, &model.answer());
        for &var in cells {
            solver.prefer(Fact::Is(var, solution[var]));
        }
        Ok(Alternatives {
            solver,
            solution,
            cells: cells.to_vec(),
        })
    }

    fn facts(&self, positions: &[usize]) -> Vec<Fact> {
        let fact = |&at: &usize| Fact::Is(self.cells[at], self.solution[self.cells[at]]);
        positions.iter().map(fact).collect()
    }

    fn ask(&mut self, agreeing: &[usize]) -> Result<Option<Solution>, Limit> {
        let facts = self.facts(agreeing);
        match self.solver.solve(&facts) {
            Reply::Solution(other) => Ok(Some(other)),
            Reply::Clash(_) => Ok(None),
            Reply::Unknown(limit) => Err(limit),
        }
    }

    /// Another solution that agrees on these positions, and on as many more as can be added one by one: the
    /// fewer its differences, the more it says.
    fn agreeing_on(&mut self, positions: &[usize]) -> Result<Option<Solution>, Limit> {
        let Some(mut other) = self.ask(positions)? else {
            return Ok(None);
        };
        let mut tried: Vec<usize> = Vec::new();
        loop {
            let differences = self.differences(&other);
            let Some(&next) = differences.iter().find(|at| !tried.contains(at)) else {
                return Ok(Some(other));
            };
            tried.push(next);
            let mut agreeing: Vec<usize> = (0..self.cells.len())
                .filter(|at| differences.binary_search(at).is_err())
                .collect();
            agreeing.push(next);
            if let Some(closer) = self.ask(&agreeing)? {
                other = closer;
            }
        }
    }

    /// The positions in which a solution differs from the given one.
    fn differences(&self, other: &Solution) -> Vec<usize> {
        (0..self.cells.len())
            .filter(|&at| other[self.cells[at]] != self.solution[self.cells[at]])
            .collect()
    }

    /// All clues, dropped one by one as long as that leaves one solution; for when the time for a proof is over.
    fn give_up(mut self, mut found: FewestClues, limit: Limit) -> FewestClues {
        // One more short round without the old limits, bounded by the number of cells.
        self.solver.set_limits(&Limits::seconds(2.0));
        let mut shown: Vec<usize> = (0..self.cells.len()).collect();
        for at in 0..self.cells.len() {
            let without: Vec<usize> = shown.iter().copied().filter(|&other| other != at).collect();
            if let Ok(None) = self.ask(&without) {
                shown = without;
            }
        }
        found.clues = shown.iter().map(|&at| self.cells[at]).collect();
        found.proved = found.clues.len() == found.lower_bound;
        found.stopped_by = Some(limit);
        found
    }
}

/// Smallest hitting sets of a growing list of sets.
struct Cover {
    solver: Incremental,
    shown: Vec<Var>,
    total: Var,
}

impl Cover {
    fn new(cells: usize, limits: &Limits) -> Result<Self, FewestCluesError> {
        let mut model = Model::new("hit every difference");
        let shown: Vec<Var> = (0..cells)
            .map(|at| model.boolean(format!("shown[{at}]")))
            .collect();
        let total = model.int("total", 0..=cells as i32);
        let sum = shown.iter().map(|&var| (1, var)).chain([(-1, total)]);
        model.linear(sum, Rel::Equal, 0)?;
        let mut solver = Incremental::new(&model, &EncodeOptions::default())
            .map_err(|refused| FewestCluesError::TooLarge(refused.to_string()))?;
        solver.set_limits(limits);
        Ok(Cover {
            solver,
            shown,
            total,
        })
    }

    fn add(&mut self, set: &[usize]) {
        let facts: Vec<Fact> = set.iter().map(|&at| Fact::Is(self.shown[at], 1)).collect();
        self.solver.add_clause(&facts);
    }

    /// A set of at most `most` that hits all, or none.
    fn smallest(&mut self, most: usize) -> Result<Option<Vec<usize>>, Limit> {
        match self.solver.solve(&[Fact::AtMost(self.total, most as i64)]) {
            Reply::Solution(solution) => {
                let chosen = (0..self.shown.len()).filter(|&at| solution[self.shown[at]] == 1);
                Ok(Some(chosen.collect()))
            }
            Reply::Clash(_) => Ok(None),
            Reply::Unknown(limit) => Err(limit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_conformance::brute;
    use tantalizer_model::Literal;

    /// The model of "show at most `most` of `cells` variables, and hit each of these differences".
    fn cover_model(
        cells: usize,
        differences: &[Vec<usize>],
        most: i64,
    ) -> Result<Model, ModelError> {
        let mut model = Model::new("hit every difference");
        let shown: Vec<Var> = (0..cells)
            .map(|at| model.boolean(format!("shown[{at}]")))
            .collect();
        for difference in differences {
            let literals: Vec<Literal> = difference
                .iter()
                .map(|&at| Literal::yes(shown[at]))
                .collect();
            model.clause(literals)?;
        }
        model.linear(shown.iter().map(|&var| (1, var)), Rel::LessEqual, most)?;
        Ok(model)
    }

    /// On a 2 x 3 board of bits whose rows and columns have even sums or less, against trying all sets.
    #[test]
    fn as_few_as_trying_all_sets() -> Result<(), FewestCluesError> {
        let mut model = Model::new("small");
        let x = model.array("x", 5, 0..=2);
        model.linear([(1, x[0]), (1, x[1]), (1, x[2])], Rel::Equal, 3)?;
        model.linear([(1, x[2]), (1, x[3]), (1, x[4])], Rel::LessEqual, 2)?;
        model.compare(x[0], Rel::NotEqual, x[4])?;
        let all = brute::answers(&model);
        for given in all.iter().take(8) {
            let unique = |bits: u32| {
                let agree =
                    |other: &&Vec<i32>| (0..5).all(|i| bits >> i & 1 == 0 || other[i] == given[i]);
                all.iter().filter(agree).count() == 1
            };
            let expected = (0u32..32).filter(|&b| unique(b)).map(u32::count_ones).min();
            let solution = Solution(given.clone());
            let found = fewest_clues(&model, &x, &solution, &Limits::none(), |_| {})?;
            assert!(found.proved);
            assert_eq!(Some(found.clues.len() as u32), expected, "for {given:?}");
            assert!(unique(
                found.clues.iter().fold(0, |bits, v| bits | 1 << v.index())
            ));
            // The alternatives alone show that fewer will not do.
            let differences: Vec<Vec<usize>> = found
                .alternatives
                .iter()
                .map(|other| (0..5).filter(|&i| other.0[i] != given[i]).collect())
                .collect();
            let fewer = cover_model(5, &differences, found.clues.len() as i64 - 1)?;
            assert!(brute::answers(&fewer).is_empty());
        }
        Ok(())
    }
}
