//! `/api/position`: how the pieces of a puzzle by moves lie, and which moves may be made.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use serde_json::{Value, json};
use tantalizer_puzzle::Document;
use tantalizer_puzzles::moves::{KIND, Moves};

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let file = fields.puzzle(told)?.to_json();
    fields.finish()?;
    if file["puzzle"] != KIND.name {
        return Err(ApiError::Bad("expected a puzzle by moves".into()));
    }
    let moves = Moves::read(&Document::parse("the puzzle", &file.to_string())?)?;
    let definition = moves.definition();
    let (pieces, homes) = (
        definition.puzzle.pieces(moves.start()),
        definition.puzzle.pieces(definition.puzzle.solved()),
    );
    let orbits = definition.orbits.iter().map(|orbit| {
        let places = orbit.first..orbit.first + orbit.places;
        let pieces = places.map(|place| {
            let piece = &pieces[place];
            json!({ "piece": piece.number, "turn": piece.turn, "home": *piece == homes[place] })
        });
        json!({ "name": orbit.name, "turns": orbit.orientations, "pieces": pieces.collect::<Vec<_>>() })
    });
    let orbits: Value = orbits.collect();
    Ok(json!({
        "puzzle": KIND.name,
        "name": definition.name,
        "metric": definition.metric.to_string(),
        "moves": definition.names,
        "solved": pieces == homes,
        "orbits": orbits,
        "file": file,
    })
    .to_string())
}
