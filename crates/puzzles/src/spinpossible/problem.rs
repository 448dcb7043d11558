//! A board as a space: its states are boards, its moves are spins by their number in [`Rules::spins`], its goal is the board in
//! order. The judge replays the spins on the board as it is written.

use tantalizer_model::space::Wanted;
use tantalizer_model::{Model, ModelError, Solution, Space};

use super::ball::Ball;
use super::board::Board;
use super::model;
use super::rules::{Rules, Spin};

/// A space with no more tiles is walked through to know its farthest board.
const FEW_TILES: usize = 4;

/// The ways to put a board in order.
pub(super) struct SpinProblem {
    board: Board,
    rules: Rules,
    spins: Vec<Spin>,
    wanted: Wanted,
}

impl SpinProblem {
    pub(super) fn new(board: &Board, rules: Rules, wanted: Wanted) -> SpinProblem {
        SpinProblem {
            board: board.clone(),
            rules,
            spins: rules.spins(),
            wanted,
        }
    }

    fn spins_of(&self, moves: &[usize]) -> Option<Vec<Spin>> {
        let spin = |&number: &usize| self.spins.get(number).copied();
        moves.iter().map(spin).collect()
    }
}

impl Space for SpinProblem {
    fn name(&self) -> &str {
        "spinpossible"
    }

    fn wanted(&self) -> Wanted {
        self.wanted
    }

    fn replay(&self, moves: &[usize]) -> Result<(), String> {
        let Some(spins) = self.spins_of(moves) else {
            return Err(format!("there are only {} spins", self.spins.len()));
        };
        if self.board.is_solved_by(&spins) {
            Ok(())
        } else {
            Err("the spins do not put the board in order".to_string())
        }
    }

    fn within(&self, most: usize) -> Result<Model, ModelError> {
        model::build(&self.board, &self.rules, most)
    }

    fn as_solution(&self, moves: &[usize]) -> Option<Solution> {
        let spins = self.spins_of(moves)?;
        model::values(&self.board, &self.rules, &spins).map(Solution)
    }

    fn at_least(&self) -> usize {
        usize::from(!self.board.is_solved())
    }

    fn at_most(&self) -> Option<usize> {
        if self.rules.tiles() > FEW_TILES {
            return None;
        }
        let mut ball = Ball::<16>::new(&self.rules);
        while !ball.is_everything() {
            ball.grow();
        }
        Some(ball.radius())
    }
}
