//! Deals made to a wish, and the most cards without a set, in JSON.

use super::affine::{Points, Space};
use super::caps::LargestCap;
use super::{Deal, Deck, DeckError, SetPuzzle};
use serde::Serialize;
use serde_json::{Value, json};
use tantalizer_puzzle::Puzzle;

/// The object of `design set --json`.
#[derive(Debug, Serialize)]
pub struct DealObject {
    puzzle: &'static str,
    objective: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<String>,
    proved: bool,
    witness: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refuted: Vec<Value>,
    seconds: f64,
}

/// A deal as wanted, in words.
pub fn deal_objective(cards: usize, sets: u64) -> String {
    let plural = |count: u64, noun: &str| match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    };
    let (cards, sets) = (plural(cards as u64, "card"), plural(sets, "set"));
    format!("{cards} with exactly {sets}")
}

impl DealObject {
    /// A deal with exactly so many sets.
    pub fn of_deal(puzzle: &SetPuzzle, sets: u64, seconds: f64) -> DealObject {
        let cards = puzzle.table().len();
        DealObject {
            puzzle: super::KIND.name,
            objective: deal_objective(cards, sets),
            maximum: None,
            proved: true,
            witness: puzzle.to_json(),
            refuted: Vec::new(),
            seconds,
        }
    }

    /// The most cards without a set, with what was searched to prove it.
    pub fn of_cap(puzzle: &SetPuzzle, largest: &LargestCap, seconds: f64) -> DealObject {
        let refuted = largest.refutations.iter().map(|search| {
            json!({
                "cards": search.size,
                "in_hyperplane": search.in_hyperplane,
                "classes": search.classes,
                "nodes": search.nodes,
            })
        });
        DealObject {
            puzzle: super::KIND.name,
            objective: "largest-cap".to_string(),
            maximum: Some(largest.size.to_string()),
            proved: true,
            witness: puzzle.to_json(),
            refuted: refuted.collect(),
            seconds,
        }
    }
}

impl SetPuzzle {
    /// The cards at some points of the affine space: of the game, or of a deck of digits.
    pub fn of_points(attributes: usize, points: Points) -> Result<SetPuzzle, DeckError> {
        let deck = match attributes {
            4 => Deck::game(),
            attributes => Deck::new(attributes, 3)?,
        };
        let cards = Space::new(attributes).cards(&deck, points);
        Ok(SetPuzzle::new(Deal::new(deck, cards)?))
    }
}
