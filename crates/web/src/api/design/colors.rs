//! New sets of pieces for Colors: a coloured board cut into pieces, which are turned and shuffled.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::work::Told;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use std::time::Instant;
use tantalizer_puzzles::Puzzle;
use tantalizer_puzzles::colors::Colors;

/// The letters of colours, those with a colour of their own first.
const LETTERS: [char; 8] = ['R', 'B', 'G', 'Y', 'O', 'P', 'N', 'W'];

pub fn answer(fields: &Fields, _: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let rows = fields.size("rows", 1..=12, 4)?;
    let cols = fields.size("cols", 1..=12, 4)?;
    let colours = fields.size("colours", 1..=LETTERS.len() as u64, 5)?;
    let mut rng = ChaCha8Rng::seed_from_u64(fields.seed()?);
    let _ = fields.seconds()?;
    fields.finish()?;
    // Four fields meet at each inner point and have one colour, two at the border.
    let points: Vec<char> = (0..(rows + 1) * (cols + 1))
        .map(|_| LETTERS[rng.random_range(0..colours)])
        .collect();
    let point = |row: usize, col: usize| points[row * (cols + 1) + col];
    let mut pieces: Vec<[char; 4]> = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            let [mut a, mut b, mut c, mut d] = [(0, 0), (0, 1), (1, 0), (1, 1)]
                .map(|(down, right)| point(row + down, col + right));
            for _ in 0..rng.random_range(0..4) {
                [a, b, c, d] = [c, a, d, b];
            }
            pieces.push([a, b, c, d]);
        }
    }
    pieces.shuffle(&mut rng);
    let witness = Colors::new(rows, cols, &pieces).to_json();
    let object = json!({
        "puzzle": "colors",
        "objective": "solvable",
        "proved": true,
        "witness": witness,
        "seconds": start.elapsed().as_secs_f64(),
    });
    Ok(object.to_string())
}
