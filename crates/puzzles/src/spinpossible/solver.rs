//! Shortest solutions: proven where that is possible, good ones elsewhere.
//!
//! Lengths are refuted one after another by two-sided search, which gives the
//! lower bound; where the next length would take long, beam searches of growing
//! width look for short solutions meanwhile. A solution is called optimal only
//! when every smaller length has been refuted.

use std::sync::Arc;
use std::time::Duration;

use tantalizer_model::clock::Instant;
use tantalizer_model::{Limit, Watch};

use super::ball::Ball;
use super::beam::{self, Beam, Outlook};
use super::board::Board;
use super::limits::{Interrupted, check};
use super::rules::{Rules, Spin};
use super::signed::Signed;
use super::smaller::{Ending, Smaller};
use super::two_sided;

/// What is known of the shortest solution of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortestWay {
    /// The shortest solution found.
    pub spins: Option<Vec<Spin>>,
    /// A proven lower bound on the length of every solution.
    pub lower_bound: usize,
    /// Proven to have no solution at all (which happens only on some tiny
    /// boards without single spins).
    pub unsolvable: bool,
    /// What stopped the search before all was known.
    pub stopped_by: Option<Limit>,
}

impl ShortestWay {
    /// Whether the solution is proven to be a shortest one.
    pub fn is_optimal(&self) -> bool {
        self.spins
            .as_ref()
            .is_some_and(|spins| spins.len() == self.lower_bound)
    }
}

/// Why boards of a size cannot be solved here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The board is not of the solver's size.
    #[error("expected a board of {expected}, found one of {rows}x{cols}")]
    WrongSize {
        /// The rules of the solver.
        expected: String,
        /// The rows of the board.
        rows: usize,
        /// The columns of the board.
        cols: usize,
    },
    /// No sequence of spins solves the board: without single spins, that
    /// happens on 1x1, 1x2, 1x3 and 2x2 boards.
    #[error("no sequence of spins solves this board")]
    Unsolvable,
    /// The limits were hit before the answer was known.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Solves boards of one size without a stored table. What it learns about the
/// size (the ball around the solved board, the pattern databases) it keeps for
/// the next board.
pub struct Solver {
    rules: Rules,
    inner: Inner,
}

enum Inner {
    Small(Box<Sized<16>>),
    Large(Box<Sized<64>>),
}

/// Calls the same method whatever the size.
macro_rules! with_inner {
    ($self:expr, $inner:ident, $board:expr, $signed:ident => $body:expr) => {
        match &mut $self.inner {
            Inner::Small($inner) => {
                let $signed = Signed::<16>::from_board($board);
                $body
            }
            Inner::Large($inner) => {
                let $signed = Signed::<64>::from_board($board);
                $body
            }
        }
    };
}

impl Solver {
    /// A solver for boards under these rules. It may keep `ball_limit` boards
    /// in memory (40 bytes each, 88 for more than 16 tiles).
    pub fn with_ball_limit(rules: Rules, ball_limit: usize) -> Self {
        let inner = if rules.tiles() <= 16 {
            Inner::Small(Box::new(Sized::new(rules, ball_limit)))
        } else {
            Inner::Large(Box::new(Sized::new(rules, ball_limit)))
        };
        Solver { rules, inner }
    }

    /// A solver for boards under these rules that keeps some four million
    /// boards in memory at most.
    pub fn new(rules: Rules) -> Self {
        Solver::with_ball_limit(rules, 1 << 22)
    }

    /// The same with a table of smaller boards, which ends ways.
    pub(crate) fn with_smaller(mut self, smaller: Arc<Smaller>) -> Self {
        match &mut self.inner {
            Inner::Small(inner) => inner.smaller = Some(smaller),
            Inner::Large(inner) => inner.smaller = Some(smaller),
        }
        self
    }

