//! Instances by chance, from a seed: with a tower hidden in them, or without any promise.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Instance, InstanceError, Piece, Rule, Shape};

/// How the faces get their colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recipe {
    /// A tower that solves the puzzle is coloured first, the faces it hides at random; then each piece is turned at random.
    Solvable,
    /// Every face at random.
    Random,
    /// At random with each colour on equally many faces, as nearly as that is possible.
    Balanced,
}

/// An instance of `pieces` pieces in `colours` colours; the same seed gives the same instance.
pub fn generate(
    shape: Shape,
    pieces: usize,
    colours: usize,
    rule: Rule,
    recipe: Recipe,
    seed: u64,
) -> Result<Instance, InstanceError> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let sides = shape.sides();
    if colours == 0 || colours > 255 {
        return Err(InstanceError::Impossible(format!(
            "{colours} colours: expected 1 to 255"
        )));
    }
    let mut faces: Vec<Piece> = match recipe {
        Recipe::Random => (0..pieces)
            .map(|_| any_colours(shape.faces(), colours, rng))
            .collect(),
        Recipe::Balanced => {
            let mut stock: Vec<u8> = (0..pieces * shape.faces())
                .map(|face| (face % colours) as u8)
                .collect();
            stock.shuffle(rng);
            stock.chunks(shape.faces()).map(<[u8]>::to_vec).collect()
        }
        Recipe::Solvable => {
            let columns: Vec<Vec<u8>> = match rule {
                Rule::AllDifferent if colours < pieces => {
                    return Err(InstanceError::Impossible(format!(
                        "{pieces} pieces cannot all differ on a side with {colours} colours"
                    )));
                }
                Rule::AllDifferent => (0..sides).map(|_| shuffled(colours, rng)).collect(),
                Rule::AllEqual {
                    distinct_sides: true,
                } if colours < sides => {
                    return Err(InstanceError::Impossible(format!(
                        "{sides} sides cannot differ with {colours} colours"
                    )));
                }
                Rule::AllEqual { distinct_sides } => {
                    let ring = if distinct_sides {
                        shuffled(colours, rng)
                    } else {
                        any_colours(sides, colours, rng)
                    };
                    (0..sides).map(|side| vec![ring[side]; pieces]).collect()
                }
            };
            let hidden = |piece: usize, rng: &mut ChaCha8Rng| -> Piece {
                let ring = columns.iter().map(|column| column[piece]);
                ring.chain(any_colours(2, colours, rng)).collect()
            };
            (0..pieces).map(|piece| hidden(piece, rng)).collect()
        }
    };
    let orientations = shape.orientations();
    for piece in &mut faces {
        let turned = &orientations[rng.random_range(0..orientations.len())];
        *piece = turned.iter().map(|&face| piece[face]).collect();
    }
    Instance::new(shape, colour_names(colours), faces, rule)
}

/// `R`, `B`, `G`, `W`, as in the paper, then the other letters, then numbers.
pub(super) fn colour_names(count: usize) -> Vec<String> {
    let letters = "RBGWYOPKCMTVNALSDEFHIJQUXZ".chars().map(String::from);
    let numbers = (27..).map(|number| format!("colour {number}"));
    letters.chain(numbers).take(count).collect()
}

fn any_colours(count: usize, colours: usize, rng: &mut ChaCha8Rng) -> Vec<u8> {
    (0..count)
        .map(|_| rng.random_range(0..colours) as u8)
        .collect()
}

fn shuffled(colours: usize, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut all: Vec<u8> = (0..colours).map(|colour| colour as u8).collect();
    all.shuffle(rng);
    all
}
