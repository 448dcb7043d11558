//! Designing pieces: parameters and answers of [`generate`].

use super::generate::{GenerateError, PiecesWish, generate_as};
use super::{KIND, Match};
use serde_json::json;
use tantalizer_model::{Request, Solution};
use tantalizer_puzzle::design::{
    Design, DesignError, DesignProgress, Designer, Made, Parameter, Shown, Wishes,
};
use tantalizer_puzzle::{Puzzle, View};

/// How sets of pieces are designed.
pub(super) static DESIGNER: Designer = Designer {
    about: "Sets of pieces of Colors with exactly one solution up to turns of the board",
    noun: "pieces",
    parameters: &[
        Parameter::number("rows", "R", "Rows of pieces", 4, (1, 12)),
        Parameter::number("cols", "C", "Columns of pieces", 4, (1, 12)),
        Parameter::number(
            "colours",
            "N",
            "How many colours the pieces show, exactly",
            6,
            (1, 26),
        ),
        Parameter::switch("sides", "Pieces match at their sides, not at their corners"),
        Parameter::switch(
            "frame",
            "The edge of the board has a colour of its own, beside the others",
        ),
    ],
    examples: &[(
        "small",
        r#"{ "rows": 2, "cols": 3, "colours": 4, "seed": 1 }"#,
    )],
    draws: true,
    certifies: false,
    objective: |_| "unique".to_string(),
    keeps_time: true,
    make,
    surveys: None,
};

fn make(
    wishes: &Wishes,
    request: &Request,
    _: &(dyn Fn(DesignProgress) + Sync),
) -> Result<Design, DesignError> {
    let wish = PiecesWish {
        rows: wishes.size("rows"),
        cols: wishes.size("cols"),
        colours: wishes.size("colours"),
        seed: request.seed,
    };
    let matched = if wishes.has("sides") {
        Match::Sides
    } else {
        Match::Corners
    };
    let made = generate_as(&wish, matched, wishes.has("frame"), &request.limits);
    let made = made.map_err(|error| match error {
        GenerateError::Impossible(_) => DesignError::Bad(error.to_string()),
        GenerateError::None(_) => DesignError::None(error.to_string()),
        GenerateError::NotFound { .. } | GenerateError::Stopped(_) => {
            DesignError::NotFound(error.to_string())
        }
    })?;
    let witness = made.puzzle.to_json();
    let solution = Solution(made.corners);
    let object = json!({
        "puzzle": KIND.name,
        "objective": "unique",
        "proved": true,
        "witness": witness,
        "solution": made.puzzle.solution_json(&solution, None),
        // Turns of the board counted apart.
        "solutions": made.turns.to_string(),
        "pictures": made.pictures.to_string(),
        "nodes": made.nodes.to_string(),
    });
    Ok(Design::Made(Box::new(Made {
        json: object,
        shown: vec![
            Shown::Drawing,
            Shown::Closing("\nExactly one solution up to turns of the board.\n".into()),
            Shown::File(format!("\n{witness:#}\n")),
        ],
        drawing: Some(made.puzzle.draw(&View::blank())),
        witness,
        ..Made::default()
    })))
}