    /// The rules of the boards it solves.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A shortest solution, or the best that can be said within the limits.
    /// `improved` is told of every better outcome as it is found.
    pub fn solve(
        &mut self,
        board: &Board,
        watch: &Watch,
        mut improved: impl FnMut(&ShortestWay),
    ) -> Result<ShortestWay, SolverError> {
        self.check_size(board)?;
        Ok(with_inner!(self, inner, board, signed => inner.solve(&signed, watch, &mut improved)))
    }

    /// A shortest solution, proven so.
    pub fn shortest(&mut self, board: &Board, watch: &Watch) -> Result<Vec<Spin>, SolverError> {
        self.check_size(board)?;
        with_inner!(self, inner, board, signed => {
            let moves = inner.shortest(&signed, watch)?;
            Ok(inner.spins(&moves))
        })
    }

    /// The length of the shortest solutions, and how many there are.
    pub fn count(&mut self, board: &Board, watch: &Watch) -> Result<(usize, u128), SolverError> {
        self.check_size(board)?;
        with_inner!(self, inner, board, signed => {
            let distance = inner.shortest(&signed, watch)?.len();
            let count = two_sided::count_at(&inner.ball, &signed, distance, watch)?;
            Ok((distance, count))
        })
    }

    /// All shortest solutions, at most `limit`.
    pub fn all(
        &mut self,
        board: &Board,
        limit: usize,
        watch: &Watch,
    ) -> Result<Vec<Vec<Spin>>, SolverError> {
        self.check_size(board)?;
        with_inner!(self, inner, board, signed => {
            let distance = inner.shortest(&signed, watch)?.len();
            let all = two_sided::all_at(&inner.ball, &signed, distance, limit, watch)?;
            let mut all: Vec<Vec<Spin>> = all.iter().map(|moves| inner.spins(moves)).collect();
            all.sort_unstable();
            Ok(all)
        })
    }

    fn check_size(&self, board: &Board) -> Result<(), SolverError> {
        if (board.rows(), board.cols()) == (self.rules.rows(), self.rules.cols()) {
            return Ok(());
        }
        Err(SolverError::WrongSize {
            expected: self.rules.to_string(),
            rows: board.rows(),
            cols: board.cols(),
        })
    }
}

/// A length whose refutation tries no more boards than this is refuted at once.
const EASY: f64 = 2e6;
/// The first width of a beam, and the last.
const WIDTHS: (usize, usize) = (1 << 9, 1 << 17);

/// The solver for boards of at most `CAP` tiles.
struct Sized<const CAP: usize> {
    rules: Rules,
    ball: Ball<CAP>,
    ball_limit: usize,
    judge: Option<Outlook>,
    smaller: Option<Arc<Smaller>>,
    /// Boards tried per second by two-sided search, as measured.
    speed: f64,
}

impl<const CAP: usize> Sized<CAP> {
    fn new(rules: Rules, ball_limit: usize) -> Self {
        Sized {
            rules,
            ball: Ball::new(&rules),
            ball_limit,
            judge: None,
            smaller: None,
            speed: 1e7,
        }
    }

    fn spins(&self, moves: &[usize]) -> Vec<Spin> {
        moves.iter().map(|&mv| self.ball.spins[mv]).collect()
    }

    /// Makes the ball large enough for a distance, as far as memory allows.
    fn grow_for(&mut self, distance: usize, watch: &Watch) -> Result<(), Interrupted> {
        while distance > 2 * self.ball.radius()
            && !self.ball.is_everything()
            && self.ball.size_if_grown() <= self.ball_limit
        {
            self.ball.grow_within(watch)?;
        }
        Ok(())
    }

    fn shortest(&mut self, board: &Signed<CAP>, watch: &Watch) -> Result<Vec<usize>, SolverError> {
        let mut distance = 0;
        loop {
            if self.is_unsolvable(board) {
                return Err(SolverError::Unsolvable);
            }
            if let Some(moves) = self.try_length(board, distance, watch)? {
                return Ok(moves);
            }
            distance += 1;
        }
    }

    /// Whether all boards that can be solved are known, and this is none.
    fn is_unsolvable(&self, board: &Signed<CAP>) -> bool {
        self.ball.is_everything() && !self.ball.contains(board)
    }

