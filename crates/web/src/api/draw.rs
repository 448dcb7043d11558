//! `/api/draw`: a puzzle as SVG, with some values filled in or solved.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use serde_json::{Map, Value, json};
use tantalizer_model::{Collect, Model, Question};
use tantalizer_puzzle::report::by_place;
use tantalizer_puzzle::{Puzzle, PuzzleError, View};

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let puzzle = fields.puzzle(told)?;
    let solved = fields.flag("solved")?;
    let values = fields.values("values")?;
    let request = fields.request(&*puzzle, Question::One, told)?;
    let mut inquiry = fields.inquiry(&*puzzle)?;
    fields.finish()?;
    let view = match (solved, values) {
        (true, _) => {
            let mut found = Collect::default();
            inquiry
                .ask(&request, &mut found)
                .map_err(PuzzleError::from)?;
            match found.solutions.first() {
                Some(solution) => View::solution(solution),
                None => return Err(ApiError::Unanswered("no solution was found".into())),
            }
        }
        (false, Some(values)) => match inquiry.model(&request).map_err(PuzzleError::from)? {
            Some(model) => with_values(&*puzzle, &model, values)?,
            None => return Err(ApiError::Unanswered("its places are not known".into())),
        },
        (false, None) => View::blank(),
    };
    Ok(json!({ "svg": puzzle.draw(&view).to_svg() }).to_string())
}

/// What is known when these values are filled in.
fn with_values(
    puzzle: &dyn Puzzle,
    model: &Model,
    values: &Map<String, Value>,
) -> Result<View, ApiError> {
    let mut known = vec![None; model.var_count()];
    let named = by_place(puzzle, model, values);
    for (var, _, wanted) in named.map_err(|error| ApiError::Bad(format!("`values`: {error}")))? {
        let mut domain = model.domain(var).iter();
        known[var.index()] = domain.find(|&value| puzzle.value_json(var.index(), value) == *wanted);
    }
    Ok(View::partial(known))
}
