//! How a question about a set of pieces is answered: by laying them, or by the engines.

use super::Colors;
use super::lay::lay;
use super::turns::turns;
use crate::own_way::{self, Teller};
use crate::puzzle::orbits_by_engines;
use crate::{Puzzle, PuzzleError, Request, ask_engines};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use tantalizer_ask::EngineChoice;
use tantalizer_model::{Answer, Limit, Model, Observer, Question, Solution, Var};

/// When so many pictures were seen, a count is better made without seeing them all.
const PLENTY: u64 = 100_000;

/// Laying goes first. Where it finds so many pictures that only counting without seeing them can end, the decision
/// diagram counts; an engine that was asked for by name is asked.
pub(super) fn answer(
    puzzle: &Colors,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, PuzzleError> {
    if !own_way::is_free(request) {
        return ask_engines(puzzle, request, observer);
    }
    let with_time_left = |engine| {
        let mut request = request.clone();
        request.options.engine = engine;
        request
    };
    if request.question == Question::Count {
        let laid = by_laying(puzzle, request, Some(PLENTY), observer)?;
        if laid.stopped_by != Some(Limit::Solutions) {
            return Ok(laid);
        }
        let by_diagram = with_time_left(EngineChoice::Named("diagram"));
        let answer = ask_engines(puzzle, &by_diagram, observer)?;
        let is_too_large = matches!(
            answer.stopped_by,
            Some(Limit::Memory | Limit::Unsupported(_))
        );
        if !is_too_large {
            return Ok(answer);
        }
    }
    by_laying(puzzle, &with_time_left(EngineChoice::Auto), None, observer)
}

/// The pictures up to turns of the board: as many as pictures are kept by a turn, on average over the turns.
pub(super) fn orbits(
    puzzle: &Colors,
    request: &Request,
    total: &BigUint,
) -> Result<Vec<(String, Option<BigUint>)>, PuzzleError> {
    if !own_way::is_free(request) || *total > BigUint::from(PLENTY) {
        return orbits_by_engines(puzzle, request, total);
    }
    let turns = turns(puzzle.rows, puzzle.cols);
    let mut kept = 0u64;
    let laid = lay(puzzle, &request.limits, &mut |corners| {
        let keeps = |turn: &&Vec<usize>| {
            turn.iter()
                .zip(corners)
                .all(|(&to, &colour)| corners[to] == colour)
        };
        kept += turns.iter().filter(keeps).count() as u64;
        ControlFlow::Continue(())
    });
    let count = match laid.stopped_by {
        None => Some(BigUint::from(kept / turns.len() as u64)),
        Some(_) => None,
    };
    Ok(vec![("rotation".into(), count)])
}

/// Lays the pieces; a count may end after the most pictures.
fn by_laying(
    puzzle: &Colors,
    request: &Request,
    most: Option<u64>,
    observer: &mut dyn Observer,
) -> Result<Answer, PuzzleError> {
    let model = puzzle.model()?;
    let mut teller = Teller::new("lay", &model, request);
    if let Some(most) = most {
        teller.count_at_most(most);
    }
    teller.answer("the pieces were laid one after the other", |teller| {
        lay(puzzle, &request.limits, &mut |corners| {
            teller.tell(&solution_of(puzzle, &model, corners), observer)
        })
    })
}

/// A picture as a solution of the model: the kinds follow from the colours, and the rest are constants.
fn solution_of(puzzle: &Colors, model: &Model, corners: &[i32]) -> Solution {
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
    let constants = values.len()..model.var_count();
    let value = |index| model.domain(Var::from_index(index)).min().unwrap_or(-1);
    values.extend(constants.map(value));
    Solution(values)
}
