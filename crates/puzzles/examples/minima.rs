//! The table of exhaustive minima in `docs/instant-insanity.md`, as Markdown.
//!
//! `cargo run --release -p tantalizer-puzzles --example minima`

use std::time::Instant;

use tantalizer_design::{SurveyOptions, Tally, Wish, survey};
use tantalizer_puzzles::instant_insanity::design::{PieceSets, SetParameters, Towers};

fn main() {
    println!(
        "| pieces | colours | colourings | types | sets | up to colours | adiis | aeiis | both | seconds |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for cubes in 2..=6 {
        row(cubes, None, false);
    }
    for cubes in 2..=4 {
        row(cubes, None, true);
    }
    for sides in 3..=6 {
        for pieces in 2..=4 {
            if pieces <= sides {
                row(pieces, Some(sides), false);
            }
            row(pieces, Some(sides), true);
        }
    }
}

/// One survey with both kinds of towers answers all three questions.
fn row(pieces: usize, sides: Option<usize>, any_colouring: bool) {
    let start = Instant::now();
    let parameters = SetParameters {
        pieces,
        colours: pieces,
        sides,
        any_colouring,
        distinct: false,
        towers: Towers::Both,
    };
    let family = PieceSets::new(parameters).expect("a family");
    let (survey, _) = survey(&family, SurveyOptions::default()).expect("a survey");
    assert!(survey.is_complete());
    let kind = match sides {
        None => format!("{pieces} cubes"),
        Some(sides) => format!("{pieces} prisms, {sides} sides"),
    };
    let colourings = if any_colouring { "any" } else { "every colour" };
    let cell = |questions: &[usize]| {
        let best = |tally: &Tally| Wish::fewest(questions.iter().copied()).answer(tally);
        match (best(&survey.tallies[0]), best(&survey.tallies[1])) {
            (Some(orientations), Some(pictures)) => {
                let turns = family.types().shape.sides() as u64;
                format!(
                    "{} / {} / {} / {}; {} sets, {} up to colours",
                    orientations.value,
                    orientations.value / turns,
                    orientations.value / (2 * turns),
                    pictures.value,
                    orientations.instances,
                    orientations.orbits,
                )
            }
            _ => "none".to_string(),
        }
    };
    println!(
        "| {kind} | {pieces} | {colourings} | {} | {} | {} | {} | {} | {} | {:.1} |",
        family.types().types.len(),
        survey.instances(),
        survey.orbits(),
        cell(&[0]),
        cell(&[1]),
        cell(&[0, 1]),
        start.elapsed().as_secs_f64(),
    );
}
