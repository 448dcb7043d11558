//! How a question about a set of pieces is answered: by laying them, or by the engines.
//!
//! Laying goes first. Where it finds so many pictures that only counting without seeing them can end, the decision
//! diagram counts; an engine that was asked for by name is asked.

use super::Colors;
use super::lay::{Laid, lay};
use super::turns::turns;
use crate::puzzle::orbits_by_engines;
use crate::{Puzzle, PuzzleError, Request, ask_engines};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use tantalizer_ask::{AskError, EngineChoice, Judge, Options};
use tantalizer_model::{Answer, Flow, Limit, Limits, Model, Observer, Question, Solution, Var};

/// The name of the way that is no engine.
const LAY: &str = "lay";

/// When so many pictures were seen, a count is better made without seeing them all.
const PLENTY: u64 = 100_000;

pub(super) fn answer(
    puzzle: &Colors,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, PuzzleError> {
    let options = &request.options;
    let by_engine = options.engine != EngineChoice::Auto || options.strategy.is_some();
    if by_engine || request.question == Question::Best {
        return ask_engines(puzzle, request, observer);
    }
    let watch = request.limits.start();
    if request.question == Question::Count {
        let laid = lay_and_judge(puzzle, request, Some(PLENTY), observer)?;
        if laid.stopped_by != Some(Limit::Solutions) {
            return Ok(laid);
        }
        let by_diagram = Request {
            options: Options {
                engine: EngineChoice::Named("diagram"),
                ..options.clone()
            },
            limits: Limits {
                time: watch.remaining(),
                ..request.limits.clone()
            },
            ..request.clone()
        };
        let answer = ask_engines(puzzle, &by_diagram, observer)?;
        if !matches!(
            answer.stopped_by,
            Some(Limit::Memory | Limit::Unsupported(_))
        ) {
            return Ok(answer);
        }
    }
    let limits = Limits {
        time: watch.remaining(),
        ..request.limits.clone()
    };
    let rest = Request {
        limits,
        ..request.clone()
    };
    lay_and_judge(puzzle, &rest, None, observer)
}

/// The pictures up to turns of the board: as many as pictures are kept by a turn, on average over the turns.
pub(super) fn orbits(
    puzzle: &Colors,
    request: &Request,
    total: &BigUint,
) -> Result<Vec<(String, Option<BigUint>)>, PuzzleError> {
    let options = &request.options;
    let by_engine = options.engine != EngineChoice::Auto || options.strategy.is_some();
    if by_engine || *total > BigUint::from(PLENTY) {
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

/// Lays the pieces; every picture passes the judge before anybody sees it.
fn lay_and_judge(
    puzzle: &Colors,
    request: &Request,
    most: Option<u64>,
    observer: &mut dyn Observer,
) -> Result<Answer, PuzzleError> {
    let model = puzzle.model()?;
    let judge = Judge::new(&model);
    let watch = request.limits.start();
    let wanted = match request.question {
        Question::One => Some(1),
        Question::All { limit } => limit,
        Question::Count | Question::Best => most,
    };
    let shows = request.question != Question::Count;
    let mut seen = 0u64;
    let mut first = None;
    let mut last = None;
    let mut violation = None;
    let stop = wanted == Some(0);
    let laid = match stop {
        true => Laid {
            stopped_by: Some(Limit::Solutions),
            ..Laid::default()
        },
        false => lay(puzzle, &request.limits, &mut |corners| {
            let solution = solution_of(puzzle, &model, corners);
            if let Some(broken) = judge.violated(&solution.0) {
                violation = Some(model.describe_violation(broken));
                return ControlFlow::Break(());
            }
            let now = watch.seconds();
            first.get_or_insert(now);
            last = Some(now);
            seen += 1;
            let enough = wanted == Some(seen);
            let flow = match shows {
                true => observer.solution(&solution),
                false => Flow::Continue,
            };
            match enough || flow == Flow::Stop {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }),
    };
    if let Some(violation) = violation {
        let engine = LAY;
        return Err(AskError::WrongSolution { engine, violation }.into());
    }
    let mut answer = Answer::from_search(LAY, request.question, laid.pictures, laid.stopped_by);
    let statistics = &mut answer.statistics;
    statistics.nodes = Some(laid.nodes);
    statistics.failures = Some(laid.failures);
    statistics.first_solution_seconds = first;
    statistics.last_solution_seconds = last;
    statistics.engine_reason = Some("the pieces were laid one after the other".into());
    Ok(answer)
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
