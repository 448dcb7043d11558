//! Shortest solutions by SAT: the formulas of [`encoding`](super::encoding),
//! solved in place.

use tantalizer_model::{Limit, Watch};
use tantalizer_sat::{Solver, Verdict};

use super::board::Board;
use super::encoding::{Breaking, Encoded, Encoding, Formula, Length, NotASpin, encode};
use super::rules::Spin;

/// What a formula has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A solution.
    Solution(Vec<Spin>),
    /// There is none of the length.
    None,
    /// Not known: the limit was hit.
    Unknown(Limit),
}

/// What the solver branches on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Branching {
    /// On what it likes.
    #[default]
    Free,
    /// On the variables that say which spins are done, step by step; everything else follows from them.
    Moves,
}

/// Solves one formula.
pub fn solve_formula(
    encoded: &Encoded,
    branching: Branching,
    watch: &Watch,
) -> Result<(Found, SatStatistics), NotASpin> {
    let mut solver = Solver::new();
    solver.set_limits(watch, None);
    solver.reserve(encoded.cnf.variables());
    if branching == Branching::Moves {
        solver.branch_first(&encoded.move_variables());
    }
    for clause in encoded.cnf.clauses() {
        solver.add(clause);
    }
    let found = match solver.solve(&[]) {
        Verdict::Satisfiable(model) => {
            Found::Solution(encoded.spins(|variable| model.holds(variable))?)
        }
        Verdict::Unsatisfiable(_) => Found::None,
        Verdict::Unknown(limit) => Found::Unknown(limit),
    };
    let statistics = SatStatistics {
        variables: encoded.cnf.variables(),
        clauses: encoded.cnf.clauses().len(),
        learned: solver.learned(),
    };
    Ok((found, statistics))
}

/// The size of a formula and what it took to solve it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SatStatistics {
    /// Its variables.
    pub variables: usize,
    /// Its clauses.
    pub clauses: usize,
    /// Clauses that the solver learned: its dead ends.
    pub learned: u64,
}

/// The shortest solution as far as SAT could tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortestBySat {
    /// A shortest solution, if it was found.
    pub spins: Option<Vec<Spin>>,
    /// Every shorter length has been refuted.
    pub lower_bound: usize,
    /// The limit that ended the search.
    pub limit: Option<Limit>,
    /// Added up over all formulas, the sizes those of the last one.
    pub statistics: SatStatistics,
}

/// Asks for solutions of 0, 1, 2, ... spins, exactly so many each time, until
/// one is found: all shorter lengths are then refuted one by one.
pub fn shortest_by_sat(
    board: &Board,
    single_spins: bool,
    encoding: Encoding,
    breaking: Breaking,
    branching: Branching,
    watch: &Watch,
) -> Result<ShortestBySat, NotASpin> {
    let mut result = ShortestBySat {
        spins: None,
        lower_bound: 0,
        limit: None,
        statistics: SatStatistics::default(),
    };
    loop {
        let formula = Formula {
            encoding,
            breaking,
            length: Length::Exactly(result.lower_bound),
            cardinality: false,
        };
        let encoded = encode(board, single_spins, &formula);
        let (found, statistics) = solve_formula(&encoded, branching, watch)?;
        result.statistics = SatStatistics {
            learned: result.statistics.learned + statistics.learned,
            ..statistics
        };
        match found {
            Found::Solution(spins) => {
                result.spins = Some(spins);
                return Ok(result);
            }
            Found::None => result.lower_bound += 1,
            Found::Unknown(limit) => {
                result.limit = Some(limit);
                return Ok(result);
            }
        }
    }
}
