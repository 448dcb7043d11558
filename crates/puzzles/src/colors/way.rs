//! The engine `colors-lay`: pieces are laid one after the other.

use super::Colors;
use super::lay::{lay, lay_once};
use tantalizer_model::{Answer, Engine, EngineId, Model, Observer, Problem, Request, Solution};
use tantalizer_puzzle::own_way::Teller;

/// Its name.
pub(super) const LAY: EngineId = EngineId::Own("colors-lay");

/// Lays the pieces of one set.
pub(super) struct Lay {
    puzzle: Colors,
    /// The values of the model's constants, which follow the points and the kinds.
    constants: Vec<i32>,
}

impl Lay {
    pub(super) fn new(puzzle: &Colors, model: &Model) -> Lay {
        let constants = model.vars().filter(|&var| model.is_constant(var));
        let constants = constants.filter_map(|var| model.domain(var).fixed());
        Lay {
            puzzle: puzzle.clone(),
            constants: constants.collect(),
        }
    }

    /// A picture as a solution of the model: the kinds follow from the colours.
    pub(super) fn solution(&self, colours: &[i32]) -> Solution {
        let puzzle = &self.puzzle;
        // A picture that no piece shows is refused by the judge.
        let kind = |fields| puzzle.pieces.kind_of(fields).map_or(-1, |kind| kind as i32);
        let kinds = puzzle.fields_of(colours).into_iter().map(kind);
        let values = colours.iter().copied().chain(kinds);
        Solution(values.chain(self.constants.iter().copied()).collect())
    }
}

impl Engine for Lay {
    fn id(&self) -> EngineId {
        LAY
    }

    fn answer(&self, _: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
        let teller = Teller::new(LAY, request, observer);
        teller.answer("the pieces were laid one after the other", |teller| {
            let (puzzle, limits) = (&self.puzzle, &request.limits);
            let mut found = |colours: &[i32]| teller.tell(&self.solution(colours));
            if request.question.enough() == Some(1) {
                lay_once(puzzle, limits, request.seed, &mut found)
            } else {
                lay(puzzle, limits, &mut found)
            }
        })
    }
}
