//! What a puzzle explains in its own way. Solutions that it leads to are judged like those of an engine.

use super::picture::in_lines;
use crate::{OwnExplanation, OwnHint, Puzzle, PuzzleError, View};
use serde_json::{Map, Value, json};
use tantalizer_ask::{AskError, Inquiry, Judge};
use tantalizer_draw::{Accent, Drawing};
use tantalizer_explain::given;
use tantalizer_model::{EngineId, Fact, Model, Problem, Request, Solution, Status, Var};

/// A puzzle's own explanation of its solutions, if it has one.
pub(super) fn own_explanation(
    puzzle: &dyn Puzzle,
    inquiry: &Inquiry,
    request: &Request,
) -> Result<Option<OwnExplanation>, PuzzleError> {
    let own = puzzle.explanation(request)?;
    if let Some(own) = &own {
        judged(inquiry.problem(), &own.solutions)?;
    }
    Ok(own)
}

/// A puzzle's own hint from what is filled in, if it has one.
pub(super) fn own_hint(
    puzzle: &dyn Puzzle,
    inquiry: &mut Inquiry,
    request: &Request,
    entries: &[(Var, i32)],
) -> Result<Option<OwnExplanation>, PuzzleError> {
    let Some(model) = inquiry.model(request)? else {
        return Ok(None);
    };
    let Some(hint) = puzzle.hint(entries, request)? else {
        return Ok(None);
    };
    let known = [entries, &hint.sets].concat();
    let facts: Vec<Fact> = known.iter().map(|&(var, v)| Fact::Is(var, v)).collect();
    let position = Problem::from(model.with_facts(&facts));
    judged(&position, std::slice::from_ref(&hint.solution))?;
    Ok(Some(told(puzzle, &model, entries, hint)))
}

fn judged(problem: &Problem, solutions: &[Solution]) -> Result<(), AskError> {
    let judge = Judge::new(problem);
    let refused = solutions.iter().find_map(|found| judge.refuses(found));
    refused.map_or(Ok(()), |violation| {
        Err(AskError::WrongSolution {
            engine: EngineId::Own("explanation"),
            violation,
        })
    })
}

/// The hint as the one step of an explanation, with the board as it then is.
fn told(
    puzzle: &dyn Puzzle,
    model: &Model,
    entries: &[(Var, i32)],
    hint: OwnHint,
) -> OwnExplanation {
    let sentence = hint.sentences.join(" ");
    let mut sets = Map::new();
    for &(var, value) in &hint.sets {
        for place in puzzle.places(model, var.index()) {
            sets.insert(place, puzzle.value_json(var.index(), value));
        }
    }
    let mut json = Map::new();
    json.insert("status".into(), Status::Satisfiable.name().into());
    let step = json!({ "sets": sets, "removes": {}, "because": [], "sentence": sentence });
    json.insert("steps".into(), json!([step]));
    json.insert("hint".into(), Value::String(sentence.clone()));
    let mut values = vec![None; model.var_count()];
    for (var, value) in [&given(model), entries, &hint.sets].concat() {
        values[var.index()] = Some(value);
    }
    let mut view = View::partial(values).with_coordinates();
    for &(var, _) in &hint.sets {
        view.accentuate(var.index(), Accent::Focus);
    }
    let board = puzzle.draw(&view);
    OwnExplanation {
        solutions: vec![hint.solution],
        text: format!("{sentence}\n"),
        below: None,
        json,
        drawing: Drawing::down(vec![Drawing::Label(in_lines(&sentence)), board]),
        stopped_by: None,
    }
}
