//! Designing deals: with exactly so many sets, or the most cards without one.

use super::affine::{MOST_ATTRIBUTES, Points, Space};
use super::caps::{CapError, largest_cap_within};
use super::deals::{self, DealError, DealWish, USUAL_STEPS};
use super::{Deal, Deck, DeckError, KIND, SetPuzzle};
use serde_json::{Value, json};
use std::fmt::Write as _;
use tantalizer_model::Request;
use tantalizer_puzzle::design::{
    Design, DesignError, DesignProgress, Designer, Evidence, Made, Must, Parameter, Shown, Wishes,
};
use tantalizer_puzzle::{Puzzle, View};

/// How deals are designed.
pub(super) static DESIGNER: Designer = Designer {
    about: "Deals of SET with exactly so many sets, or the most cards without one",
    noun: "deal",
    parameters: &[
        Parameter {
            must: Must::Unless("largest-cap"),
            requires: &["sets"],
            ..Parameter::number("cards", "N", "How many cards to deal", 12, (1, 81))
        },
        Parameter {
            must: Must::WithOthers,
            requires: &["cards"],
            ..Parameter::number(
                "sets",
                "K",
                "How many sets they hold, exactly",
                1,
                (0, 1080),
            )
        },
        Parameter {
            conflicts: &["cards", "sets"],
            ..Parameter::switch("largest-cap", "The most cards without a set, with proof")
        },
        Parameter::number(
            "attributes",
            "D",
            "Attributes of the deck, each of three values",
            4,
            (1, MOST_ATTRIBUTES as u64),
        ),
    ],
    examples: &[
        ("deal", r#"{ "cards": 12, "sets": 2, "seed": 1 }"#),
        ("cap", r#"{ "largest_cap": true, "attributes": 3 }"#),
    ],
    draws: true,
    certifies: true,
    objective: |wishes| {
        if wishes.has("largest-cap") {
            "largest-cap".to_string()
        } else {
            deal_objective(wishes.size("cards"), wishes.size("sets"))
        }
    },
    keeps_time: true,
    make,
    surveys: None,
};

/// A deal as wanted, in words.
fn deal_objective(cards: usize, sets: usize) -> String {
    let (cards, sets) = (plural(cards, "card"), plural(sets, "set"));
    format!("{cards} with exactly {sets}")
}

fn plural(count: usize, noun: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{end}")
}

fn make(
    wishes: &Wishes,
    request: &Request,
    _: &(dyn Fn(DesignProgress) + Sync),
) -> Result<Design, DesignError> {
    if wishes.has("largest-cap") {
        largest_cap(wishes, request)
    } else {
        deal(wishes, request)
    }
}

fn deal(wishes: &Wishes, request: &Request) -> Result<Design, DesignError> {
    let (cards, sets) = (wishes.size("cards"), wishes.size("sets"));
    let wish = DealWish {
        attributes: wishes.size("attributes"),
        cards,
        sets: sets as u64,
    };
    let points = match deals::deal(wish, request.seed, USUAL_STEPS, &request.limits) {
        Ok(deals::Dealt::Found(points)) => points,
        Err(error @ DealError::Impossible { .. }) => {
            return Err(DesignError::None(error.to_string()));
        }
        Err(error) => return Err(DesignError::Bad(error.to_string())),
        Ok(deals::Dealt::Unknown { steps }) => {
            return Err(DesignError::NotFound(format!(
                "no such deal was found in {steps} steps, and none was excluded; try another --seed"
            )));
        }
        Ok(deals::Dealt::Stopped(limit)) => return Err(DesignError::NotFound(limit.to_string())),
    };
    let puzzle = puzzle(wishes, points)?;
    let objective = deal_objective(cards, sets);
    let closing = format!("\n{objective}.\n");
    let object = json!({
        "puzzle": KIND.name,
        "objective": objective,
        "proved": true,
        "witness": puzzle.to_json(),
    });
    Ok(made(&puzzle, object, closing, ("sets", sets)))
}

fn largest_cap(wishes: &Wishes, request: &Request) -> Result<Design, DesignError> {
    let found = largest_cap_within(wishes.size("attributes"), &request.limits.start());
    let largest = found.map_err(|error| match error {
        CapError::Stopped(limit) => DesignError::NotFound(limit.to_string()),
        error @ CapError::OutOfReach(_) => DesignError::Bad(error.to_string()),
    })?;
    let mut closing = format!(
        "\n{} without a set. {} always hold one; searched exhaustively:\n",
        plural(largest.size, "card"),
        plural(largest.size + 1, "card")
    );
    for search in &largest.refutations {
        let _ = writeln!(
            closing,
            "  around {} in one hyperplane, the most in any: classes {}, nodes {}",
            plural(search.in_hyperplane, "card"),
            search.classes,
            search.nodes
        );
    }
    let refuted = largest.refutations.iter().map(|search| {
        json!({
            "cards": search.size,
            "in_hyperplane": search.in_hyperplane,
            "classes": search.classes,
            "nodes": search.nodes,
        })
    });
    let refuted: Vec<Value> = refuted.collect();
    let puzzle = puzzle(wishes, largest.witness)?;
    let mut object = json!({
        "puzzle": KIND.name,
        "objective": "largest-cap",
        "maximum": largest.size.to_string(),
        "proved": true,
        "witness": puzzle.to_json(),
    });
    if !refuted.is_empty() {
        object["refuted"] = refuted.into();
    }
    Ok(made(&puzzle, object, closing, ("maximum", largest.size)))
}

/// What was made, and what [`recount`](super::recount) needs to see that it has the number claimed.
fn made(
    puzzle: &SetPuzzle,
    object: Value,
    closing: String,
    (claimed, number): (&str, usize),
) -> Design {
    let certificate = json!({
        "kind": "design",
        "family": { "puzzle": KIND.name, "attributes": puzzle.deal().deck().attributes() },
        "complete": true,
        "finding": { claimed: number.to_string(), "witness": puzzle.to_json() },
    });
    Design::Made(Box::new(Made {
        json: object,
        shown: vec![Shown::Drawing, Shown::Closing(closing)],
        drawing: Some(puzzle.draw(&View::blank())),
        witness: puzzle.to_json(),
        toml: Some(puzzle.to_toml()),
        evidence: Some(Evidence::Recounted(certificate)),
        ..Made::default()
    }))
}

fn puzzle(wishes: &Wishes, points: Points) -> Result<SetPuzzle, DesignError> {
    let made = SetPuzzle::of_points(wishes.size("attributes"), points);
    made.map_err(|error| DesignError::Bad(error.to_string()))
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