    fn try_length(
        &mut self,
        board: &Signed<CAP>,
        distance: usize,
        watch: &Watch,
    ) -> Result<Option<Vec<usize>>, Interrupted> {
        check(watch)?;
        self.grow_for(distance, watch)?;
        let work = two_sided::work_at(&self.ball, distance);
        let start = Instant::now();
        let found = two_sided::solution_at(&self.ball, board, distance, watch)?;
        if work > EASY && found.is_none() {
            self.speed = work / start.elapsed().as_secs_f64();
        }
        Ok(found)
    }

    fn solve(
        &mut self,
        board: &Signed<CAP>,
        watch: &Watch,
        improved: &mut dyn FnMut(&ShortestWay),
    ) -> ShortestWay {
        let mut outcome = ShortestWay {
            spins: None,
            lower_bound: 0,
            unsolvable: false,
            stopped_by: None,
        };
        let ended = self.improve(board, watch, &mut outcome, improved);
        outcome.stopped_by = ended.err().map(|Interrupted(limit)| limit);
        outcome
    }

    fn improve(
        &mut self,
        board: &Signed<CAP>,
        watch: &Watch,
        outcome: &mut ShortestWay,
        improved: &mut dyn FnMut(&ShortestWay),
    ) -> Result<(), Interrupted> {
        let mut width = WIDTHS.0;
        let mut round = 0;
        let mut beam_time = Duration::ZERO;
        loop {
            let length = outcome.lower_bound;
            self.grow_for(length, watch)?;
            if self.is_unsolvable(board) {
                outcome.unsolvable = true;
                return Ok(());
            }
            let work = two_sided::work_at(&self.ball, length);
            let expected = Duration::try_from_secs_f64(work / self.speed).unwrap_or(Duration::MAX);
            let fits = watch.remaining().is_none_or(|left| expected < left);
            let has_turn = outcome.spins.is_some() && expected <= beam_time || width > WIDTHS.1;
            if work <= EASY || fits && has_turn {
                if let Some(moves) = self.try_length(board, length, watch)? {
                    outcome.spins = Some(self.spins(&moves));
                    improved(outcome);
                    return Ok(());
                }
                outcome.lower_bound += 1;
                improved(outcome);
            } else {
                let start = Instant::now();
                self.beam(board, width.min(WIDTHS.1), round, watch, outcome, improved)?;
                beam_time += start.elapsed();
                width = (2 * width).min(2 * WIDTHS.1);
                round += 1;
            }
            if outcome.is_optimal() {
                return Ok(());
            }
        }
    }

    /// One beam search for a shorter solution.
    fn beam(
        &mut self,
        board: &Signed<CAP>,
        width: usize,
        round: u64,
        watch: &Watch,
        outcome: &mut ShortestWay,
        improved: &mut dyn FnMut(&ShortestWay),
    ) -> Result<(), Interrupted> {
        check(watch)?;
        let judge = match &mut self.judge {
            Some(judge) => judge,
            none => none.insert(Outlook::new(&self.rules, watch)?),
        };
        let bound = judge.lower_bound(board);
        if bound > outcome.lower_bound {
            outcome.lower_bound = bound;
            improved(outcome);
        }
        // With single spins three a tile suffice: two to bring it home past the
        // tiles already there, one to turn it upright. Without, allow for more.
        let at_most = match &outcome.spins {
            Some(spins) => spins.len() - 1,
            None => 10 * self.rules.tiles(),
        };
        let seed = round.wrapping_mul(0x2545_f491_4f6c_dd1d);
        let smaller = self.smaller.as_deref();
        let ending = smaller.map(|smaller| Ending::new(smaller, &self.rules, &self.ball.spins));
        let how = Beam {
            ball: &self.ball,
            ending: ending.as_ref(),
            width,
            seed,
        };
        let found = beam::search(&how, judge, board, at_most, watch)?;
        if let Some(moves) = found {
            outcome.spins = Some(self.spins(&moves));
            improved(outcome);
        }
        Ok(())
    }
}
