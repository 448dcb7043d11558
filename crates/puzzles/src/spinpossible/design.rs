//! Designing boards: parameters and answers of [`boards_at_distance`].

use super::puzzle::KIND;
use super::{AtDistance, AtDistanceError, Rules, Spinpossible, boards_at_distance};
use crate::shortest::levels;
use serde_json::json;
use tantalizer_model::Request;
use tantalizer_puzzle::design::{
    Design, DesignError, DesignProgress, Designer, Made, Must, Parameter, Shown, Wishes,
};
use tantalizer_puzzle::{Puzzle, View};
use tantalizer_states::Progress;

/// How boards are designed.
pub(super) static DESIGNER: Designer = Designer {
    about: "Boards that are exactly so many spins from solved",
    noun: "board",
    parameters: &[
        Parameter::number("rows", "M", "Rows of the board", 3, (1, 8)),
        Parameter::number("cols", "N", "Columns of the board", 3, (1, 8)),
        Parameter {
            must: Must::Yes,
            ..Parameter::number(
                "distance",
                "D",
                "The number of spins that its shortest solutions have",
                4,
                (0, 100),
            )
        },
        Parameter::switch("no-single", "Single tiles may not be spun"),
    ],
    examples: &[(
        "near",
        r#"{ "rows": 2, "cols": 3, "distance": 3, "seed": 1 }"#,
    )],
    draws: false,
    certifies: false,
    objective: |_| "distance".to_string(),
    keeps_time: false,
    make,
    surveys: None,
};

fn make(
    wishes: &Wishes,
    request: &Request,
    told: &(dyn Fn(DesignProgress) + Sync),
) -> Result<Design, DesignError> {
    let single_spins = !wishes.has("no-single");
    let rules = Rules::new(wishes.size("rows"), wishes.size("cols"), single_spins);
    let rules = rules.map_err(|error| DesignError::Bad(error.to_string()))?;
    let distance = wishes.size("distance");
    let watch = request.limits.start();
    let progress = |progress: &Progress| told(levels(progress));
    let how = AtDistance {
        seed: request.seed,
        watch: Some(&watch),
        memory_limit: request.limits.memory,
        progress: Some(&progress),
    };
    let found = boards_at_distance(&rules, distance, 1, &how).map_err(|error| match error {
        AtDistanceError::NotFound(_) => DesignError::NotFound(error.to_string()),
        AtDistanceError::TooFar { .. } => DesignError::None(error.to_string()),
        AtDistanceError::Table(_) => DesignError::Bad(error.to_string()),
    })?;
    let Some(board) = found.into_iter().next_back() else {
        return Err(DesignError::NotFound("no board was found".into()));
    };
    let puzzle = Spinpossible::new(board, single_spins);
    let witness = puzzle.to_json();
    let object = json!({
        "puzzle": KIND.name,
        "objective": "distance",
        "distance": distance,
        "proved": true,
        "witness": witness,
    });
    Ok(Design::Made(Box::new(Made {
        json: object,
        shown: vec![Shown::Drawing],
        drawing: Some(puzzle.draw(&View::blank())),
        witness,
        ..Made::default()
    })))
}
