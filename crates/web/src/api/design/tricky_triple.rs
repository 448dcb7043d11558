//! Boards of Tricky Triple with exactly one solution.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::work::Told;
use serde_json::json;
use std::time::Instant;
use tantalizer_explain::Difficulty;
use tantalizer_puzzle::Document;
use tantalizer_puzzles::tricky_triple::TrickyTriple;
use tantalizer_puzzles::tricky_triple::design::Made;
use tantalizer_puzzles::tricky_triple::generate::{GenerateError, Wish, generate};

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let levels = Difficulty::ALL.map(Difficulty::name);
    let level = fields.word("difficulty", &levels)?;
    let level = level.and_then(|name| Difficulty::ALL.into_iter().find(|l| l.name() == name));
    let wish = Wish {
        rows: fields.size("rows", 1..=50, 6)?,
        cols: fields.size("cols", 1..=50, 6)?,
        black: fields.size("black", 0..=2500, 0)?,
        clues: fields.number("clues", 0..=2500)?.map(|n| n as usize),
        difficulty: level,
        symmetric: fields.flag("symmetric")?,
        seed: fields.seed()?,
    };
    let fewest = fields.flag("fewest_clues")?;
    let solved = fields.get("solution").map(ToString::to_string);
    let limits = fields.limits(&told.cancel)?;
    fields.finish()?;
    let made = if fewest {
        let (board, solution) = match solved {
            None => generate(&wish, &limits).map_err(failure)?,
            Some(text) => {
                let document = Document::parse("the solution", &text)?;
                let board = TrickyTriple::read(&document)?;
                let solution = board.filled();
                let missing = || ApiError::Bad("a solved board has no empty cell".into());
                (board, solution.ok_or_else(missing)?)
            }
        };
        let bound = |bound| told.progress(|| json!({ "lower_bound": bound }));
        Made::with_fewest_clues(&board, solution, &limits, bound)
    } else {
        Made::to_wish(&wish, &limits)
    };
    let made = made.map_err(failure)?;
    let object = made.object(start.elapsed().as_secs_f64());
    Ok(serde_json::to_string(&object)?)
}

fn failure(error: GenerateError) -> ApiError {
    match error {
        GenerateError::Impossible(_) => ApiError::Bad(error.to_string()),
        GenerateError::NotFound { .. } | GenerateError::Stopped(_) => {
            ApiError::Unanswered(error.to_string())
        }
        GenerateError::Puzzle(error) => error.into(),
    }
}
