//! The engine `colors-lay`: pieces are laid one after the other.

use super::Colors;
use super::lay::lay;
use tantalizer_model::{Answer, Engine, EngineId, Model, Observer, Problem, Request, Solution};
use tantalizer_puzzle::own_way::Teller;

/// Its name.
pub(super) const LAY: EngineId = EngineId::Own("colors-lay");

/// Lays the pieces of one set.
pub(super) struct Lay {
    puzzle: Colors,
    /// The values of the model's constants, which follow the corner points and the kinds.
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
    pub(super) fn solution(&self, corners: &[i32]) -> Solution {
        let puzzle = &self.puzzle;
        let mut values = corners.to_vec();
        for row in 0..puzzle.rows {
            for col in 0..puzzle.cols {
                let fields = puzzle
                    .corners_of_piece(row, col)
                    .map(|corner| corners[corner]);
                // A picture that no piece shows is refused by the judge.
                let kind = puzzle.pieces.kind_of(fields).map_or(-1, |kind| kind as i32);
                values.push(kind);
            }
        }
        values.extend(&self.constants);
        Solution(values)
    }
}

impl Engine for Lay {
    fn id(&self) -> EngineId {
        LAY
    }

    fn answer(&self, _: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
        let teller = Teller::new(LAY, request, observer);
        teller.answer("the pieces were laid one after the other", |teller| {
            lay(&self.puzzle, &request.limits, &mut |corners| {
                teller.tell(&self.solution(corners))
            })
        })
    }
}
